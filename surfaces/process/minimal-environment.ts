/**
 * The environment variables that programs need to run. Other variables of the harness, such as a proxy, an option or a
 * token, are not passed on, because they could change the outcome of a case.
 */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'] as const;

export function minimalEnvironment(): Readonly<Record<string, string>> {
  const kept = INHERITED.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    kept.filter((entry): entry is readonly [(typeof INHERITED)[number], string] => entry[1] !== undefined),
  );
}
