import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { replied } from '../../../../fixtures/trials.js';
import { rejectedMembers } from './rejected-members.js';

it.each<[string, JsonObject, readonly string[]]>([
  ['RFC 9457', { errors: [{ detail: 'too long', pointer: '/name' }] }, ['/name']],
  ['Microsoft', { error: { code: 'InvalidRange', message: 'end must be after start.', target: 'end' } }, ['end']],
  ['Microsoft, details', { error: { code: 'Bad', details: [{ code: 'A', target: 'end' }] } }, ['end']],
  ['Stripe', { error: { type: 'invalid_request_error', param: 'amount' } }, ['amount']],
  ['Laravel', { message: 'Invalid.', errors: { name: ['The name field is required.'] } }, ['name']],
  ['Open Banking', { Errors: [{ ErrorCode: 'Field.Invalid', Message: 'No.', Path: 'Data.Name' }] }, ['Data.Name']],
  ['FHIR', { issue: [{ code: 'value', diagnostics: 'No.', expression: ['Patient.id'] }] }, ['Patient.id']],
  ['none', { error: { code: 'InvalidRange', message: 'end must be after start.' } }, []],
])('the members that a refusal is about are read from a reply in the format of %s', (_, body, want) => {
  expect(rejectedMembers(replied(400, body))).toEqual(want);
});
