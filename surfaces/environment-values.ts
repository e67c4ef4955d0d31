/**
 * Variables of the configuration, with `{url}` and `{token}` replaced: a program that was not made for the check has
 * names of its own for them. Without a token, a variable that needs one is left out.
 */
export function environmentValues(
  env: Readonly<Record<string, string>> | undefined,
  url: string,
  token: string | undefined,
): Readonly<Record<string, string>> {
  const given = Object.entries(env ?? {}).filter(([, value]) => token !== undefined || !value.includes('{token}'));
  return Object.fromEntries(
    given.map(([name, value]) => [name, value.replaceAll('{url}', () => url).replaceAll('{token}', () => token ?? '')]),
  );
}
