import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClientCapabilities, StandardSchemaV1, Transport } from '@modelcontextprotocol/client';
import { ParityError } from '../../../contract/parity-error.js';
import { boundedFetch } from '../../http/bounded-fetch.js';
import type { DriverContext } from '../../driver.js';
import { baseUrlVariables, environmentValues } from '../../process/environment-values.js';
import type { McpDriverOptions } from './driver-options.js';
import { minimalEnvironment } from '../../process/minimal-environment.js';
import type { ProcessOptions } from '../../process/process-group.js';
import { ProcessLink } from './process-link.js';

/** The client of one running server. `link` is the process of the server, if this driver started the process. */
export interface Connection {
  readonly client: Client;
  readonly link?: ProcessLink;
}

/**
 * A schema that accepts every result unchanged. The schemas of the MCP package would remove unknown members, but rules
 * judge these members.
 */
export const AS_IT_CAME: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'contract-parity', validate: (value) => ({ value }) },
};

const DEFAULT_REVISION = '2025-11-25';
/**
 * The first MCP revision without a handshake. A client of this revision asks for the supported revisions with
 * `server/discover`.
 */
const FIRST_WITHOUT_HANDSHAKE = '2026-07-28';
/**
 * The minimum time limit for the start of a server. Its package runner, such as `npx`, may first have to install it.
 */
const LEAST_START_MS = 30_000;

/**
 * Connects to a server. `capabilities`: what the client declares that it supports. Rejects with a `surface-unavailable`
 * that contains the last output of the server.
 */
export async function connect(
  options: McpDriverOptions,
  context: DriverContext,
  token: string | undefined,
  capabilities: ClientCapabilities = {},
): Promise<Connection> {
  const link = options.url === undefined ? new ProcessLink(processOptions(options, context, token)) : undefined;
  const revision = revisionOptions(options.revision ?? DEFAULT_REVISION);
  const client = new Client({ name: 'contract-parity', version: '1' }, { capabilities, ...revision });
  try {
    const transport: Transport =
      link ?? new StreamableHTTPClientTransport(new URL(options.url ?? ''), { fetch: boundedFetch });
    const interruptible = context.signal && { signal: context.signal };
    await client.connect(transport, { timeout: Math.max(context.timeoutMs, LEAST_START_MS), ...interruptible });
    return link === undefined ? { client } : { client, link };
  } catch (error) {
    // The reason of the failure is read before the server is ended, because ending the server overwrites the reason.
    const failure = unavailable(options, error, link);
    await Promise.allSettled([client.close(), link?.close()]);
    throw failure;
  }
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Client>[1]>;

function revisionOptions(revision: string): ClientOptions {
  return revision < FIRST_WITHOUT_HANDSHAKE
    ? { supportedProtocolVersions: [revision], versionNegotiation: { mode: 'legacy' } }
    : { versionNegotiation: { mode: { pin: revision } } };
}

function processOptions(options: McpDriverOptions, context: DriverContext, token: string | undefined): ProcessOptions {
  const stem = context.prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  // `undefined` removes the variable, because a call without a token must not use a token from the configuration.
  const env = {
    ...minimalEnvironment(),
    ...environmentValues(options.env, context, token),
    ...Object.fromEntries(Object.entries(baseUrlVariables(context)).map(([name, url]) => [`${stem}_${name}`, url])),
    [`${stem}_TOKEN`]: token,
  };
  return { command: options.command ?? [], cwd: context.root, env };
}

function unavailable(options: McpDriverOptions, error: unknown, link: ProcessLink | undefined): ParityError {
  const what = options.url ?? (options.command ?? []).join(' ');
  const noise = link?.takeNoise();
  const why = link?.endReason ?? (error instanceof Error ? error.message : String(error));
  const output = noise === undefined ? '' : `; the line ${JSON.stringify(noise)} on stdout is not an MCP message`;
  return new ParityError(
    'surface-unavailable',
    `The tool server ${JSON.stringify(what)} did not start: ${why}${output}${link?.lastWords ?? ''}`,
    options.url === undefined
      ? 'Run the command by hand, fix the error that it prints, and correct `command` or `env`.'
      : 'Start the server at that address, or correct `url`.',
    { cause: error },
  );
}
