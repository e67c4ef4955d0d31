import { type Json, type JsonObject, ownValue } from '../json/json.js';
import { setMember } from '../json/members.js';
import { compatiblePattern } from '../patterns/compatible-pattern.js';

/**
 * How a schema with `nullable: true` is changed to accept null. `none`: no change is needed, because the schema already
 * accepts null. `type`: null is added to the type. `branch`: null becomes a separate branch of `anyOf`, because
 * keywords other than `type` may forbid null.
 */
export type NullReading = 'none' | 'type' | 'branch';

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'const'] as const;
/** Keywords that only describe a schema. They stay in place when null becomes a separate branch. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default example examples deprecated readOnly writeOnly externalDocs xml $defs definitions'.split(
    ' ',
  ),
);
/** Keywords that are removed, because a schema of OpenAPI 3.0 has no URL, anchor or dialect of its own. */
const NO_KEYWORDS: ReadonlySet<string> = new Set(
  '$id $schema $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $vocabulary'.split(' '),
);

export function nullReading(schema: JsonObject): NullReading {
  if (ownValue(schema, 'nullable') !== true || typeof ownValue(schema, '$ref') === 'string') return 'none';
  if (COMPOSITIONS.some((keyword) => Object.hasOwn(schema, keyword))) return 'branch';
  return Object.hasOwn(schema, 'type') || Object.hasOwn(schema, 'enum') ? 'type' : 'none';
}

/** Whether a keyword moves into the branch of `anyOf` for values other than null. */
export function movesBesideNull(keyword: string): boolean {
  return !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-');
}

/**
 * Converts a schema to JSON Schema 2020-12, after its members have been converted. Keywords of 2020-12 keep their
 * meaning, because some frameworks write them into 3.0 descriptions; the lint reports them.
 */
export function upgradedSchema(schema: JsonObject): JsonObject {
  const reference = ownValue(schema, '$ref');
  // The siblings of `$ref` are ignored (OpenAPI 3.0.4 §4.7.23). Definitions beside it are kept as the targets of
  // references.
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

/**
 * Converts a bound. `exclusiveMinimum: true` makes the `minimum` beside it exclusive (OpenAPI 3.0.4 §4.7.24, after
 * draft-05).
 */
function upgradeBound(
  made: Record<string, Json>,
  keyword: 'minimum' | 'maximum',
  value: Json,
  schema: JsonObject,
): void {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  made[ownValue(schema, exclusive) === true ? exclusive : keyword] = value;
}

/** Whether a string contains base64: its format is `byte` (OpenAPI 3.0.4 §4.4) or the older name `base64`. */
function isBase64(schema: JsonObject, format: Json): boolean {
  return ownValue(schema, 'type') === 'string' && (format === 'byte' || format === 'base64');
}

/**
 * Adds null to `type`. If an `enum` does not list null, null is also added to the `enum`, because `nullable: true`
 * shows that null is intended. The lint reports such an `enum`.
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
