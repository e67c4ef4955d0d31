import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import type { Authority } from '../../backends/service/authority.js';
import { serverPath } from './server-url.js';
import { Client, requestWith } from '../../../surfaces/http/undici-core.js';

/** The maximum number of operations that are tried below each base URL. */
const MOST_TRIED = 3;
const REPLY_MS = 5000;

/**
 * Finds the base URL of the service with GET requests that have no arguments. If operations are found only below the
 * path of the contract's server, this path is added to the given URL.
 */
export async function withBasePath(url: string, contract: Contract, authority: Authority): Promise<string> {
  const path = serverPath(contract.document);
  if (path === '' || new URL(url).pathname !== '/') return url;
  const targets = contract.operations
    // Operations with their own `servers` may be offered by other servers.
    .filter(({ method, servers }) => method === 'get' && servers === undefined)
    .filter((operation) => isValidInput(contract, operation, {}))
    .slice(0, MOST_TRIED)
    .flatMap((operation) => {
      const encoded = encodeRequest(operation, {});
      return encoded.kind === 'request' ? [encoded.target] : [];
    });
  if (await isFound(url, targets, authority)) return url;
  return (await isFound(url + path, targets, authority)) ? url + path : url;
}

/** True if the service finds at least one of the targets. */
async function isFound(base: string, targets: readonly string[], authority: Authority): Promise<boolean> {
  for (const target of targets) {
    const status = await statusOf(base + target, authority);
    if (status !== undefined && status !== 404) return true;
  }
  return false;
}

async function statusOf(url: string, authority: Authority): Promise<number | undefined> {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin, { connect: authority });
  try {
    const { statusCode, body } = await requestWith(client, {
      method: 'GET',
      path: pathname + search,
      signal: AbortSignal.timeout(REPLY_MS),
    });
    // The body is not read. Closing the client ends it.
    body.on('error', () => undefined);
    return statusCode;
  } catch {
    return undefined;
  } finally {
    await client.destroy();
  }
}
