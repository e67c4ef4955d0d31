import { expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import type { CellEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { withStoredCauses } from './stored-causes.js';

const CONTRACT = {
  operations: [
    { id: 'listNotes', method: 'get', path: '/notes' },
    { id: 'getNote', method: 'get', path: '/notes/{id}' },
    { id: 'makeNote', method: 'post', path: '/notes' },
    { id: 'listTags', method: 'get', path: '/tags' },
  ],
} as unknown as Contract;

interface Given {
  readonly rule?: string;
  readonly kind?: string;
  readonly operations: readonly string[];
  readonly firstIndex: number;
  readonly backends?: readonly string[];
}

const ACCEPTED: Given = {
  rule: 'conformance/invalid-rejected',
  kind: 'invalid-accepted',
  operations: ['makeNote'],
  firstIndex: 5,
};
const FAILED: Given = { operations: ['listNotes'], firstIndex: 9 };

/** Whether the message of the last finding names the first finding as a possible cause. */
function isNamed(given: readonly Given[], accepted = 3): boolean {
  const all = given.map(({ firstIndex, ...about }, index) => {
    const finding = { id: `id-${index}`, message: '', backends: ['live'], kind: 'server-error', ...about };
    const known = { rule: 'conformance/no-server-error', ...finding } as unknown as Finding;
    return { found: { finding: known, cells: new Set<string>() }, firstIndex };
  });
  const cells = ['listNotes', 'getNote', 'listTags'].map((operation) => ({ operation, accepted })) as never;
  return (
    withStoredCauses(CONTRACT, all, cells as readonly CellEntry[])
      .at(-1)
      ?.finding.message.includes('id-0') === true
  );
}

it.each<[string, readonly Given[], number, boolean]>([
  ['of a list, after an invalid item was accepted', [ACCEPTED, FAILED], 3, true],
  ['of a list and of items', [ACCEPTED, { ...FAILED, operations: ['listNotes', 'getNote'] }], 3, true],
  ['before an invalid item was accepted', [ACCEPTED, { ...FAILED, firstIndex: 2 }], 3, false],
  ['of a list that was never successful', [ACCEPTED, FAILED], 0, false],
  ['of another list', [ACCEPTED, { ...FAILED, operations: ['listTags'] }], 3, false],
  ['of a call that sends an item', [ACCEPTED, { ...FAILED, operations: ['makeNote'] }], 3, false],
  ['of a service whose state is reset', [ACCEPTED, { ...FAILED, backends: ['reference'] }], 3, false],
  ['without an accepted invalid item', [{ ...ACCEPTED, kind: 'invalid-answered-otherwise' }, FAILED], 3, false],
])(
  'a stored invalid item is named as the possible cause of a server error: an error %s → $3',
  (_, given, accepted, want) => {
    expect(isNamed(given, accepted)).toBe(want);
  },
);
