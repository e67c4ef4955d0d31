import { join, relative } from 'node:path';
import type { Contract, ContractFault } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import { readContract } from '../../../contract/reading/read-contract.js';
import { type Authority, readAuthority } from '../../backends/service/authority.js';
import { refuseUnreachable } from '../../backends/service/reachable.js';
import { type LoadedConfig, completeConfig } from '../../configuration/load-config.js';
import { withBasePath } from './base-path.js';
import { downloadedContract } from './downloaded-contract.js';
import { type GivenHeaders, givenHeaders, parseHeader } from './given-headers.js';
import { isUrl, loopbackUrl } from './loopback-url.js';
import { serverUrl } from './server-url.js';

/** Options of a command that has no configuration. It uses one contract, and either a running service or the mock. */
export interface DirectFlags {
  readonly url?: string;
  readonly mock?: boolean;
  /** True if requests with unsafe methods are sent too. */
  readonly write?: boolean;
  readonly token?: string;
  readonly header?: readonly string[];
  /** A PEM file with the certificate of a private certificate authority. */
  readonly ca?: string;
}

export type DirectReading =
  | { readonly kind: 'direct'; readonly loaded: LoadedConfig; readonly contract: Contract }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

const PREFIX = 'svc';
/**
 * The phases that need only a running service. Phases for generated code, the registry and scripted replies are left
 * out.
 */
const READING_PHASES = ['lint', 'examples', 'boundary', 'valid', 'invalid'];

/**
 * Creates the configuration of a command that names a contract (a file, or a URL of this machine) and a service.
 * `reports` is the folder in which a contract from a URL is saved.
 */
export async function directConfig(
  contract: string,
  flags: DirectFlags,
  folder: string,
  reports: string,
): Promise<DirectReading> {
  const headers = (flags.header ?? []).map(parseHeader);
  const from = isUrl(contract) ? loopbackUrl(contract, 'the contract') : undefined;
  const file =
    from === undefined ? contract : relative(folder, await downloadedContract(from, reports, authority(flags)));
  const reading = await readContract(file, { root: folder, prefix: PREFIX, leavesOut: true });
  if (reading.kind === 'faults') return reading;
  const url = flags.mock === true ? undefined : await serviceUrl(contract, flags, from, reading.contract);
  const token = flags.token ?? process.env[`${PREFIX.toUpperCase()}_TOKEN`] ?? '';
  if (token !== '' && !/^[!-~]{6,}$/.test(token))
    throw new ParityError(
      'token-invalid',
      '--token: the token is too short, or contains a character that a header cannot contain',
      'Write at least 6 visible ASCII characters.',
    );
  const given = givenHeaders(headers, token, reading.contract.operations);
  return { kind: 'direct', contract: reading.contract, loaded: loadedFor(file, url, token, given, flags, folder) };
}

function loadedFor(
  file: string,
  url: string | undefined,
  token: string,
  { credentials, callHeaders, headers }: GivenHeaders,
  { write, ca }: DirectFlags,
  folder: string,
): LoadedConfig {
  const config = {
    contracts: [file],
    surfaces: { rest: { driver: 'rest' } },
    ...(url !== undefined && { service: { url, ...(ca !== undefined && { ca }) } }),
    backends: [url === undefined ? 'mock' : 'reference'],
  };
  const loaded = completeConfig(config, join(folder, 'parity.config.ts'));
  // The mock accepts any token, so it gets a fixed one. A service gets only the credentials that the user gives.
  if (url === undefined) return { ...loaded, phases: READING_PHASES };
  return {
    ...loaded,
    token,
    credentials,
    callHeaders,
    headers,
    phases: write === true ? [...READING_PHASES, 'sequences'] : READING_PHASES,
    ...(write !== true && { safe: true }),
  };
}

/**
 * The URL of the service: `--url`, or the server of a contract that was read from a URL. This server may be relative to
 * the URL of the contract.
 */
export async function serviceUrl(
  name: string,
  flags: Pick<DirectFlags, 'url' | 'ca'>,
  from: URL | undefined,
  contract: Contract,
): Promise<string> {
  if (flags.url !== undefined) {
    const given = loopbackUrl(flags.url, '--url').href.replace(/\/$/, '');
    await refuseUnreachable(given);
    return withBasePath(given, contract, authority(flags));
  }
  if (from === undefined)
    throw new ParityError(
      'service-missing',
      `no service is named for ${name}`,
      'Add `--url http://127.0.0.1:PORT` for a running service, or `--mock` to check the contract only.',
    );
  const server = serverUrl(contract.document);
  if (!URL.canParse(server, from)) return from.origin;
  const { origin, pathname } = new URL(server, from);
  // A contract often names its public server. Requests are sent to the service on this machine instead, which published
  // the contract.
  return origin === from.origin
    ? origin + pathname.replace(/\/$/, '')
    : withBasePath(from.origin, contract, authority(flags));
}

function authority({ ca }: Pick<DirectFlags, 'ca'>): Authority {
  return ca === undefined ? {} : readAuthority(ca, process.cwd());
}
