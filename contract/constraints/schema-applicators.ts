import { type JsonObject, isJsonObject } from '../json/json.js';
import type { ConstraintDraft, Term } from './constraint-types.js';
import { allOfTerms, withMembers, withoutMember } from './simple-terms.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

/**
 * The maximum number of alternatives that a value is made to violate, if it is made to satisfy one alternative of a
 * `oneOf`. If there are more, none of them is considered. The value may then satisfy two alternatives, which only
 * validation detects.
 */
const MAX_FAILING = 4;

/**
 * Adds the keywords that apply schemas to the value itself, such as `anyOf`. Keywords that offer a choice are added to
 * the draft as groups of branches. Every other keyword becomes a term that the value must also meet. These terms are
 * returned.
 */
export function addApplicators(
  draft: ConstraintDraft,
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
): readonly Term[] {
  const group = (choices: readonly Term[]): void => {
    draft.branches.push({ owner: draft.owner, choices });
  };
  const anyOf = terms.list(at, 'anyOf', schema);
  if (anyOf.length > 0) group(anyOf.map((point) => terms.holds(point)));
  const oneOf = terms.list(at, 'oneOf', schema);
  if (oneOf.length > 0) group(oneOf.map((point) => onlyOne(terms, point, oneOf)));
  if (schema['if'] !== undefined) group(conditional(terms, at, schema));
  addDependencies(terms, at, schema, group);
  const joined: Term[] = [];
  for (const keyword of ['$ref', '$dynamicRef'] as const) {
    const reference = schema[keyword];
    if (typeof reference === 'string') joined.push(terms.holds(terms.target(at, keyword, reference)));
  }
  joined.push(...terms.list(at, 'allOf', schema).map((point) => terms.holds(point)));
  if (schema['not'] !== undefined) joined.push(terms.fails(terms.child(at, 'not')));
  return joined;
}

function onlyOne(terms: TermMaker, point: SchemaPoint, all: readonly SchemaPoint[]): Term {
  const holds = terms.holds(point);
  return {
    key: `only ${holds.key}`,
    uri: point.uri,
    addTo: () => {
      const others = all.filter((other) => other !== point && !terms.excludeEachOther(point, other));
      return [holds, ...(others.length > MAX_FAILING ? [] : others.map((other) => terms.fails(other)))];
    },
  };
}

/**
 * The two ways to satisfy the keyword `if`: the value satisfies `if` and `then`, or it violates `if` and satisfies
 * `else` (Core §10.2.2).
 */
function conditional(terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] {
  const condition = terms.child(at, 'if');
  const following = (keyword: 'then' | 'else'): readonly Term[] =>
    schema[keyword] === undefined ? [] : [terms.holds(terms.child(at, keyword))];
  return [
    allOfTerms([terms.holds(condition), ...following('then')]),
    allOfTerms([terms.fails(condition), ...following('else')]),
  ];
}

function addDependencies(
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
  group: (choices: readonly Term[]) => void,
): void {
  const { dependentRequired, dependentSchemas } = schema;
  for (const [name, needed] of Object.entries(isJsonObject(dependentRequired) ? dependentRequired : {})) {
    if (Array.isArray(needed) && needed.length > 0)
      group([withoutMember(name), withMembers([name, ...needed.map(String)])]);
  }
  for (const name of Object.keys(isJsonObject(dependentSchemas) ? dependentSchemas : {})) {
    group([
      withoutMember(name),
      allOfTerms([withMembers([name]), terms.holds(terms.child(at, 'dependentSchemas', name))]),
    ]);
  }
}
