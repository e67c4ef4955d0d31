import type { Contract, SchemaSource } from '../contract.js';
import { canonicalJson } from '../json/canonical-json.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../json/json.js';
import { joinPointer } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { memberSchemas, schemaTypes, schemasInPlace } from '../wire/decode-value.js';

/** The maximum depth of the objects in a patch. */
export const MAX_PATCH_DEPTH = 32;

/** An object in a patch, together with a schema of the object in the item that it changes. */
interface Patched {
  readonly schemas: SchemaSource;
  readonly uri: SchemaUri;
  readonly schema: JsonObject;
  readonly patch: JsonObject;
  /** The names of the members that the patch sets. */
  readonly set: readonly string[];
  /** The names of the members that the patch removes, because their value is `null`. */
  readonly removed: readonly string[];
}

/**
 * Pointers to the objects of a patch that may make the item invalid. They may do so because a keyword concerns several
 * members together, and the other members of the item are not known. The keywords are `maxProperties`, `minProperties`,
 * `dependentRequired`, `dependentSchemas`, `if`, `not`, `oneOf`, `anyOf`, and `const` or `enum` for a whole object.
 * `item`: the schemas of the item. `isDeep`: whether objects inside the patch are merged with those of the item (RFC
 * 7396); if not, they replace them.
 */
export function objectsWithLimits(
  { schemas }: Contract,
  item: readonly SchemaUri[],
  body: JsonObject,
  isDeep: boolean,
): readonly string[] {
  const at = (uris: readonly SchemaUri[], patch: JsonObject, pointer: string, depth: number): readonly string[] => {
    const inner = Object.entries(patch).flatMap(([name, value]) => {
      if (!isDeep || depth >= MAX_PATCH_DEPTH || !isJsonObject(value)) return [];
      return at(memberSchemas(schemas, uris, name), value, joinPointer(pointer, name), depth + 1);
    });
    return mayBreak(schemas, uris, patch) ? [pointer, ...inner] : inner;
  };
  return at(item, body, '', 0);
}

function mayBreak(schemas: SchemaSource, uris: readonly SchemaUri[], patch: JsonObject): boolean {
  const names = Object.keys(patch);
  if (names.length === 0) return false;
  const removed = names.filter((name) => patch[name] === null);
  const set = names.filter((name) => patch[name] !== null);
  const inPlace = uris.flatMap((uri) => [...schemasInPlace(schemas, uri)]);
  return inPlace.some(([uri, schema]) => {
    const patched = { schemas, uri, schema, patch, set, removed };
    return LIMITS.some((breaks) => breaks(patched));
  });
}

const LIMITS: readonly ((patched: Patched) => boolean)[] = [
  mayHaveTooMany,
  mayHaveTooFew,
  mayLackDependents,
  touchesCondition,
  touchesBranches,
  isWholeValueStated,
];

/** Whether the patch may add a member to an object of the item that already has `maxProperties` members. */
function mayHaveTooMany({ schema, set }: Patched): boolean {
  const most = ownValue(schema, 'maxProperties');
  const named = Object.keys(objectAt(schema, 'properties')).length;
  const isClosed =
    ownValue(schema, 'additionalProperties') === false && ownValue(schema, 'patternProperties') === undefined;
  if (typeof most !== 'number' || (isClosed && named <= most)) return false;
  const required = requiredIn(schema);
  return set.some((name) => !required.has(name));
}

/** Whether the patch may leave an object of the item with fewer than `minProperties` members. */
function mayHaveTooFew({ schema, set, removed }: Patched): boolean {
  const least = ownValue(schema, 'minProperties');
  if (typeof least !== 'number' || removed.length === 0) return false;
  const kept = new Set([...set, ...[...requiredIn(schema)].filter((name) => !removed.includes(name))]);
  return kept.size < least;
}

function mayLackDependents({ schema, patch, set, removed }: Patched): boolean {
  const required = requiredIn(schema);
  return Object.entries(objectAt(schema, 'dependentRequired')).some(([name, needed]) => {
    if (removed.includes(name) || !Array.isArray(needed)) return false;
    const isMissing = (other: Json): boolean =>
      typeof other === 'string' && !Object.hasOwn(patch, other) && !required.has(other);
    return needed.some((other) => removed.includes(String(other)) || (set.includes(name) && isMissing(other)));
  });
}

/**
 * Whether the patch changes a member on which a condition in the schema of the object depends (`if`, `not`,
 * `dependentSchemas`).
 */
function touchesCondition({ schemas, uri, schema, patch }: Patched): boolean {
  const dependent = Object.keys(objectAt(schema, 'dependentSchemas'));
  const conditions = [
    ...['if', 'then', 'else', 'not'].filter((keyword) => isJsonObject(ownValue(schema, keyword))).map((each) => [each]),
    ...dependent.map((name) => ['dependentSchemas', name]),
  ];
  if (conditions.length === 0) return false;
  const named = new Set([
    ...dependent,
    ...conditions.flatMap((tokens) => [...statedNames(schemas, schemas.child(uri, ...tokens))]),
  ]);
  // A condition that names no member may concern every member.
  return named.size === 0 || Object.keys(patch).some((name) => named.has(name));
}

/**
 * Whether the patch changes a member for which the alternatives (`oneOf`, `anyOf`) of the object have different
 * schemas.
 */
function touchesBranches({ schemas, uri, schema, patch }: Patched): boolean {
  return ['oneOf', 'anyOf'].some((keyword) => {
    const stated = ownValue(schema, keyword);
    if (!Array.isArray(stated)) return false;
    const branches = stated
      .map((_, index) => schemas.child(uri, keyword, index))
      .filter((branch) => takesObjects(schemas, branch));
    return Object.keys(patch).some((name) => new Set(branches.map((each) => memberText(schemas, each, name))).size > 1);
  });
}

function takesObjects(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = schemaTypes(schemas, uri);
  return schemas.at(uri) !== false && (types.size === 0 || types.has('object'));
}

/**
 * What an object schema states about a member: its schemas, and whether it is required. The result is canonical JSON,
 * so that two schemas can be compared.
 */
function memberText(schemas: SchemaSource, uri: SchemaUri, name: string): string {
  const own = memberSchemas(schemas, [uri], name).map((each) => schemas.at(each));
  const isRequired = [...schemasInPlace(schemas, uri).values()].some((schema) => requiredIn(schema).has(name));
  return canonicalJson([own, isRequired]);
}

/** Whether the schema lists the permitted values of the whole object, by `const` or `enum`. */
function isWholeValueStated({ schema }: Patched): boolean {
  const listed = ownValue(schema, 'enum');
  return (
    isJsonObject(ownValue(schema, 'const')) || (Array.isArray(listed) && listed.some((value) => isJsonObject(value)))
  );
}

/** The names of the members that a schema lists in `properties` and `required`. */
function statedNames(schemas: SchemaSource, uri: SchemaUri): ReadonlySet<string> {
  return new Set(
    [...schemasInPlace(schemas, uri).values()].flatMap((schema) => [
      ...Object.keys(objectAt(schema, 'properties')),
      ...requiredIn(schema),
    ]),
  );
}

function requiredIn(schema: JsonObject): ReadonlySet<string> {
  const required = ownValue(schema, 'required');
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = ownValue(schema, keyword);
  return isJsonObject(value) ? value : {};
}
