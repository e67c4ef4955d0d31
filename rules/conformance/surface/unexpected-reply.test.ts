import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, trialOf } from '../../fixtures/trials.js';
import { unexpectedReply } from './unexpected-reply.js';

const JSON_ONLY = { 'application/json': { schema: {} } };
const EVENTS = { 'text/event-stream': { schema: { type: 'string' } } };
const NO_EVENTS: Outcome = { kind: 'events', events: [] };
const PAGE: Outcome = { kind: 'value', status: 200, value: '<p>' };
const PROBLEM: Outcome = { kind: 'problem', status: 200 };
const AS_SUCCESS = 'unreadable-reported-as-success';

it.each<[string, JsonObject, Outcome, readonly string[]]>([
  ['JSON is promised, and the page is returned', JSON_ONLY, PAGE, [AS_SUCCESS]],
  ['JSON is promised, and a problem is returned', JSON_ONLY, PROBLEM, []],
  [
    'JSON is promised, and the exit code is the one for a missing reply',
    JSON_ONLY,
    { ...PROBLEM, native: { exitCode: 30 } },
    ['other-exit-code'],
  ],
  [
    'JSON is promised, and the exit code is the one for other failures',
    JSON_ONLY,
    { ...PROBLEM, native: { exitCode: 21 } },
    [],
  ],
  ['the program has exit codes of its own', JSON_ONLY, { ...PROBLEM, native: { ownExitCode: 30 } }, []],
  [
    'any text is promised, and the exit code is the one for a missing reply',
    { 'text/*': { schema: {} } },
    { ...PROBLEM, native: { exitCode: 30 } },
    [],
  ],
  ['a stream is promised, and no events are returned', EVENTS, NO_EVENTS, [AS_SUCCESS]],
  ['a stream is promised, and the page is returned', EVENTS, PAGE, [AS_SUCCESS]],
  ['a stream is promised, and a problem is returned', EVENTS, PROBLEM, []],
  ['a stream is promised, and the call crashes', EVENTS, { kind: 'crash', detail: 'no stream' }, ['crash']],
  ['any text is promised, and the page is returned', { 'text/*': { schema: {} } }, PAGE, []],
])('the reply is an HTML page: %s → %j', async (_, content, outcome, want) => {
  const get = { operationId: 'read', responses: { 200: { description: '', content } } };
  const contract = await contractOf({ paths: { '/things': { get } } });
  const headers = [['content-type', 'text/html']] as const;
  const response = { kind: 'response', status: 200, headers, body: Buffer.from('<p>'), isComplete: true } as const;
  const trial = trialOf(contract, 'read', {}, [{ response, outcome }]);
  const answered = { ...trial, case: { ...trial.case, reply: { status: 200, headers, fault: 'HTML' } } };
  const violations = unexpectedReply.check(answered, { ...contextOf(contract), backend: 'scripted' });
  expect(violations?.map(({ kind }) => kind)).toEqual(want);
});
