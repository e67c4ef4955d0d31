import { withoutSlash } from '../../contract/server-urls.js';
import type { DriverContext } from '../driver.js';
import { serverVariables } from '../generation/server-variables.js';

/**
 * Replaces `{url}`, `{url:SERVER}` and `{token}` in the configured environment variables. Such variables are for
 * programs that read the base URL and the token under their own names. If there is no token, variables that contain
 * `{token}` are left out.
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

/**
 * Replaces `{url}` and `{url:SERVER}` in a text. If the server has no base URL of its own, `{url:SERVER}` becomes
 * `baseUrl`. Neither ends with a slash, because a path may follow in the text.
 */
export function withUrls(
  text: string,
  { baseUrl, serverUrls }: BaseUrls,
  encoded = (url: string): string => url,
): string {
  return text
    .replaceAll('{url}', () => encoded(withoutSlash(baseUrl)))
    .replaceAll(/\{url:([^{}]*)\}/g, (_, server: string) =>
      encoded(serverUrls?.get(withoutSlash(server)) ?? withoutSlash(baseUrl)),
    );
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
