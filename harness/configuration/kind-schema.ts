import type { JsonObject, JsonSchema } from '../../contract/json/json.js';
import type { AnyDrivenKind } from '../../surfaces/kinds/surface-kinds.js';

/**
 * The options of all kinds of surfaces, by the name of the option. The description of each option begins with the kinds
 * that have it.
 */
export function kindOptions(kinds: readonly AnyDrivenKind[]): Readonly<Record<string, JsonSchema>> {
  const names = [...new Set(kinds.flatMap(({ options }) => Object.keys(options)))];
  return Object.fromEntries(
    names.map((name) => {
      const having = kinds.filter(({ options }) => name in options);
      const schema = having[0]?.options[name] as JsonObject;
      const who = having.map(({ kind }) => `\`${kind}\``).join(', ');
      return [name, { ...schema, description: `${who}: ${String(schema['description'])}` }];
    }),
  );
}

/** A JSON Schema that requires the mandatory options of a surface of this kind. */
export function requiredOptions({ kind, required }: AnyDrivenKind): readonly JsonSchema[] {
  const [only, ...others] = required.map((names) => ({ required: names }));
  if (only === undefined) return [];
  const condition = { properties: { driver: { const: kind } } };
  return [{ if: condition, then: others.length === 0 ? only : { anyOf: [only, ...others] } }];
}

/** The default of the option `runs`, in words. */
export function defaultRuns(kinds: readonly AnyDrivenKind[]): string {
  const own = kinds.map(({ kind, runs }) => `${runs.whole} for \`${kind}\``);
  return `depends on the cost of a call: ${own.join(', ')}; at most 16 on the mock; if there is a service, the mock gets only the cases of \`--quick\``;
}

export function defaultLanes(kinds: readonly AnyDrivenKind[]): string {
  const own = kinds.flatMap(({ kind, lanes }) => (lanes === undefined ? [] : [`for \`${kind}\` ${lanes.words}`]));
  return ['1', ...own].join('; ');
}
