import type { CaseInput } from '../../../../../contract/case.js';
import {
  type Comparison,
  type Expression,
  type Relation,
  expressionText,
  relationOf,
} from '../../../../../contract/collections/expressions/expression.js';
import {
  type ListExpression,
  isCertain,
  relates,
} from '../../../../../contract/collections/expressions/list-expressions.js';
import type { Json, JsonObject } from '../../../../../contract/json/json.js';
import { STORED } from './bound-values.js';
import { type ItemVariants, variants } from './item-variants.js';
import { textPairs } from './selected-values.js';

interface ExpressionListing extends ItemVariants {
  readonly isValid: (query: JsonObject) => boolean;
}

/**
 * Limits for the expressions of one query parameter: the number of members, of values for each member, and of queries.
 */
const MOST_MEMBERS = 3;
const MOST_VALUES = 3;
const MOST_QUERIES = 16;
/** The length of the part of a text that is searched, in characters. */
const PART = 3;

/** The comparisons to try with one member, and inputs of items that differ in this member. */
interface TriedMember {
  readonly comparisons: readonly Comparison[];
  readonly made: readonly CaseInput[];
}

/**
 * The queries to try with an expression, and inputs of items that only some of the queries select. The expressions are
 * the examples of the contract, then pairs of comparisons, and then single comparisons. A comparison is taken from an
 * example; its value is replaced by values of the created items, and its operator by each operator that the contract
 * states.
 */
export function triedExpression(
  listing: ExpressionListing,
  { name, forms, operators, members }: ListExpression,
): { readonly queries: readonly JsonObject[]; readonly made: readonly CaseInput[] } {
  const templates = new Map(
    forms.flatMap(({ comparisons }) => comparisons).map((each) => [each.member, each] as const),
  );
  const tried = [...templates.values()].slice(0, MOST_MEMBERS).map((template): TriedMember => {
    const compared = members.get(template.member);
    if (compared === undefined) return { comparisons: [], made: [] };
    const usable = operators.filter((operator) => relates(compared, relationOf(operator) as Relation));
    const values = compared.kind === 'choice' ? compared.values.slice(0, MOST_VALUES) : undefined;
    const { settings, made } = compared.kind === 'text' ? texts(listing, template) : choices(listing, template, values);
    const comparisons = settings.flatMap(([relations, value]) =>
      usable
        .filter((operator) => relations.includes(relationOf(operator) as Relation))
        .map((operator) => ({ ...template, operator, relation: relationOf(operator) as Relation, value })),
    );
    return { comparisons, made };
  });
  const { joiner } = forms.find((form) => form.joiner !== undefined) ?? {};
  const expressions: readonly Expression[] = [
    ...forms,
    ...(joiner === undefined ? [] : pairs(tried).map((comparisons) => ({ comparisons, joiner }))),
    ...tried.flatMap(({ comparisons }) => comparisons.map((each) => ({ comparisons: [each] }))),
  ];
  const queries = expressions
    .filter((expression) => isCertain(expression, members))
    .map((expression) => ({ [name]: expressionText(expression) }))
    .filter(listing.isValid);
  const distinct = [...new Map(queries.map((query) => [query[name], query])).values()];
  return { queries: distinct.slice(0, MOST_QUERIES), made: tried.flatMap(({ made }) => made) };
}

type Setting = readonly [relations: readonly Relation[], value: Comparison['value']];
const EQUALITY: readonly Relation[] = ['equal', 'unequal'];
const ORDER: readonly Relation[] = ['less', 'at-most', 'greater', 'at-least'];

/** Comparisons with a number, or with some of the listed values. */
function choices(
  listing: ExpressionListing,
  { member, value }: Comparison,
  listed: readonly Json[] | undefined,
): { readonly settings: readonly Setting[]; readonly made: readonly CaseInput[] } {
  if (listed !== undefined) {
    const values = listed.filter((each) => typeof each === typeof value) as readonly Comparison['value'][];
    const made = variants(listing, member, values);
    return { settings: values.map((each, index) => [index === 0 ? EQUALITY : ['equal'], each]), made };
  }
  for (const values of STORED.number) {
    const made = variants(listing, member, values);
    const [middle] = values;
    if (made.length === values.length && typeof middle === 'number')
      return { settings: [[[...ORDER, ...EQUALITY], middle]], made };
  }
  return { settings: [], made: [] };
}

/** Comparisons with a text that a create sets, with its start, with its end, and with a part from inside it. */
function texts(
  listing: ExpressionListing,
  { member }: Comparison,
): { readonly settings: readonly Setting[]; readonly made: readonly CaseInput[] } {
  for (const pair of textPairs(listing.items.salt)) {
    const made = variants(listing, member, pair);
    const [text = ''] = pair;
    if (made.length < pair.length) continue;
    const settings: readonly Setting[] = [
      [EQUALITY, text],
      [['starts', 'ends'], text.slice(0, PART)],
      [['starts', 'ends'], text.slice(-PART)],
      [['contains'], text.slice(1, 1 + PART)],
    ];
    return { settings, made };
  }
  return { settings: [], made: [] };
}

/** The first comparison of one member with the first and the last one of another. */
function pairs([one, other]: readonly TriedMember[]): readonly (readonly Comparison[])[] {
  const [first, second, last] = [one?.comparisons[0], other?.comparisons[0], other?.comparisons.at(-1)];
  return first === undefined
    ? []
    : [...new Set([second, last])].flatMap((each) => (each === undefined ? [] : [[first, each]]));
}
