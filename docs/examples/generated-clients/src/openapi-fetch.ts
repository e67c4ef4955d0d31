import createClient from 'openapi-fetch';
import { type Input, type Methods, type Settings, fetchWithin, valueOf } from './outcome.js';
import type { paths } from './schema.js';

/** The generated types have no operations at run time: the client is called with a method and a path. */
const OPERATIONS = {
  createNote: ['post', '/notes'],
  getNote: ['get', '/notes/{note_id}'],
} as const;

export function Client({ baseUrl, token, timeoutMs }: Settings): Methods {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = createClient<paths>({ baseUrl, headers, fetch: fetchWithin(timeoutMs) });
  const send = client.request as (method: string, path: string, options: object) => Promise<object>;
  const methods = Object.entries(OPERATIONS).map(
    ([name, [method, path]]) =>
      [name, ({ body, ...params }: Input) => valueOf(send(method, path, { params, body }))] as const,
  );
  return Object.fromEntries(methods);
}
