import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { removed } from './removed.js';

let contract: Contract;
beforeAll(async () => {
  const responses = { '2XX': { description: '', content: { 'application/json': { schema: { type: 'object' } } } } };
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody, responses } },
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses },
        delete: { operationId: 'removePad', responses },
      },
    },
  });
});

interface Given {
  readonly created: JsonObject;
  /** The item that a read before the DELETE returns. Default: the sequence does not read it before the DELETE. */
  readonly read?: JsonObject;
  readonly status?: number;
  /** The item that a read after the DELETE returns; `undefined` if the read is answered 404. */
  readonly after: JsonObject | undefined;
}

function kinds({ created, read, status = 200, after }: Given): readonly string[] | undefined {
  const seen = (operation: string, step: string, reply: [number, JsonObject?]): Observation => {
    const feeds = [{ in: 'path', name: 'id', pointer: '/id', step: '1' }] as const;
    const ofItem = operation === 'addPad' ? { body: {} } : { path: { id: '1' } };
    const more = { id: step, ...(operation !== 'addPad' && { feeds }) };
    return trialOf(contract, operation, ofItem, [{ response: replied(...reply) }], more).observations[0] as Observation;
  };
  const earlier = [
    seen('addPad', '1', [201, created]),
    ...(read === undefined ? [] : [seen('getPad', '2', [200, read])]),
    seen('removePad', '3', [status, {}]),
  ];
  const last = seen('getPad', '4', after === undefined ? [404] : [200, after]);
  const trial = trialOf(contract, 'getPad', { path: { id: '1' } }, []);
  return removed
    .check({ ...trial, observations: [{ ...last, earlier }] }, contextOf(contract))
    ?.map(({ kind }) => kind);
}

const viewed = (views: number): JsonObject => ({ id: '1', name: 'A', views });
const [A, SEEN_ONCE, SEEN_TWICE] = [viewed(0), viewed(1), viewed(2)];

it.each<[string, Given, readonly string[] | undefined]>([
  ['the removed item is not found', { created: A, read: A, after: undefined }, []],
  ['the removed item is returned unchanged', { created: A, read: A, after: A }, ['still-there']],
  ['the item is returned, and no read came before the DELETE', { created: A, after: A }, ['still-there']],
  [
    'only a counter of reads differs, which also differed before the DELETE',
    { created: A, read: SEEN_ONCE, after: SEEN_TWICE },
    ['still-there'],
  ],
  [
    'the item is returned with the time of its removal',
    { created: A, read: SEEN_ONCE, after: { ...SEEN_TWICE, removedAt: '2030-01-01' } },
    [],
  ],
  ['a member differs only after the DELETE', { created: A, read: A, after: { ...A, name: '(removed)' } }, []],
  [
    'the item is returned after a 202, so the removal may come later',
    { created: A, read: A, status: 202, after: A },
    undefined,
  ],
])('an item is read after its DELETE: %s (violations: $2)', (_, given, want) => {
  expect(kinds(given)).toEqual(want);
});
