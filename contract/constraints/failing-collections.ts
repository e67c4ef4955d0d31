import { type JsonObject, isJsonObject } from '../json/json.js';
import { addLeast, addPrefixItem, addProperty } from './constraint-draft.js';
import type { ConstraintDraft, Term } from './constraint-types.js';
import { ofType, simpleTerm, allOfTerms, withMembers, withoutMember } from './simple-terms.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

/** The ways in which a value can violate a keyword for items or members; `undefined` for any other keyword. */
export function failingCollections(
  keyword: string,
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
): readonly Term[] | undefined {
  const ways = items(keyword, terms, at, schema);
  if (ways !== undefined) return ways.map((way) => allOfTerms([ofType('array'), way]));
  return members(keyword, terms, at, schema)?.map((way) => allOfTerms([ofType('object'), way]));
}

function items(keyword: string, terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] | undefined {
  switch (keyword) {
    case 'prefixItems':
      return terms.list(at, keyword, schema).map((point, index) => itemAt(index, terms.fails(point)));
    case 'items':
      return schema['items'] === true ? [] : [someItem(terms, at, terms.list(at, 'prefixItems', schema).length)];
    case 'contains':
      return failingContains(terms, at, schema);
    case 'uniqueItems':
      return schema['uniqueItems'] === true ? [simpleTerm('repeated items', repeatItems)] : [];
    case 'unevaluatedItems':
      return schema[keyword] === true ? [] : [anyItem(terms.child(at, keyword), terms)];
    default:
      return undefined;
  }
}

function repeatItems(draft: ConstraintDraft): void {
  draft.repeatedItems = true;
  addLeast(draft, 'Items', 2);
}

function itemAt(index: number, term: Term): Term {
  return simpleTerm(`item ${index} ${term.key}`, (draft) => {
    addLeast(draft, 'Items', index + 1);
    addPrefixItem(draft, index, term);
  });
}

/**
 * A term that a list meets if one of its items violates the `items` schema. If the schema has `prefixItems`, only the
 * first item after them is made invalid, although a later item could be. The constraints are then too strict, which
 * `narrowed` records.
 */
function someItem(terms: TermMaker, at: SchemaPoint, prefix: number): Term {
  const point = terms.child(at, 'items');
  if (prefix === 0) return anyItem(point, terms);
  return allOfTerms([
    itemAt(prefix, terms.fails(point)),
    simpleTerm('items are narrowed', (draft) => void draft.narrowed.add('array')),
  ]);
}

function anyItem(point: SchemaPoint, terms: TermMaker): Term {
  const [holds, fails] = [terms.fails(point), terms.holds(point)];
  return simpleTerm(
    `some item ${holds.key}`,
    (draft) => void draft.contains.push({ holds, fails, min: 1, max: Infinity }),
  );
}

/** The ways in which too few or too many items match `contains` (Validation §6.4.4, §6.4.5). */
function failingContains(terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] {
  const point = terms.child(at, 'contains');
  const [holds, fails] = [terms.holds(point), terms.fails(point)];
  const { minContains = 1, maxContains } = schema;
  const counted = (min: number, max: number): Term =>
    simpleTerm(`${min} to ${max} items ${holds.key}`, (draft) => void draft.contains.push({ holds, fails, min, max }));
  const none = simpleTerm(`no item ${holds.key}`, (draft) => void draft.itemsBehind.push({ schema: fails, prefix: 0 }));
  const tooFew =
    typeof minContains !== 'number' || minContains < 1 ? [] : [minContains === 1 ? none : counted(0, minContains - 1)];
  return typeof maxContains === 'number' ? [...tooFew, counted(maxContains + 1, Infinity)] : tooFew;
}

function members(keyword: string, terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] | undefined {
  const names = mapKeys(schema, keyword);
  switch (keyword) {
    case 'required':
      return Array.isArray(schema['required']) ? schema['required'].map((name) => withoutMember(String(name))) : [];
    case 'properties':
      return names.map((name) => memberIs(name, terms.fails(terms.child(at, keyword, name))));
    case 'patternProperties':
      return names.map((pattern) => demand([matching(pattern)], [terms.fails(terms.child(at, keyword, pattern))]));
    // A member in the schema's own `properties` is never unevaluated. Only validation shows which other members are.
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return schema[keyword] === true ? [] : [demand([unnamed(at, schema)], [terms.fails(terms.child(at, keyword))])];
    case 'propertyNames':
      return schema[keyword] === true ? [] : [demand([terms.fails(terms.child(at, keyword))], [])];
    case 'dependentRequired':
      return names.flatMap((name) => missing(name, schema));
    case 'dependentSchemas':
      return names.map((name) => allOfTerms([withMembers([name]), terms.fails(terms.child(at, keyword, name))]));
    default:
      return undefined;
  }
}

function mapKeys(schema: JsonObject, keyword: string): readonly string[] {
  const map = schema[keyword];
  return isJsonObject(map) ? Object.keys(map) : [];
}

function memberIs(name: string, term: Term): Term {
  return simpleTerm(`member ${JSON.stringify(name)} ${term.key}`, (draft) => {
    draft.required.add(name);
    addProperty(draft, name, term);
  });
}

function demand(names: readonly Term[], values: readonly Term[]): Term {
  const key = `some member ${[...names, ...values].map((term) => term.key).join(' ')}`;
  return simpleTerm(key, (draft) => void draft.demands.push({ names, values }));
}

function matching(pattern: string): Term {
  return simpleTerm(`matches ${pattern}`, (draft) => void draft.patterns.push(pattern));
}

/** A term for the name of a member. A name meets it if `additionalProperties` applies to the member with this name. */
function unnamed(at: SchemaPoint, schema: JsonObject): Term {
  return simpleTerm(`unnamed by ${at.uri}`, (draft) => {
    draft.excluded.push(...mapKeys(schema, 'properties'));
    draft.notPatterns.push(...mapKeys(schema, 'patternProperties'));
  });
}

function missing(name: string, schema: JsonObject): readonly Term[] {
  const needed = isJsonObject(schema['dependentRequired']) ? schema['dependentRequired'][name] : undefined;
  return Array.isArray(needed)
    ? needed.map((other) => allOfTerms([withMembers([name]), withoutMember(String(other))]))
    : [];
}
