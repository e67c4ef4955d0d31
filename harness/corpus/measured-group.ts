import { type InvalidValue } from '../cases/invalid/invalid-schema-values.js';
import type { Satisfiability } from '../cases/values/satisfiability.js';
import { SchemaCases } from '../cases/schema-cases.js';
import type { Json } from '../../contract/json/json.js';
import { FALSE_SCHEMA, type SchemaJudge } from './judges/judge.js';
import { probeValues } from './probe-values.js';
import { remoteSchemas } from './judges/remote-schemas.js';
import type { SchemaGroup } from './judges/schema-groups.js';
import { type ChosenJudge, schemaJudge } from './judges/schema-judge.js';

/** The number of valid values, and of invalid values, that are requested for each schema. */
const WANTED = 100;
const SEED = 1;

/** The results for the valid values, or for the invalid values, of one schema. */
export interface Side {
  /** True if the schema is known to have valid (or invalid) values, from its source or because the judge found one. */
  readonly exists: boolean;
  readonly values: number;
  /**
   * The number of values with a wrong label. A label is wrong if the judge disagrees that the value is valid, or that
   * it is invalid, or about the violated keyword.
   */
  readonly wrong: number;
  readonly wrongValue?: string;
  readonly example?: string;
  readonly microseconds: number;
  /** The reason why no values were made. Not set if some were made. */
  readonly reason?: string;
}

export interface MeasuredGroup {
  readonly kind: 'group';
  readonly set: string;
  readonly name: string;
  readonly judge: string;
  /**
   * True if every judge (independent validator) disagrees with the expected result of some test in the schema's source.
   * The verdicts of the chosen judge are then unreliable.
   */
  readonly doubtful: boolean;
  /**
   * The result of `satisfiability` for the schema: whether valid values exist. It is computed before any value is made.
   */
  readonly verdict: Satisfiability['kind'] | 'unusable';
  readonly valid: Side;
  readonly invalid: Side & { readonly keywords: readonly string[] };
}

/** Makes valid and invalid values of one schema and judges them. */
export async function measureGroup(
  group: SchemaGroup,
  remotes: Readonly<Record<string, string>>,
): Promise<MeasuredGroup> {
  const { set, name, tests } = group;
  const refused = tests.some(({ valid }) => !valid);
  const unserved = (reason: string): MeasuredGroup => {
    const side = { values: 0, wrong: 0, microseconds: 0, reason };
    const [valid, invalid] = [
      { ...side, exists: group.satisfiable ?? false },
      { ...side, exists: refused, keywords: [] },
    ];
    return { kind: 'group', set, name, judge: 'none', doubtful: false, verdict: 'unusable', valid, invalid };
  };
  const chosen = await schemaJudge(group, remotes).catch(reasonOf);
  if (typeof chosen === 'string') return unserved(chosen);
  const cases = orReason(() => schemaCases(group, remotes));
  if (cases.kind === 'reason') return unserved(cases.reason);
  return { set, name, ...bothSides(group, chosen, cases.value) };
}

function bothSides(
  group: SchemaGroup,
  { judge, doubtful }: ChosenJudge,
  cases: SchemaCases,
): Omit<MeasuredGroup, 'set' | 'name'> {
  const probes = probeValues().map((value) => accepted(judge, value));
  const verdict = orReason(() => cases.satisfiability().kind);
  const valid = validSide(cases, judge, group.satisfiable ?? probes.includes(true));
  const invalid = invalidSide(cases, judge, group.tests.some((one) => !one.valid) || probes.includes(false));
  return {
    kind: 'group',
    judge: judge.name,
    doubtful,
    verdict: verdict.kind === 'value' ? verdict.value : 'unusable',
    valid,
    invalid,
  };
}

function schemaCases({ schema, draft }: SchemaGroup, remotes: Readonly<Record<string, string>>): SchemaCases {
  const cases = new SchemaCases(schema, { dialect: draft, remotes: remoteSchemas(draft, remotes) });
  // This call throws if the schema cannot be used.
  cases.accepts(null);
  return cases;
}

function validSide(cases: SchemaCases, judge: SchemaJudge, exists: boolean): Side {
  const started = performance.now();
  const made = orReason(() => Array.from({ length: WANTED }, (_, index) => cases.valid(SEED, index)));
  const spent = performance.now() - started;
  if (made.kind === 'reason') return { exists, values: 0, wrong: 0, microseconds: 0, reason: made.reason };
  const values = made.value.filter((value) => value !== undefined);
  const wrong = values.filter((value) => !accepted(judge, value));
  const reason = values.length < WANTED ? { reason: `only ${values.length} of ${WANTED} values were made` } : {};
  const example = values.length === 0 ? {} : { example: JSON.stringify(values[0]).slice(0, 100) };
  return {
    exists,
    values: values.length,
    wrong: wrong.length,
    ...shown(wrong),
    ...example,
    microseconds: (1000 * spent) / WANTED,
    ...reason,
  };
}

function invalidSide(cases: SchemaCases, judge: SchemaJudge, exists: boolean): MeasuredGroup['invalid'] {
  const started = performance.now();
  const made = orReason(() => cases.invalid(SEED, WANTED));
  const spent = performance.now() - started;
  if (made.kind === 'reason')
    return { exists, values: 0, wrong: 0, microseconds: 0, keywords: [], reason: made.reason };
  const found = made.value;
  const wrong = found.filter((one) => !confirmed(judge, one));
  const keywords = [...new Set(found.map(({ violation }) => violation.keyword))];
  const microseconds = (1000 * spent) / Math.max(1, found.length);
  const reason = found.length === 0 ? { reason: 'no value made' } : {};
  const showing = shown(wrong.map(({ value, violation }): Json => [value, violation.keyword, violation.pointer]));
  return {
    exists: exists || found.length > 0,
    values: found.length,
    wrong: wrong.length,
    ...showing,
    microseconds,
    keywords,
    ...reason,
  };
}

function shown([value]: readonly Json[]): { readonly wrongValue?: string } {
  return value === undefined ? {} : { wrongValue: JSON.stringify(value).slice(0, 300) };
}

/** Returns true if the judge reports the same keyword and pointer as the label of the value. */
function confirmed(judge: SchemaJudge, { value, violation }: InvalidValue): boolean {
  const faults = orReason(() => judge.faults(value));
  if (faults.kind === 'reason') return false;
  return faults.value.some(({ keyword, pointer }) => {
    if (keyword !== FALSE_SCHEMA)
      return pointer === violation.pointer && (NEWEST[keyword] ?? [keyword]).includes(violation.keyword);
    // A forbidden member or item is reported at its own pointer, or at the pointer of its container.
    const above = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    return (
      (pointer === violation.pointer && violation.keyword === 'false') ||
      (above === violation.pointer && MAY_REFUSE.has(violation.keyword))
    );
  });
}

/** Maps keywords of older drafts to their current names. */
const NEWEST: Readonly<Record<string, readonly string[]>> = {
  additionalItems: ['items'],
  dependencies: ['dependentRequired'],
  minimum: ['minimum', 'exclusiveMinimum'],
  maximum: ['maximum', 'exclusiveMaximum'],
};

const MAY_REFUSE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'items',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function accepted(judge: SchemaJudge, value: Json): boolean {
  const verdict = orReason(() => judge.accepts(value));
  return verdict.kind === 'value' && verdict.value;
}

type OrReason<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'reason'; readonly reason: string };

function orReason<T>(make: () => T): OrReason<T> {
  try {
    return { kind: 'value', value: make() };
  } catch (error) {
    return { kind: 'reason', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '';
}
