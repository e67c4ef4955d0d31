import type { JsonObject } from '../json/json.js';
import type { Term } from './constraint-types.js';
import { simpleTerm, allOfTerms } from './simple-terms.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

/**
 * The maximum number of alternatives of a `oneOf` for which all pairs are formed. A value violates `oneOf` if it
 * satisfies both alternatives of a pair.
 */
const MAX_PAIRED = 5;

/**
 * The ways in which a value can violate a keyword that applies schemas to the value itself, such as `allOf`. Each way
 * is a term. Empty if the keyword cannot be violated.
 */
export function failingApplicators(
  keyword: string,
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
): readonly Term[] {
  switch (keyword) {
    case '$ref':
    case '$dynamicRef':
      return typeof schema[keyword] === 'string' ? [terms.fails(terms.target(at, keyword, schema[keyword]))] : [];
    case 'allOf':
      return terms.list(at, keyword, schema).map((point) => terms.fails(point));
    case 'anyOf':
      return [none(terms, terms.list(at, keyword, schema))];
    case 'oneOf':
      return [none(terms, terms.list(at, keyword, schema)), ...pairs(terms, terms.list(at, keyword, schema))];
    case 'not':
      return [terms.holds(terms.child(at, keyword))];
    case 'if':
      return conditional(terms, at, schema);
    default:
      return [];
  }
}

function none(terms: TermMaker, points: readonly SchemaPoint[]): Term {
  return allOfTerms(points.map((point) => terms.fails(point)));
}

/** The ways in which a value can violate `oneOf` by satisfying two alternatives (Core §10.2.1.3). */
function pairs(terms: TermMaker, points: readonly SchemaPoint[]): readonly Term[] {
  const shown = points.slice(0, MAX_PAIRED);
  const all = shown.flatMap((point, index) =>
    shown.slice(index + 1).map((other) => allOfTerms([terms.holds(point), terms.holds(other)])),
  );
  // One term without constraints represents all pairs with a later alternative. Validation of the generated value then
  // shows whether it satisfies two alternatives.
  return points.length <= MAX_PAIRED ? all : [...all, simpleTerm('other pairs', () => undefined)];
}

function conditional(terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] {
  const condition = terms.child(at, 'if');
  return [
    ...(schema['then'] === undefined
      ? []
      : [allOfTerms([terms.holds(condition), terms.fails(terms.child(at, 'then'))])]),
    ...(schema['else'] === undefined
      ? []
      : [allOfTerms([terms.fails(condition), terms.fails(terms.child(at, 'else'))])]),
  ];
}
