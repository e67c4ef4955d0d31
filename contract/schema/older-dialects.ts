import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import { joinPointer, pointerTokens } from '../json/json-pointer.js';
import { setMember } from '../json/members.js';

/**
 * The supported dialects. Keywords of a schema have the meaning that the specification of the schema's dialect defines.
 */
export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';

/** Keywords whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);
/** Keywords whose value is an object whose keys the author of the schema chose, such as the names in `properties`. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords that contain schemas which apply only if a reference leads to them. */
const CONTAINERS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
/** Keywords that drafts 04 to 07 do not define. A schema of one of these drafts does not restrict values with them. */
const LATER: ReadonlySet<string> = new Set([
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$recursiveAnchor',
]);

/**
 * Rewrites a schema to JSON Schema 2020-12. `dialect` is the dialect of schemas that do not state one in `$schema`. A
 * schema that uses only 2020-12 is returned unchanged.
 */
export function inNewestDialect(schema: Json, dialect: Dialect = '2020-12'): Json {
  return speaksNewest(schema, dialect) ? schema : new Translation(schema).schema(schema, dialect);
}

function speaksNewest(value: Json, dialect: Dialect): boolean {
  if (dialect !== '2020-12') return false;
  if (Array.isArray(value)) return (value as readonly Json[]).every((item) => speaksNewest(item, dialect));
  if (!isJsonObject(value)) return true;
  return dialectOf(value, dialect) === '2020-12' && Object.values(value).every((child) => speaksNewest(child, dialect));
}

function dialectOf(schema: JsonObject, inherited: Dialect): Dialect {
  const declared = Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (typeof declared !== 'string') return inherited;
  const draft = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/.exec(
    declared,
  )?.[1];
  if (draft === undefined) return inherited;
  return draft.replace('draft/', '') as Dialect;
}

class Translation {
  constructor(private readonly root: Json) {}

  schema(value: Json, inherited: Dialect): Json {
    if (!isJsonObject(value)) return value;
    const dialect = dialectOf(value, inherited);
    const made: Record<string, Json> = {};
    const hidesSiblings =
      dialect.startsWith('draft-') && typeof value['$ref'] === 'string' && Object.hasOwn(value, '$ref');
    for (const [keyword, child] of Object.entries(value)) {
      if (dialect === '2020-12') setMember(made, keyword, this.child(keyword, child, dialect));
      else if (!hidesSiblings) this.older(made, keyword, child, value, dialect);
      // The siblings of `$ref` are ignored (Draft-07 Core §8.3). Definitions beside it are kept as the targets of
      // references.
      else if (keyword === '$ref') made['$ref'] = this.reference(child as string);
      else if (CONTAINERS.has(keyword)) made[keyword] = this.child(keyword, child, dialect);
    }
    return made;
  }

  private older(made: Record<string, Json>, keyword: string, child: Json, schema: JsonObject, dialect: Dialect): void {
    const tuple = isTuple(schema);
    if (keyword === '$schema') return;
    if (keyword === 'items' && Array.isArray(child))
      made['prefixItems'] = (child as readonly Json[]).map((item) => this.schema(item, dialect));
    else if (keyword === 'additionalItems')
      setMember(made, tuple ? 'items' : 'x-additionalItems', this.schema(child, dialect));
    else if (keyword === 'dependencies' && isJsonObject(child)) this.dependencies(made, child, dialect);
    else if (keyword === '$id' || (keyword === 'id' && dialect === 'draft-04')) identify(made, child);
    else if (keyword === '$ref' && typeof child === 'string') made['$ref'] = this.reference(child);
    else if (keyword === '$recursiveRef') made['$dynamicRef'] = '#recursive';
    else if (keyword === '$recursiveAnchor') made['$dynamicAnchor'] = 'recursive';
    else if (dialect.startsWith('draft-') && LATER.has(keyword)) return;
    else if (BOUNDS.has(keyword)) bound(made, keyword, child, schema);
    else setMember(made, keyword, this.child(keyword, child, dialect));
  }

  /**
   * Rewrites the keyword `dependencies`. A list in it contains names of required members; any other value is a schema
   * (Draft-07 Validation §6.5.7).
   */
  private dependencies(made: Record<string, Json>, dependencies: JsonObject, dialect: Dialect): void {
    const required: Record<string, Json> = {};
    const schemas: Record<string, Json> = {};
    for (const [name, value] of Object.entries(dependencies)) {
      if (Array.isArray(value)) setMember(required, name, value);
      else if (typeof value === 'string') setMember(required, name, [value]);
      else setMember(schemas, name, this.schema(value, dialect));
    }
    made['dependentRequired'] = required;
    made['dependentSchemas'] = schemas;
  }

  private child(keyword: string, child: Json, dialect: Dialect): Json {
    if (DATA.has(keyword)) return child;
    if (Array.isArray(child)) return (child as readonly Json[]).map((item) => this.schema(item, dialect));
    if (!isJsonObject(child) || !MAPS.has(keyword)) return this.schema(child, dialect);
    return Object.fromEntries(Object.entries(child).map(([name, schema]) => [name, this.schema(schema, dialect)]));
  }

  /**
   * Adjusts a reference if the rewriting moves its target to a different keyword: `#/items/0` becomes
   * `#/prefixItems/0`.
   */
  private reference(reference: string): string {
    if (!reference.startsWith('#/')) return reference;
    let at: Json | undefined = this.root;
    const tokens = pointerTokens(decoded(reference.slice(1))).map((token) => {
      const parent: Json | undefined = at;
      at = step(parent, token);
      return movedToken(token, parent, at);
    });
    return at === undefined ? reference : `#${encodeURI(joinPointer('', ...tokens))}`;
  }
}

function movedToken(token: string, parent: Json | undefined, child: Json | undefined): string {
  if (!isJsonObject(parent)) return token;
  if (token === 'items' && Array.isArray(child)) return 'prefixItems';
  if (token === 'additionalItems') return isTuple(parent) ? 'items' : 'x-additionalItems';
  return token === 'dependencies' ? 'dependentSchemas' : token;
}

function step(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(token)];
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isTuple(schema: JsonObject): boolean {
  return Object.hasOwn(schema, 'items') && Array.isArray(schema['items']);
}

/**
 * Rewrites an `$id`. An `$id` that is only a fragment names a place, and becomes an `$anchor` of 2020-12 (Draft-07 Core
 * §8.2.3).
 */
function identify(made: Record<string, Json>, id: Json): void {
  if (typeof id !== 'string') return;
  const [url = '', anchor = ''] = id.split('#', 2);
  if (url !== '') made['$id'] = url;
  if (anchor !== '' && !anchor.startsWith('/')) made['$anchor'] = anchor;
}

const BOUNDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

/**
 * Rewrites a numeric bound. `exclusiveMinimum: true` makes the `minimum` beside it exclusive (Draft-04 Validation
 * §5.1.2).
 */
function bound(made: Record<string, Json>, keyword: string, value: Json, schema: JsonObject): void {
  if (typeof value !== 'number') return;
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  made[
    !keyword.startsWith('exclusive') && Object.hasOwn(schema, exclusive) && schema[exclusive] === true
      ? exclusive
      : keyword
  ] = value;
}
