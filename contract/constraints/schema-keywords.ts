import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import {
  addCandidates,
  addLeast,
  addMaximum,
  addMinimum,
  addMost,
  addPrefixItem,
  addProperty,
  keepTypes,
} from './constraint-draft.js';
import { evaluationOf } from './constraint-evaluation.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';
import { statedStandard } from '../formats/outside-standards.js';
import { numberRange } from '../formats/number-formats.js';
import { decidedTest } from '../patterns/pattern-tests.js';
import { addApplicators } from './schema-applicators.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

/**
 * Adds the keywords of one schema to the draft of the constraints. Returns further conditions that the value must also
 * meet.
 */
export function addSchema(
  draft: ConstraintDraft,
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
): readonly Term[] {
  addTypes(draft, schema);
  addNumberBounds(draft, schema);
  addTextAndCounts(draft, schema);
  addObject(draft, terms, at, schema);
  addArray(draft, terms, at, schema);
  if (schema['default'] !== undefined) draft.defaults.push(schema['default']);
  draft.examples.push(...statedExamples(schema));
  if (schema['readOnly'] === true) draft.readOnly = true;
  if (schema['writeOnly'] === true) draft.writeOnly = true;
  return addApplicators(draft, terms, at, schema);
}

const MOST_EXAMPLES = 4;

/**
 * The examples of a schema. They come from `examples`, from `example` (OpenAPI 3.0), and from a standard that a text of
 * the schema mentions, such as the IANA time zones.
 */
function statedExamples(schema: JsonObject): readonly Json[] {
  const { example, examples } = schema;
  const stated = Array.isArray(examples) ? (examples as readonly Json[]).slice(0, MOST_EXAMPLES) : [];
  return [...stated, ...(example === undefined ? [] : [example]), ...statedStandard(schema)];
}

function addTypes(draft: ConstraintDraft, schema: JsonObject): void {
  const stated = schema['type'];
  if (stated !== undefined) {
    const allowed = new Set((Array.isArray(stated) ? stated : [stated]) as readonly JsonType[]);
    keepTypes(draft, (type) => allowed.has(type) || (type === 'integer' && allowed.has('number')));
  }
  if (schema['const'] !== undefined) addCandidates(draft, [schema['const']]);
  if (Array.isArray(schema['enum'])) addCandidates(draft, schema['enum']);
}

function addNumberBounds(draft: ConstraintDraft, schema: JsonObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number') addMinimum(draft, minimum, false);
  if (typeof maximum === 'number') addMaximum(draft, maximum, false);
  if (typeof exclusiveMinimum === 'number') addMinimum(draft, exclusiveMinimum, true);
  if (typeof exclusiveMaximum === 'number') addMaximum(draft, exclusiveMaximum, true);
  if (typeof multipleOf === 'number') draft.multiplesOf.push(multipleOf);
  addNumberFormat(draft, schema['format']);
}

/**
 * Restricts numbers to the range of their format. The range is only an annotation, so it is uncertain whether a number
 * outside the range is valid. Such a number is not generated, and `narrowed` records that valid values may be excluded.
 */
function addNumberFormat(draft: ConstraintDraft, format: JsonObject[string] | undefined): void {
  const range = numberRange(format);
  if (range === undefined) return;
  addMinimum(draft, range.low, false);
  addMaximum(draft, range.high, false);
  draft.narrowed.add('integer').add('number');
}

function addTextAndCounts(draft: ConstraintDraft, schema: JsonObject): void {
  for (const counted of ['Length', 'Items', 'Properties'] as const) {
    const { [`min${counted}`]: least, [`max${counted}`]: most } = schema;
    if (typeof least === 'number') addLeast(draft, counted, least);
    if (typeof most === 'number') addMost(draft, counted, most);
  }
  if (typeof schema['pattern'] === 'string') draft.patterns.push(schema['pattern']);
  if (typeof schema['format'] === 'string') draft.formats.push(schema['format']);
  // `contentEncoding` is only an annotation (JSON Schema Validation §8.3), but services decode the strings. The format
  // `byte` makes the generator write base64, and adds no assertion.
  else if (schema['contentEncoding'] === 'base64') draft.formats.push('byte');
}

