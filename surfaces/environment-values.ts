import { withoutSlash } from '../contract/server-urls.js';
import type { DriverContext } from './driver.js';

/**
 * Variables of the configuration, with `{url}`, `{url:SERVER}` and `{token}` replaced: a program that was not made for
 * the check has names of its own for them. Without a token, a variable that needs one is left out.
 */
export function environmentValues(
  env: Readonly<Record<string, string>> | undefined,
  { baseUrl, serverUrls }: Pick<DriverContext, 'baseUrl' | 'serverUrls'>,
  token: string | undefined,
): Readonly<Record<string, string>> {
  const given = Object.entries(env ?? {}).filter(([, value]) => token !== undefined || !value.includes('{token}'));
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value
        .replaceAll('{url}', () => baseUrl)
        // A server without a base URL of its own is reached at the common one.
        .replaceAll(/\{url:([^{}]*)\}/g, (_, server: string) => serverUrls?.get(withoutSlash(server)) ?? baseUrl)
        .replaceAll('{token}', () => token ?? ''),
    ]),
  );
}
