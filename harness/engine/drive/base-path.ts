import { pathTemplateOf } from '../../../contract/wire/request/encode.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import type { Credentials } from '../../../contract/wire/request/credentials.js';
import { headerValue } from '../../../contract/wire/message.js';
import { likelyBasePaths, withoutSlash } from '../../../contract/server-urls.js';
import { ParityError } from '../../../contract/parity-error.js';
import { REAL_SERVICE } from '../../../rules/rule.js';
import type { Backend } from '../../backends/backend.js';
import { DEFAULT_URL, type ServerAddresses } from '../../backends/service/server-addresses.js';
import { replyFit } from '../../backends/service/reply-fit.js';
import { DirectClient } from './lane/direct-client.js';
import { untilStopped } from './lane/stopping.js';

interface Checked extends Credentials {
  readonly contract: Contract;
  readonly backends: readonly Backend[];
  readonly servers: Pick<ServerAddresses, 'missingPath'>;
  /** The configured URL of the service. */
  readonly url: string | undefined;
  readonly signal: AbortSignal;
}

/** The maximum number of operations that are called to check the base URL. */
const MOST_OPERATIONS = 4;

/**
 * Rejects if the configured base URL lacks the path of the server URL in the contract, such as `/v1`. Without this
 * check, every case would fail, with findings that blame the service. The steps of the check:
 * - If the base URL ends with the path, nothing is sent.
 * - Otherwise, a few operations are called by GET, without path parameters.
 * - If all replies are 404 or undocumented pages, the operations are called again, with the path appended to the base
 *   URL or in place of its own path. If a reply there fits the contract, the base URL is wrong.
 */
export async function refuseMissingBasePath({ backends, servers, url, signal, ...options }: Checked): Promise<void> {
  const path = servers.missingPath;
  const backend = backends.find(({ kind }) => REAL_SERVICE.has(kind));
  const readers = options.contract.operations.filter(isReader).slice(0, MOST_OPERATIONS);
  if (path === undefined || backend === undefined || readers.length === 0) return;
  const instance = await untilStopped(
    signal,
    () => backend.start(signal),
    (late) => void late.stop(),
  ).catch(() => undefined);
  // If the service does not start, the lanes report the error.
  if (instance === undefined) return;
  const { respond, basePath = '' } = instance;
  const client = new DirectClient(options, respond);
  const fitBelow = async (below: string, enough: number): Promise<number> => {
    let fit = 0;
    for (const operation of readers) {
      const target = `${below}${operation.path}`;
      const reply = await untilStopped(signal, () => client.get({ target, atOrigin: true }, operation));
      if (reply.kind !== 'response') continue;
      const contentType = headerValue(reply.headers, 'content-type');
      fit = Math.max(fit, replyFit(operation, { status: reply.status, contentType }));
      if (fit >= enough) break;
    }
    return fit;
  };
  try {
    if ((await fitBelow(basePath, 1)) > 0) return;
    for (const likely of likelyBasePaths(basePath, path))
      if ((await fitBelow(likely, 1)) > 0) throw missing(withoutSlash(url ?? DEFAULT_URL), likely);
  } finally {
    await instance.stop();
  }
}

function isReader(operation: Operation): boolean {
  return operation.method === 'get' && operation.servers === undefined && pathTemplateOf(operation).names.length === 0;
}

function missing(url: string, likely: string): ParityError {
  const origin = /^[^:/]+:\/\/[^/]+/.exec(url)?.[0] ?? '';
  return new ParityError(
    'base-path-missing',
    `the service does not offer the operations at ${url}, but at ${origin}${likely}, where the server URL in the contract places them`,
    `Correct the URL of the service: \`--url ${origin}${likely}\`, or \`url\` of the service in parity.config.ts.`,
  );
}