function addObject(draft: ConstraintDraft, terms: TermMaker, at: SchemaPoint, schema: JsonObject): void {
  const { additionalProperties, unevaluatedProperties, required } = schema;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const patterns = Object.keys(isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {});
  for (const name of Object.keys(properties))
    addProperty(draft, name, terms.holds(terms.child(at, 'properties', name)));
  const expressions = patterns.map(decidedTest);
  for (const [index, pattern] of patterns.entries()) {
    const test = (name: string): boolean => expressions[index]?.(name) === true;
    draft.patternRules.push({ pattern, test, schema: terms.holds(terms.child(at, 'patternProperties', pattern)) });
  }
  if (Array.isArray(required)) for (const name of required) draft.required.add(String(name));
  if (isRestrictive(additionalProperties)) {
    const takes = (name: string): boolean =>
      !Object.hasOwn(properties, name) && !expressions.some((matches) => matches(name));
    draft.additionals.push({ schema: rest(terms, at, 'additionalProperties', additionalProperties), takes });
  }
  if (isRestrictive(unevaluatedProperties)) {
    const rule = rest(terms, at, 'unevaluatedProperties', unevaluatedProperties);
    draft.unevaluated.push({ owner: draft.owner, of: 'members', schema: rule });
  }
  if (schema['propertyNames'] !== undefined) draft.propertyNames.push(terms.holds(terms.child(at, 'propertyNames')));
  const hasRest = additionalProperties !== undefined || unevaluatedProperties !== undefined;
  if (!hasRest && patterns.length === 0 && schema['properties'] === undefined) return;
  const evaluation = evaluationOf(draft, draft.owner);
  for (const name of Object.keys(properties)) evaluation.names.add(name);
  evaluation.patterns.push(...expressions);
  evaluation.allMembers ||= additionalProperties !== undefined;
  evaluation.restMembers ||= unevaluatedProperties !== undefined;
}

function isRestrictive(schema: JsonObject[string] | undefined): schema is false | JsonObject {
  return schema === false || isJsonObject(schema);
}

function rest(terms: TermMaker, at: SchemaPoint, keyword: string, schema: false | JsonObject): Term | false {
  return schema === false ? false : terms.holds(terms.child(at, keyword));
}

function addArray(draft: ConstraintDraft, terms: TermMaker, at: SchemaPoint, schema: JsonObject): void {
  const { items, unevaluatedItems, contains, minContains, maxContains } = schema;
  if (schema['uniqueItems'] === true) draft.uniqueItems = true;
  const prefix = terms.list(at, 'prefixItems', schema);
  for (const [index, item] of prefix.entries()) addPrefixItem(draft, index, terms.holds(item));
  if (isRestrictive(items)) draft.itemsBehind.push({ schema: rest(terms, at, 'items', items), prefix: prefix.length });
  if (contains !== undefined) {
    const point = terms.child(at, 'contains');
    const min = typeof minContains === 'number' ? minContains : 1;
    const max = typeof maxContains === 'number' ? maxContains : Infinity;
    draft.contains.push({ holds: terms.holds(point), fails: terms.fails(point), min, max });
  }
  if (isRestrictive(unevaluatedItems)) {
    draft.unevaluated.push({
      owner: draft.owner,
      of: 'items',
      schema: rest(terms, at, 'unevaluatedItems', unevaluatedItems),
    });
  }
  if (prefix.length === 0 && items === undefined && unevaluatedItems === undefined && contains === undefined) return;
  const evaluation = evaluationOf(draft, draft.owner);
  evaluation.prefix = Math.max(evaluation.prefix, prefix.length);
  evaluation.allItems ||= items !== undefined;
  evaluation.restItems ||= unevaluatedItems !== undefined;
  if (contains !== undefined) evaluation.contains.push(terms.holds(terms.child(at, 'contains')));
}
