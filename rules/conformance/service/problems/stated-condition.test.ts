import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const FOR_OTHERS = "The document's name. Not required for anonymous documents.";
const IN_TEXT = { detail: [{ loc: ['body'], msg: 'Value error, Names must be provided for documents.' }] };
const BY_NAME = { errors: [{ field: 'name', message: 'is missing' }] };

it.each<[name: string, text: string, body: JsonObject, status: number, reply: JsonObject, want: number]>([
  ['the text of the lacking member has a condition, and the reply mentions it', FOR_OTHERS, {}, 422, IN_TEXT, 0],
  ['the text has a condition, and the reply names the member', FOR_OTHERS, {}, 422, BY_NAME, 0],
  ['the text requires the member if another one is given', 'Required if `kind` is set.', {}, 422, BY_NAME, 0],
  ['the member is given', FOR_OTHERS, { name: 'a' }, 422, IN_TEXT, 1],
  ['the text has no condition', "The document's name, which is optional.", {}, 422, IN_TEXT, 1],
  ['the reply is about another member', FOR_OTHERS, {}, 422, { errors: [{ field: 'size' }] }, 1],
  ['the reply states no reason', FOR_OTHERS, {}, 422, {}, 1],
  ['the status is not documented', FOR_OTHERS, {}, 400, IN_TEXT, 1],
])(
  'the service refuses an input that lacks an optional member: %s (violations: $5)',
  async (_, description, body, status, reply, want) => {
    const responses = { 201: { description: '' }, 422: { description: '' } };
    const schema = { type: 'object', properties: { name: { type: 'string', description }, size: { type: 'integer' } } };
    const post = { operationId: 'store', requestBody: { content: { 'application/json': { schema } } }, responses };
    const own = await contractOf({ paths: { '/documents': { post } } });
    const trial = trialOf(own, 'store', { body }, [{ response: replied(status, reply) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
