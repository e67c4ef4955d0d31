import { expect, test } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Violation } from '../../../rules/finding.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { shrink } from './shrink.js';

const contract = await itemService();
const SHOWN = { kind: 'elements-differ', pointer: '/state/pages' } as Violation;

/** A call of a sequence. The list is read to its last page. */
function call(operation: string, limit?: number): Case {
  const isList = operation === 'listItems';
  return {
    id: operation,
    operation: operationOf(contract, operation).id,
    input: isList ? (limit === undefined ? {} : { query: { limit } }) : { body: { name: 'a' } },
    expect: { kind: 'accepted' },
    sequence: true,
    ...(isList && { follow: 'cursor' }),
  } as unknown as Case;
}

/** The names and the page sizes of the calls of the smallest case. */
async function calls(start: Case, shows: (candidate: Case) => boolean): Promise<readonly string[]> {
  const subject = {
    contract,
    operation: operationOf(contract, 'listItems'),
    maker: new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() }),
    shows: async (candidate: Case) => (shows(candidate) ? SHOWN : undefined),
    stopped: () => false,
  };
  const { case: smallest } = await shrink(subject, start, SHOWN);
  return [...(smallest.precedingCalls ?? []), smallest].map(
    ({ operation, input }) => `${operation} ${String(input.query?.['limit'] ?? '')}`,
  );
}

const CREATES = Array.from({ length: 21 }, () => call('createItem'));
const START: Case = { ...call('listItems'), precedingCalls: [...CREATES, call('listItems', 100)] };

/**
 * Whether the case reads the list twice, both times in pages of at least `least` elements, and at least once in several
 * pages. `existing`: the number of elements before the case.
 */
function hasPages({ precedingCalls = [], input }: Case, existing: number, least = 1): boolean {
  const created = precedingCalls.filter(({ operation }) => operation === 'createItem').length;
  const first = precedingCalls.find(({ operation }) => operation === 'listItems');
  const sizes = [first?.input, input].map((each) => Number(each?.query?.['limit'] ?? 20));
  return first !== undefined && Math.min(...sizes) >= least && existing + created > Math.min(...sizes);
}

test.each<readonly [string, number, readonly string[]]>([
  ['the service has no items', 0, ['createItem ', 'createItem ', 'listItems ', 'listItems 1']],
  ['the service has two items', 2, ['listItems ', 'listItems 1']],
])('a fault between two pages needs few items if the pages are short: %s', async (_, existing, want) => {
  expect(await calls(START, (candidate) => hasPages(candidate, existing))).toEqual(want);
});

test('a fault that occurs only with long pages keeps the items that it needs', async () => {
  expect(await calls(START, (candidate) => hasPages(candidate, 0, 20))).toHaveLength(23);
});
