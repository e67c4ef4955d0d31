import { expect, it } from 'vitest';
import { EVENT_STREAM } from '../../../contract/wire/event-stream.js';
import { NO_BODY } from '../../../contract/wire/message.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import type { BackendKind } from '../../rule.js';
import { retryAfter } from './retry-after.js';

const contract = await things();

/**
 * The kinds of the violations if a stream breaks, and the surface requests it again after `afterMs` milliseconds.
 * `head`: the first lines of the stream.
 */
function kinds(head: string, afterMs: number, backend: BackendKind): readonly string[] | undefined {
  const request = { method: 'GET', target: '/things/a', headers: [], body: NO_BODY };
  const reply = (body: string, cut: boolean) =>
    ({
      kind: 'response',
      status: 200,
      headers: [['content-type', EVENT_STREAM]],
      body: Buffer.from(body),
      delivery: { chunks: [], cut },
    }) as const;
  const exchanges = [
    { request, response: reply(`${head}id: 1\ndata: {}\n\n`, true), arrivedAt: 1000 },
    { request, response: reply('id: 2\ndata: {}\n\n', false), arrivedAt: 1000 + afterMs },
  ];
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ exchanges }]);
  return retryAfter.check(trial, { ...contextOf(contract), backend })?.map(({ kind }) => kind);
}

it.each<[string, number, BackendKind, readonly string[] | undefined]>([
  ['retry: 400\n\n', 400, 'scripted', []],
  ['retry: 400\n\n', 200, 'scripted', ['too-early']],
  ['retry: 400\n\n', 5900, 'scripted', []],
  ['retry: 400\n\n', 10_000, 'scripted', ['too-late']],
  ['retry: 20\n\n', 20_000, 'scripted', ['too-late']],
  ['retry: 5000\n\n', 20_000, 'scripted', []],
  ['', 20_000, 'scripted', undefined],
  // The service may break a stream long after the request.
  ['retry: 400\n\n', 10_000, 'reference', []],
])(
  'a broken stream starts with %j, and the surface resumes it after %d ms on the backend `%s` (violations: %j)',
  (head, ms, backend, want) => {
    expect(kinds(head, ms, backend)).toEqual(want);
  },
);
