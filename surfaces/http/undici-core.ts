import { createRequire } from 'node:module';
import type * as undici from 'undici';

/*
 * The dispatchers of undici. The main module of undici also loads fetch, caches, mocks and WebSockets, which takes
 * longer than the start of a whole command. The version of undici is exact, so these paths are stable.
 */
const load = createRequire(import.meta.url);

export const Client = load('undici/lib/dispatcher/client.js') as typeof undici.Client;
export type Client = undici.Client;

export const Pool = load('undici/lib/dispatcher/pool.js') as typeof undici.Pool;
export type Pool = undici.Pool;

export const buildConnector = load('undici/lib/core/connect.js') as typeof undici.buildConnector;
export type Connector = undici.buildConnector.connector;

/**
 * Calls `client.request`. This function is needed because only the main module of undici adds the method to the class.
 */
export function requestWith(
  client: Client,
  options: undici.Dispatcher.RequestOptions,
): Promise<undici.Dispatcher.ResponseData> {
  const request = load('undici/lib/api/api-request.js') as typeof client.request;
  return request.call(client, options) as Promise<undici.Dispatcher.ResponseData>;
}
