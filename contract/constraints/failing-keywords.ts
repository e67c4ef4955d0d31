import { isAsserted } from '../formats/format-test.js';
import type { Json, JsonObject } from '../json/json.js';
import { addLeast, addMaximum, addMinimum, addMost, keepTypes } from './constraint-draft.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';
import { failingApplicators } from './failing-applicators.js';
import { failingCollections } from './failing-collections.js';
import { ofType, simpleTerm, allOfTerms } from './simple-terms.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

/**
 * Adds to the draft the requirement that a value violates a schema: a group of branches, one for each way to violate
 * the schema. If there is only one way, no group is added, and the term for this way is returned.
 */
export function addFailure(
  draft: ConstraintDraft,
  terms: TermMaker,
  at: SchemaPoint,
  schema: JsonObject,
): readonly Term[] {
  const choices = Object.keys(schema).flatMap((keyword) => waysToFail(keyword, terms, at, schema));
  if (choices.length === 0) draft.never = true;
  if (choices.length > 1) draft.branches.push({ owner: draft.owner, choices });
  return choices.length === 1 ? choices : [];
}

function waysToFail(keyword: string, terms: TermMaker, at: SchemaPoint, schema: JsonObject): readonly Term[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  const scalar = failingScalar(keyword, value);
  if (scalar !== undefined) return [scalar];
  const collections = failingCollections(keyword, terms, at, schema);
  return collections ?? failingApplicators(keyword, terms, at, schema);
}

const COUNTED = { Length: ['string'], Items: ['array'], Properties: ['object'] } as const satisfies Record<
  string,
  readonly JsonType[]
>;
const NUMBERS: readonly JsonType[] = ['integer', 'number'];

function failingScalar(keyword: string, value: Json): Term | undefined {
  const key = `fails ${keyword} ${JSON.stringify(value)}`;
  if (keyword === 'type')
    return simpleTerm(key, (draft) =>
      dropTypes(draft, (Array.isArray(value) ? value : [value]) as readonly JsonType[]),
    );
  if (keyword === 'const') return simpleTerm(key, (draft) => void draft.excluded.push(value));
  if (keyword === 'enum' && Array.isArray(value))
    return simpleTerm(key, (draft) => void draft.excluded.push(...(value as readonly Json[])));
  if (typeof value === 'number') return failingNumber(keyword, key, value);
  if (typeof value !== 'string') return undefined;
  if (keyword === 'pattern') return among(['string'], key, (draft) => void draft.notPatterns.push(value));
  if (keyword === 'format' && isAsserted(value))
    return allOfTerms([ofType('string'), simpleTerm(key, () => undefined)]);
  return undefined;
}

function dropTypes(draft: ConstraintDraft, dropped: readonly JsonType[]): void {
  keepTypes(draft, (type) => !dropped.includes(type) && !(type === 'integer' && dropped.includes('number')));
}

function failingNumber(keyword: string, key: string, bound: number): Term | undefined {
  switch (keyword) {
    case 'minimum':
    case 'exclusiveMinimum':
      return among(NUMBERS, key, (draft) => addMaximum(draft, bound, keyword === 'minimum'));
    case 'maximum':
    case 'exclusiveMaximum':
      return among(NUMBERS, key, (draft) => addMinimum(draft, bound, keyword === 'maximum'));
    case 'multipleOf':
      return among(NUMBERS, key, (draft) => void draft.notMultiplesOf.push(bound));
    default:
      return failingCount(keyword, key, bound);
  }
}

function failingCount(keyword: string, key: string, bound: number): Term | undefined {
  const [, side, counted] = /^(min|max)(Length|Items|Properties)$/.exec(keyword) ?? [];
  if (counted !== 'Length' && counted !== 'Items' && counted !== 'Properties') return undefined;
  return among(COUNTED[counted], key, (draft) => {
    if (side === 'max') addLeast(draft, counted, Math.floor(bound) + 1);
    else if (bound > 0) addMost(draft, counted, Math.ceil(bound) - 1);
    else draft.never = true;
  });
}

function among(types: readonly JsonType[], key: string, add: (draft: ConstraintDraft) => void): Term {
  return allOfTerms([ofType(...types), simpleTerm(key, add)]);
}
