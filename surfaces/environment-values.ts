import { withoutSlash } from '../contract/server-urls.js';
import type { DriverContext } from './driver.js';
import { serverVariables } from './generation/server-variables.js';

/**
 * The configured environment variables with `{url}`, `{url:SERVER}` and `{token}` replaced. They are for programs that
 * read the base URL and the token from variables with other names. Without a token, variables that contain `{token}`
 * are omitted.
 */
export function environmentValues(
  env: Readonly<Record<string, string>> | undefined,
  urls: BaseUrls,
  token: string | undefined,
): Readonly<Record<string, string>> {
  const given = Object.entries(env ?? {}).filter(([, value]) => token !== undefined || !value.includes('{token}'));
  return Object.fromEntries(
    given.map(([name, value]) => [name, withUrls(value, urls).replaceAll('{token}', () => token ?? '')]),
  );
}

export type BaseUrls = Pick<DriverContext, 'baseUrl' | 'serverUrls'>;

/** Replaces `{url}` and `{url:SERVER}`. A server without a base URL of its own gets `baseUrl`. */
export function withUrls(
  text: string,
  { baseUrl, serverUrls }: BaseUrls,
  encoded = (url: string): string => url,
): string {
  return text
    .replaceAll('{url}', () => encoded(baseUrl))
    .replaceAll(/\{url:([^{}]*)\}/g, (_, server: string) => encoded(serverUrls?.get(withoutSlash(server)) ?? baseUrl));
}

/** The environment variables with base URLs that generated programs read. Their names have no vendor prefix. */
export function baseUrlVariables({
  baseUrl,
  serverUrls,
  contract,
}: BaseUrls & Pick<DriverContext, 'contract'>): Readonly<Record<string, string>> {
  const variables = serverUrls === undefined ? undefined : serverVariables(contract);
  const named = [...(serverUrls ?? [])].map(([url, at]) => [variables?.get(url) ?? '', at] as const);
  return { BASE_URL: baseUrl, ...Object.fromEntries(named.filter(([name]) => name !== '')) };
}
