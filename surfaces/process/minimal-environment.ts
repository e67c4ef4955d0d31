/**
 * The environment variables that programs need to run. All other variables of the harness process are not passed on,
 * because a proxy, an option or a token in them could change the outcome of a case.
 */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'] as const;

export function minimalEnvironment(): Readonly<Record<string, string>> {
  const kept = INHERITED.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    kept.filter((entry): entry is readonly [(typeof INHERITED)[number], string] => entry[1] !== undefined),
  );
}
