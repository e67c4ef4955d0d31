import { expect, test } from 'vitest';
import type { CaseInput } from '../case.js';
import { contractAt, operationOf } from '../fixtures/contracts.js';
import { brokenKeyword, inputViolations, isValidInput } from './input-violations.js';

const items = await contractAt('contract/item-service.openapi.yaml');
const edgeCases = await contractAt('contract/fixtures/edge-cases.openapi.yaml');

const search = (more: CaseInput): CaseInput => ({ path: { kind: 'a' }, cookie: { session: 'ab' }, ...more });
const query = (name: string, value: NonNullable<CaseInput['query']>[string]): CaseInput =>
  search({ query: { [name]: value } });

/**
 * Each row: an operation, an input, and `keyword pointer` for each violation of the input. `?` in place of the
 * violations means that servers may decode the input in different ways, so that it is neither certainly valid nor
 * certainly invalid.
 */
test.each<readonly [string, string, CaseInput, readonly string[] | '?']>([
  ['an input without arguments', 'listItems', {}, []],
  ['an integer for an integer parameter', 'listItems', { query: { limit: 12 } }, []],
  ['a string with an integer, which is sent like the integer', 'listItems', { query: { limit: '12' } }, []],
  ['a boolean for a string, which is sent like a string', 'listItems', { query: { cursor: true } }, []],
  ['a string that is not an integer', 'listItems', { query: { limit: 'a' } }, ['type /query/limit']],
  ['a number with a plus sign', 'listItems', { query: { limit: '+1' } }, ['type /query/limit']],
  [
    'faults at several places',
    'listItems',
    { query: { limit: 0, cursor: '' } },
    ['minimum /query/limit', 'minLength /query/cursor'],
  ],
  ['a missing path parameter', 'getItem', {}, ['required /path/item_id']],
  ['a missing body', 'createItem', {}, ['required /body']],
  ['null as a body', 'createItem', { body: null }, ['type /body']],
  ['a missing member of the body', 'createItem', { body: {} }, ['required /body/name']],
  [
    'an invalid member deep in the body',
    'createItem',
    { body: { name: 'a', size: { width: 0, height: 1, unit: 'mm' } } },
    ['exclusiveMinimum /body/size/width'],
  ],
  [
    'a violation in the discriminated branch',
    'createItem',
    { body: { name: 'a', source: { kind: 'import', file: 'a', row: 0 } } },
    ['minimum /body/source/row'],
  ],
  ['an unknown member of the body', 'createItem', { body: { name: 'a', other: 1 } }, ['unevaluatedProperties /body']],
  [
    'a member name that is not allowed',
    'createItem',
    { body: { name: 'a', labels: { '1': 'a' } } },
    ['pattern /body/labels'],
  ],
  [
    'a member name with a slash',
    'createItem',
    { body: { name: 'a', labels: { 'a/b': 'a' } } },
    ['pattern /body/labels'],
  ],
  [
    'escaped names of missing members',
    'maps',
    { body: { name: 'a', label_of: {}, mystery: { hidden: 1, other: 1, x: 1 }, unusual: { constructor: 'a' } } },
    ['required /body/unusual/a~1b', 'required /body/unusual/c~0d', 'required /body/unusual/__proto__'],
  ],
  ['a list in place of one value', 'listItems', { query: { limit: [1, 2] } }, '?'],
  ['a list of one element in place of one value', 'listItems', { query: { limit: [1] } }, '?'],
  ['an object in place of one value', 'listItems', { query: { limit: { a: 1 } } }, '?'],
  ['null in a query', 'listItems', { query: { limit: null } }, '?'],
  ['a valid list', 'search', query('tags', ['a', 'bcde']), []],
  ['one value in place of a list, which is a list of one element', 'search', query('tags', 'a'), []],
  ['an invalid element of a list', 'search', query('tags', ['a', 'abcde']), ['maxLength /query/tags/1']],
  ['an empty list that is too short, but is not sent', 'search', query('tags', []), '?'],
  ['an empty list that is allowed, but is not sent', 'search', query('sizes', []), '?'],
  ['a list of numbers', 'search', query('sizes', ['1', 2]), []],
  ['a comma in an element of a comma-separated list', 'search', query('sizes', ['1,2']), ['type /query/sizes/0']],
  ['a pipe in an element of a pipe-delimited list', 'search', query('pipes', ['y|z']), '?'],
  ['a valid deep object', 'search', query('range', { from: '1', to: 2 }), []],
  ['an invalid member of a deep object', 'search', query('range', { to: -1 }), ['minimum /query/range/to']],
  [
    'a string for an integer in JSON, which is not converted',
    'search',
    query('filter', { from: '1' }),
    ['type /query/filter/from'],
  ],
  ['null in a JSON parameter', 'search', query('filter', null), ['type /query/filter']],
  ['a value that is valid as an integer and as a string', 'search', query('either', '7'), []],
  ['a value that is valid as only one of two types', 'search', query('either', '3'), '?'],
  ['a value that is valid as neither of two types', 'search', query('either', 'abcd'), ['maxLength /query/either']],
  ['a value of an enumeration without a type', 'search', query('level', '2'), []],
  ['a value that the enumeration does not contain', 'search', query('level', 4), ['enum /query/level']],
  ['a valid list in a header', 'search', search({ header: { 'X-Ids': [1, 2] } }), []],
  ['reserved characters that change the query if they are sent unencoded', 'search', query('raw', 'a&b'), '?'],
  ['reserved characters that can be sent unencoded', 'search', query('raw', 'a/b:c'), []],
  ['a valid text body', 'note', { body: 'abc' }, []],
  ['a text body that is too long', 'note', { body: 'abcdef' }, ['maxLength /body']],
  ['an empty body, which may be an empty string or no body', 'note', { body: '' }, '?'],
  ['a lone surrogate in a text body', 'note', { body: '\ud800' }, '?'],
  ['a text body that is not a string', 'note', { body: 1 }, '?'],
  ['a media type that is not documented, and so has no schema', 'createItem', { body: 1, mediaType: 'text/csv' }, []],
])('lists the violations of an input: %s → $3', (_, id, input, want) => {
  const contract = items.operations.some((operation) => operation.id === id) ? items : edgeCases;
  const operation = operationOf(contract, id);
  const violations = inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`);
  expect(violations).toEqual(want === '?' ? [] : want);
  expect(isValidInput(contract, operation, input)).toBe(want !== '?' && want.length === 0);
});

test.each([
  ['a keyword of a parameter', 'listItems', { query: { limit: 0 } }, 'minimum', '/query/limit', '/minimum'],
  [
    'a keyword of a member of the body',
    'createItem',
    { body: { name: '' } },
    'minLength',
    '/body/name',
    '/properties/name/minLength',
  ],
  ['no address, because the body is missing', 'createItem', {}, 'required', '/body', undefined],
  [
    'no address, because the input satisfies the keyword',
    'listItems',
    { query: { limit: 1 } },
    'minimum',
    '/query/limit',
    undefined,
  ],
])('finds the address of the keyword that an input breaks: %s → $5', (_, operation, input, keyword, pointer, want) => {
  const address = brokenKeyword(items, operationOf(items, operation), input, { keyword, pointer });
  expect(address?.slice(address.length - (want?.length ?? 0))).toBe(want);
});
