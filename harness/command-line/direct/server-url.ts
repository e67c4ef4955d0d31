import type { Json } from '../../../contract/json/json.js';
import { serverUrls } from '../../../contract/server-urls.js';

/** The URL of the first server in a contract, or `/` if the contract names no server. */
export function serverUrl(document: Json): string {
  const [first = ''] = serverUrls(document);
  return first === '' ? '/' : first;
}

/** The path below which the servers of a contract offer their operations. Empty for the root. */
export function serverPath(document: Json): string {
  const url = serverUrl(document);
  const base = 'http://127.0.0.1';
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : '';
}
