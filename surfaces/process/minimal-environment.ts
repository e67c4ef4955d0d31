/**
 * The variables that programs need to run. A proxy, an option or a token of the harness's environment would change the
 * outcome of a case.
 */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'] as const;

export function minimalEnvironment(): Readonly<Record<string, string>> {
  const kept = INHERITED.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    kept.filter((entry): entry is readonly [(typeof INHERITED)[number], string] => entry[1] !== undefined),
  );
}
