import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import type { BackendKind } from '../../rule.js';
import { problemMembers } from './problems/problem-members.js';
import { responseHeaders } from './response-headers.js';

const TEXT = { type: 'string' };
const STATUS = { type: 'integer', description: 'The HTTP status of the response.' };
const headers = { 'X-Request-Id': { description: 'The value of the request.', schema: TEXT } };
const schema = { type: 'object', properties: { status: STATUS } };
const error = { description: '', headers, content: { 'application/json': { schema } } };
const parameters = [{ name: 'x-request-id', in: 'header', schema: { ...TEXT, maxLength: 8 } }];
const contract = await contractOf({
  paths: { '/books': { get: { operationId: 'list', parameters, responses: { 200: error, 404: error } } } },
});

/** A reply with a JSON body, also for errors. */
function answered(status: number, value: Json): WireResponse {
  return { ...replied(status, value), headers: [['content-type', 'application/json']] };
}

interface Call {
  readonly sent?: string;
  readonly reply: WireResponse;
  readonly raw?: Case['raw'];
  readonly backend?: BackendKind;
}

const RETURNED = replied(404, { status: 404 }, [['x-request-id', 'a-1']]);
const OTHER = replied(404, { status: 404 }, [['x-request-id', 'b-2']]);

it.each<[string, Call, readonly string[]]>([
  ['the value of the request', { sent: 'a-1', reply: RETURNED }, []],
  ['the value of the request in capitals', { sent: 'A-1', reply: RETURNED }, []],
  ['a different value', { sent: 'a-1', reply: OTHER }, ['not-returned /response/header/x-request-id']],
  ['a value, and the request has none', { reply: OTHER }, []],
  ['a value, and that of the request is invalid', { sent: 'too-long-1', reply: OTHER }, []],
  ['a value, and that of the request has unusual characters', { sent: 'a b', reply: OTHER }, []],
  ['a value to a malformed request', { sent: 'a-1', reply: OTHER, raw: { fault: 'body', words: '' } as never }, []],
  ['a value that is generated from the contract', { sent: 'a-1', reply: OTHER, backend: 'scripted' }, []],
])(
  'the contract states that a reply returns a header of its request; the reply has %s (violations: $2)',
  (_, { sent, reply, raw, backend }, want) => {
    const input = sent === undefined ? {} : { header: { 'x-request-id': sent } };
    const trial = trialOf(contract, 'list', input, [{ response: reply }], raw === undefined ? {} : { raw });
    const found = responseHeaders.check(trial, contextOf(contract, { backend: backend ?? 'reference' }));
    expect(found?.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  },
);

it.each<[string, WireResponse, readonly string[] | undefined]>([
  ['the status of the reply', answered(404, { status: 404 }), []],
  ['a different status', answered(404, { status: 400 }), ['status-differs']],
  ['no status', answered(404, {}), undefined],
  ['a text in place of the status', answered(404, { status: '400' }), undefined],
  ['a different status in a success', answered(200, { status: 404 }), undefined],
  ['a different status in an undocumented error', answered(409, { status: 404 }), undefined],
])(
  'the contract describes a member of errors as the HTTP status; an error has %s in this member (violations: $2)',
  (_, reply, want) => {
    const found = problemMembers.check(trialOf(contract, 'list', {}, [{ response: reply }]), contextOf(contract));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);
