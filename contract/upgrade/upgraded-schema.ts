import { type Json, type JsonObject, ownValue } from '../json/json.js';
import { setMember } from '../json/members.js';
import { compatiblePattern } from '../patterns/compatible-pattern.js';

/**
 * How a schema with `nullable: true` is made to accept null. `none`: no change is needed. `type`: the type becomes a
 * list with null. `branch`: null becomes a separate branch of `anyOf`, because keywords other than `type` may forbid
 * null.
 */
export type NullReading = 'none' | 'type' | 'branch';

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'const'] as const;
/** Keywords that describe a schema. They are not moved when null becomes a branch. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default example examples deprecated readOnly writeOnly externalDocs xml $defs definitions'.split(
    ' ',
  ),
);
/** Keywords that OpenAPI 3.0 does not have. A reference of 3.0 is a JSON Reference; a schema has no URL or dialect. */
const NO_KEYWORDS: ReadonlySet<string> = new Set(
  '$id $schema $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $vocabulary'.split(' '),
);

export function nullReading(schema: JsonObject): NullReading {
  if (ownValue(schema, 'nullable') !== true || typeof ownValue(schema, '$ref') === 'string') return 'none';
  if (COMPOSITIONS.some((keyword) => Object.hasOwn(schema, keyword))) return 'branch';
  return Object.hasOwn(schema, 'type') || Object.hasOwn(schema, 'enum') ? 'type' : 'none';
}

/** Whether a keyword becomes part of the branch for values other than null. */
export function movesBesideNull(keyword: string): boolean {
  return !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-');
}

/**
 * Rewrites a schema to JSON Schema 2020-12, after its members have been upgraded. Keywords of 2020-12 keep their
 * meaning, because frameworks write them into 3.0 descriptions. The lint reports these keywords.
 */
export function upgradedSchema(schema: JsonObject): JsonObject {
  const reference = ownValue(schema, '$ref');
  // OpenAPI 3.0.4 §4.7.23: siblings of `$ref` are ignored. References to schemas below them stay valid.
  if (typeof reference === 'string')
    return pick(schema, (keyword) => keyword === '$ref' || keyword === '$defs' || keyword === 'definitions');
  const plain: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!NO_KEYWORDS.has(keyword)) upgradeKeyword(plain, keyword, value, schema);
  }
  const reading = nullReading(schema);
  if (reading === 'type') return withNull(plain);
  if (reading === 'none') return plain;
  return {
    ...pick(plain, (keyword) => !movesBesideNull(keyword)),
    anyOf: [pick(plain, movesBesideNull), { type: 'null' }],
  };
}

function upgradeKeyword(made: Record<string, Json>, keyword: string, value: Json, schema: JsonObject): void {
  if (keyword === 'nullable') return;
  if (keyword === 'minimum' || keyword === 'maximum') upgradeBound(made, keyword, value, schema);
  else if ((keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') && typeof value === 'boolean') return;
  else if (keyword === 'type' && value === 'file') Object.assign(made, { type: 'string', format: 'binary' });
  else if (keyword === 'format' && isBase64(schema, value))
    Object.assign(made, { format: 'byte', contentEncoding: 'base64' });
  else if (keyword === 'pattern' && typeof value === 'string') made['pattern'] = compatiblePattern(value);
  else setMember(made, keyword, value);
}

/** OpenAPI 3.0.4 §4.7.24 (after draft-05): `exclusiveMinimum: true` makes the adjacent `minimum` exclusive. */
function upgradeBound(
  made: Record<string, Json>,
  keyword: 'minimum' | 'maximum',
  value: Json,
  schema: JsonObject,
): void {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  made[ownValue(schema, exclusive) === true ? exclusive : keyword] = value;
}

/** `byte` (§4.4) is base64 text; `base64` is its older name. */
function isBase64(schema: JsonObject, format: Json): boolean {
  return ownValue(schema, 'type') === 'string' && (format === 'byte' || format === 'base64');
}

/**
 * Adds null to `type`, and to an `enum` that does not list null, because the author of `nullable: true` intends to
 * allow null. The lint reports such an `enum`.
 */
function withNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  const types: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
  return {
    ...schema,
    ...(types.length > 0 && !types.includes('null') && { type: [...types, 'null'] }),
    ...(Array.isArray(values) &&
      !(values as readonly Json[]).includes(null) && { enum: [...(values as readonly Json[]), null] }),
  };
}

function pick(schema: JsonObject, keeps: (keyword: string) => boolean): JsonObject {
  const made: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) if (keeps(keyword)) setMember(made, keyword, value);
  return made;
}
