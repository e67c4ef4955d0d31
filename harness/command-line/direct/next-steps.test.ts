import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { OperationId } from '../../../contract/operation.js';
import type { CellEntry, NoteEntry, Report } from '../../../reports/report.js';
import { type DirectRun, nextSteps } from './next-steps.js';

const PATHS = {
  '/shelves': {
    get: { operationId: 'listShelves', responses: { 200: { description: '' } } },
    post: { operationId: 'addShelf', responses: { 201: { description: '' } } },
  },
  '/shelves/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    delete: { operationId: 'removeShelf', responses: { 204: { description: '' } } },
  },
};

const cell = (operation: string, accepted: number, reason = ''): CellEntry =>
  ({ kind: 'cell', operation, backend: 'live', cases: 9, accepted, reason }) as unknown as CellEntry;

async function whyOf(
  cells: readonly CellEntry[],
  notes: readonly NoteEntry[] = [],
  leftOut: DirectRun['leftOut'] = new Map(),
): Promise<string | undefined> {
  const contract = await contractOf({ paths: PATHS });
  const run = {
    name: 'api.json',
    contract,
    loaded: { config: { service: { url: 'http://127.0.0.1:1' } } },
    flags: { url: 'http://127.0.0.1:1' },
    leftOut,
  } as unknown as DirectRun;
  return nextSteps(run, { notes, header: {}, cells } as unknown as Report)[0]?.why;
}

const VALUES = 'Write a configuration, and name known identifiers under `values`.';

it.each<[string, readonly CellEntry[], string]>([
  [
    'no item was created',
    [cell('listShelves', 2), cell('addShelf', 0), cell('removeShelf', 0)],
    `removeShelf changed no item, because the check changes only items that it created. ${VALUES}`,
  ],
  [
    'items were created',
    [cell('addShelf', 3), cell('removeShelf', 0)],
    `removeShelf changed none of the items that the check created. ${VALUES}`,
  ],
])('states why an operation changed no item: %s', async (_, cells, want) => {
  expect(await whyOf(cells)).toBe(want);
});

it.each<[string, readonly NoteEntry['severity'][], string | undefined]>([
  ['warnings and hints', ['warning', 'info', 'warning'], 'warnings at 2 places'],
  ['only hints', ['info'], undefined],
])('states how many places have warnings of the lint: %s', async (_, severities, want) => {
  const location = { file: 'api.json', line: 1, column: 1, pointer: '' };
  const notes = severities.map((severity) => ({ kind: 'note', severity, code: '', message: '', location }) as const);
  const why = await whyOf([], notes);
  if (want === undefined) expect(why ?? '').not.toContain('lint');
  else expect(why).toContain(want);
});

it('proposes to include operations that were left out, with the reason', async () => {
  const why = await whyOf([], [], new Map([['logout' as OperationId, 'ends-session' as const]]));
  expect(why).toContain('logout was not called, because its name suggests that it may end the session of the caller');
});

it('does not propose to configure identifiers for an operation whose cases did not all run in time', async () => {
  const why = await whyOf([cell('addShelf', 3), cell('removeShelf', 0, '4 of 13 cases were not run')]);
  expect(why).not.toContain('removeShelf');
});
