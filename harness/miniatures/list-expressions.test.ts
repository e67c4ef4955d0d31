import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { type ListShape, type Listing, listFindings } from './list-miniature.js';

const WRONG = ['state/filtered expression-not-applied'];
const STATES = ['draft', 'open', 'closed'];
const TITLE = { type: 'string', minLength: 1, maxLength: 20 };
const MEMBERS = {
  title: TITLE,
  price: { type: 'integer', minimum: 0, maximum: 1000 },
  status: { enum: STATES },
};
const SHAPE: ListShape = {
  parameters: [
    {
      name: '$filter',
      description: 'Comparisons that are joined by `and`. Operators: eq, ne, gt, ge, lt, le, startswith.',
      schema: { type: 'string' },
      example: "status eq 'open' and price le 20",
    },
  ],
  members: MEMBERS,
};
const SIGNS: ListShape = {
  parameters: [
    {
      name: 'filter',
      description: 'A filter such as `title = "a" AND status = "open"`, with = and !=.',
      schema: { type: 'string', pattern: '^(title|status) (=|!=) ".*"( AND (title|status) (=|!=) ".*")*$' },
    },
  ],
  members: MEMBERS,
};
const STARTS: ListShape = {
  parameters: [
    {
      name: 'filter',
      description: 'Operators: eq, sw and co.',
      schema: { type: 'string' },
      example: 'title sw "a"',
    },
  ],
  members: MEMBERS,
};

type Compares = (own: Json, operator: string, wanted: Json) => boolean;

const faithful: Compares = (own, operator, wanted) => {
  const [one, other] = [own, wanted] as [string, string];
  switch (operator) {
    case 'ne':
    case '!=':
      return one !== other;
    case 'gt':
      return one > other;
    case 'ge':
      return one >= other;
    case 'lt':
      return one < other;
    case 'le':
      return one <= other;
    case 'sw':
      return one.startsWith(other);
    case 'co':
      return one.includes(other);
    default:
      return one === other;
  }
};

/** A faulty service: an operator of the filter expression behaves like another operator. */
const replaced =
  (operator: string, by: string): Compares =>
  (own, given, wanted) =>
    faithful(own, given === operator ? by : given, wanted);

const listing =
  (compares: Compares, joins: 'every' | 'some' | 'first' = 'every'): Listing =>
  (items, query) => {
    const text = query.get('$filter') ?? query.get('filter');
    if (text === null) return { body: items };
    const comparisons = text.split(/ and /i).flatMap((each) => {
      const [, member = '', operator = '', value = ''] = /^(\w+) (\S+) ("\w*"|'\w*'|\d+)$/.exec(each) ?? [];
      return member === '' ? [] : [{ member, operator, value: JSON.parse(value.replaceAll("'", '"')) as Json }];
    });
    const matches = (item: JsonObject, { member, operator, value }: (typeof comparisons)[number]): boolean =>
      item[member] !== undefined && compares(item[member], operator, value);
    const used = joins === 'first' ? comparisons.slice(0, 1) : comparisons;
    return {
      body: items.filter((item) =>
        joins === 'some' ? used.some((each) => matches(item, each)) : used.every((each) => matches(item, each)),
      ),
    };
  };

describe('an expression that selects elements', () => {
  it.each<[string, ListShape, Listing, readonly string[]]>([
    ['is applied', SHAPE, listing(faithful), []],
    ['with signs such as `!=` is applied', SIGNS, listing(faithful), []],
    ['with `sw` (starts with) and `co` (contains) is applied', STARTS, listing(faithful), []],
    ['is ignored', SHAPE, (items) => ({ body: items }), WRONG],
    ['is applied with `ge` as an exclusive bound', SHAPE, listing(replaced('ge', 'gt')), WRONG],
    ['is applied with `lt` as an inclusive bound', SHAPE, listing(replaced('lt', 'le')), WRONG],
    ['is applied with `!=` as `=`', SIGNS, listing(replaced('!=', '=')), WRONG],
    ['is applied with only its first comparison', SHAPE, listing(faithful, 'first'), WRONG],
    ['with signs is applied with only its first comparison', SIGNS, listing(faithful, 'first'), WRONG],
    ['selects elements for which only one comparison is true', SHAPE, listing(faithful, 'some'), WRONG],
    ['is applied with `sw` (starts with) as `co` (contains)', STARTS, listing(replaced('sw', 'co')), WRONG],
    ['is applied with `co` (contains) as `sw` (starts with)', STARTS, listing(replaced('co', 'sw')), WRONG],
  ])('a check judges whether an expression that selects elements %s', async (_, shape, list, want) => {
    expect(await listFindings(shape, list)).toEqual(want);
  });

  it('the expression is not judged if a service compares texts without regard to case', async () => {
    const folded: Compares = (own, operator, wanted) =>
      faithful(String(own).toLowerCase(), operator, String(wanted).toLowerCase());
    expect(await listFindings(STARTS, listing(folded))).toEqual([]);
  });
});
