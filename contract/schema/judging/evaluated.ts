import { isJsonObject, type Json, type JsonObject, ownValue } from '../../json/json.js';
import { patternTest } from '../../patterns/pattern-matcher.js';

/** Gives the functions for `unevaluatedProperties` and `unevaluatedItems` access to the compiled schema copies. */
export interface EvaluationContext {
  /** The schema copy to which a `$ref` with this key leads. */
  referred(key: string): Json | undefined;
  /** Whether a subschema of a copy accepts a value. The subschema is compiled on first use. */
  accepts(schema: JsonObject, value: Json): boolean;
}

/**
 * The members and items that a schema evaluates, apart from its own `unevaluated*` (JSON Schema 2020-12 Core §10.3,
 * §11). `conditional` contains those that are evaluated only if a subschema, such as an alternative, accepts the value.
 * For a subschema that every valid value satisfies, there is no such condition.
 */
export interface Evaluated {
  everyMember: boolean;
  readonly members: Set<string>;
  readonly patterns: ((name: string) => boolean)[];
  everyItem: boolean;
  leadingItems: number;
  readonly itemTests: ((item: Json) => boolean)[];
  readonly conditional: { readonly holds: (value: Json) => boolean; readonly evaluated: Evaluated }[];
}

export function evaluatedBy(schema: JsonObject, context: EvaluationContext): Evaluated {
  const evaluated = nothing();
  collect(schema, evaluated, context, new Set(), true);
  return evaluated;
}

/**
 * Whether a schema evaluates a member of a value. If `assumed` is true, all conditions in `conditional` count as
 * satisfied.
 */
export function coversMember(evaluated: Evaluated, value: JsonObject, name: string, assumed = false): boolean {
  if (evaluated.everyMember || evaluated.members.has(name) || evaluated.patterns.some((pattern) => pattern(name)))
    return true;
  return evaluated.conditional.some(
    (part) => coversMember(part.evaluated, value, name, assumed) && (assumed || part.holds(value)),
  );
}

export function coversItem(evaluated: Evaluated, value: readonly Json[], index: number, assumed = false): boolean {
  if (evaluated.everyItem || index < evaluated.leadingItems) return true;
  const item = value[index];
  if (item !== undefined && evaluated.itemTests.some((test) => assumed || test(item))) return true;
  return evaluated.conditional.some(
    (part) => coversItem(part.evaluated, value, index, assumed) && (assumed || part.holds(value)),
  );
}

function nothing(): Evaluated {
  return {
    everyMember: false,
    members: new Set(),
    patterns: [],
    everyItem: false,
    leadingItems: 0,
    itemTests: [],
    conditional: [],
  };
}

/**
 * Collects the members and items that a schema evaluates. `path` contains the schemas around this one, so that cyclic
 * references end.
 */
function collect(
  schema: Json | undefined,
  into: Evaluated,
  context: EvaluationContext,
  path: Set<Json>,
  own = false,
): void {
  if (!isJsonObject(schema) || path.has(schema)) return;
  path.add(schema);
  collectMembers(schema, into, own);
  collectItems(schema, into, context, own);
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string') collect(context.referred(reference), into, context, path);
  for (const part of listOf(schema, 'allOf')) collect(part, into, context, path);
  collectConditional(schema, into, context, path);
  path.delete(schema);
}

function collectMembers(schema: JsonObject, into: Evaluated, own: boolean): void {
  for (const name of Object.keys(schema['properties'] ?? {})) into.members.add(name);
  for (const pattern of Object.keys(schema['patternProperties'] ?? {})) into.patterns.push(patternTest(pattern));
  if (schema['additionalProperties'] !== undefined || (!own && schema['unevaluatedProperties'] !== undefined))
    into.everyMember = true;
}

function collectItems(schema: JsonObject, into: Evaluated, context: EvaluationContext, own: boolean): void {
  into.leadingItems = Math.max(into.leadingItems, listOf(schema, 'prefixItems').length);
  if (schema['items'] !== undefined || (!own && schema['unevaluatedItems'] !== undefined)) into.everyItem = true;
  const contains = schema['contains'];
  if (isJsonObject(contains)) into.itemTests.push((item) => context.accepts(contains, item));
}

function collectConditional(schema: JsonObject, into: Evaluated, context: EvaluationContext, path: Set<Json>): void {
  const when = (holds: (value: Json) => boolean, ...parts: readonly (Json | undefined)[]): void => {
    const evaluated = nothing();
    for (const part of parts) collect(part, evaluated, context, path);
    into.conditional.push({ holds, evaluated });
  };
  for (const branch of [...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')]) {
    if (isJsonObject(branch))
      when(
        remembered((value) => context.accepts(branch, value)),
        branch,
      );
  }
  const condition = schema['if'];
  if (isJsonObject(condition)) {
    const holds = remembered((value) => context.accepts(condition, value));
    when(holds, condition, schema['then']);
    when((value) => !holds(value), schema['else']);
  }
  for (const [name, part] of Object.entries(schema['dependentSchemas'] ?? {})) {
    when((value) => isJsonObject(value) && Object.hasOwn(value, name), part as Json);
  }
}

/**
 * Caches the result of `holds` for each object. Without the cache, a recursive schema would test each member once per
 * level, and the time would double with each level of the value. Values are immutable, so a cached result stays valid.
 */
function remembered(holds: (value: Json) => boolean): (value: Json) => boolean {
  const verdicts = new WeakMap<object, boolean>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return holds(value);
    const verdict = verdicts.get(value) ?? holds(value);
    verdicts.set(value, verdict);
    return verdict;
  };
}

function listOf(schema: JsonObject, keyword: string): readonly Json[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
