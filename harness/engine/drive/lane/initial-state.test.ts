import { expect, it } from 'vitest';
import type { Case, Expectation } from '../../../../contract/case.js';
import type { OperationId } from '../../../../contract/operation.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import { StateChanges } from '../../../tap/state-changes.js';
import { InitialState } from './initial-state.js';

const REJECTED: Expectation = { kind: 'rejected', keyword: 'type', pointer: '/body' };

interface Call {
  readonly operation?: string;
  readonly method?: string;
  readonly expect?: Expectation;
  readonly setup?: Case['setup'];
  /** The status of the reply; `no reply` if the request failed; `none` while the request is in progress. */
  readonly reply: number | 'no reply' | 'none';
  /** Set if the call changes the collection that the harness reads before and after the call. */
  readonly isChanged?: true;
}

function replyOf({ reply }: Call): WireResponse | FailedResponse {
  if (typeof reply === 'string') return { kind: 'failed', reason: reply };
  return { kind: 'response', status: reply, headers: [], body: new Uint8Array(0) };
}

/** Makes the calls in order. Returns the numbers of the calls before which the service was reset. */
async function resetsBefore(calls: readonly Call[]): Promise<readonly number[]> {
  const changes = new StateChanges();
  const resets: number[] = [];
  let at = 0;
  const reset = async (): Promise<void> => void resets.push(at);
  const state = new InitialState(changes, { respond: replyOf as never, reset, stop: async () => undefined });
  for (at = 0; at < calls.length; at += 1) {
    const call = calls[at] as Call;
    const { operation = 'create', method = 'POST', expect: expected = REJECTED, setup } = call;
    const made = { operation: operation as OperationId, expect: expected, ...(setup && { setup }) };
    await state.restore(made as Case);
    const request = { method, target: '/', headers: [], body: new Uint8Array(0) };
    changes.begin(request);
    if (call.reply !== 'none') changes.end(request, replyOf(call));
    const after = call.isChanged === true ? ['2'] : ['1'];
    state.compare({ reader: 'list' as OperationId, before: ['1'], after });
  }
  await state.restore();
  return resets;
}

const REFUSED: Call = { reply: 422 };
const ACCEPTED: Call = { expect: { kind: 'accepted' }, reply: 201 };
const READ: Call = { operation: 'list', method: 'GET', expect: { kind: 'accepted' }, reply: 200 };

it.each<[string, { given: readonly Call[]; want: readonly number[] }]>([
  ['no calls: no reset', { given: [], want: [] }],
  ['only reads: no reset', { given: [READ, READ], want: [] }],
  [
    'a reset after each accepted call that may change the state',
    { given: [ACCEPTED, READ, ACCEPTED, ACCEPTED], want: [1, 3, 4] },
  ],
  [
    'no reset between refused calls of the same operation',
    { given: [REFUSED, { reply: 400 }, { reply: 415 }], want: [3] },
  ],
  ['a reset between a refused call and a read', { given: [REFUSED, READ, READ], want: [1] }],
  ['a reset between a refused call and an accepted call', { given: [REFUSED, ACCEPTED], want: [1, 2] }],
  [
    'a reset between refused calls of two operations',
    { given: [REFUSED, { ...REFUSED, operation: 'run' }], want: [1, 2] },
  ],
  [
    'a reset after a refused call, before a call with an unknown id',
    { given: [REFUSED, { expect: { kind: 'absent' }, reply: 404 }], want: [1, 2] },
  ],
  [
    'a reset after a refused call, before a call that has setup calls',
    { given: [REFUSED, { ...REFUSED, setup: [] }], want: [1, 2] },
  ],
  ['a reset after a call with a wrong token', { given: [{ reply: 401 }, REFUSED], want: [1, 2] }],
  ['a reset after a conflict', { given: [{ reply: 409 }, REFUSED], want: [1, 2] }],
  ['a reset after a refusal by a rate limit', { given: [{ reply: 429 }, REFUSED], want: [1, 2] }],
  ['a reset after a server error', { given: [{ reply: 500 }, REFUSED], want: [1, 2] }],
  ['a reset after a call without a reply', { given: [{ reply: 'no reply' }, REFUSED], want: [1, 2] }],
  [
    'a reset after a call whose request may still be in progress',
    { given: [{ reply: 'none' }, REFUSED], want: [1, 2] },
  ],
  [
    'a reset after a refused call that changed the state',
    { given: [REFUSED, { ...REFUSED, isChanged: true }, REFUSED], want: [2, 3] },
  ],
])('decides before which calls the service is reset: %s', async (_, { given, want }) => {
  expect(await resetsBefore(given)).toEqual(want);
});
