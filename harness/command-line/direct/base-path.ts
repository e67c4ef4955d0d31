import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import type { Authority } from '../../backends/service/authority.js';
import { type SeenReply, replyFit } from '../../backends/service/reply-fit.js';
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
  const tried = contract.operations
    // Operations with their own `servers` may be offered by other servers.
    .filter(({ method, servers }) => method === 'get' && servers === undefined)
    .filter((operation) => isValidInput(contract, operation, {}))
    .slice(0, MOST_TRIED)
    .flatMap((operation) => {
      const encoded = encodeRequest(operation, {});
      return encoded.kind === 'request' ? [{ operation, target: encoded.target }] : [];
    });
  const own = await fitAt(url, tried, authority);
  return own < 2 && (await fitAt(url + path, tried, authority)) > own ? url + path : url;
}

interface Tried {
  readonly operation: Operation;
  readonly target: string;
}

/**
 * Rates how well the replies below a base URL fit the operations of the contract (see `replyFit`). The result is the
 * rating of the best reply.
 */
async function fitAt(base: string, tried: readonly Tried[], authority: Authority): Promise<number> {
  let fit = 0;
  for (const { operation, target } of tried) {
    fit = Math.max(fit, replyFit(operation, await replyOf(base + target, authority)));
    if (fit === 2) break;
  }
  return fit;
}

async function replyOf(url: string, authority: Authority): Promise<SeenReply | undefined> {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin, { connect: authority });
  try {
    const { statusCode, headers, body } = await requestWith(client, {
      method: 'GET',
      path: pathname + search,
      signal: AbortSignal.timeout(REPLY_MS),
    });
    // The body is not read. Closing the client ends it.
    body.on('error', () => undefined);
    const type = headers['content-type'];
    return { status: statusCode, contentType: typeof type === 'string' ? type : undefined };
  } catch {
    return undefined;
  } finally {
    await client.destroy();
  }
}
