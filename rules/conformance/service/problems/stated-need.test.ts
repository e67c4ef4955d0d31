import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const ONE_OF_TWO = 'A message needs a `Body` or at least one `MediaUrl`; without both it is refused with 400.';
const BOTH = { code: 21602, message: 'A message needs a Body or a MediaUrl' };
const NAMED = { errors: [{ field: 'MediaUrl', message: 'is missing' }] };

it.each<[name: string, text: string, body: JsonObject, reply: JsonObject, want: number]>([
  ['two members of which one is needed', ONE_OF_TWO, {}, BOTH, 0],
  ['a needed member that the reply names', 'The `MediaUrl` is required, otherwise 400.', {}, NAMED, 0],
  ['a member that the text does not need', 'A wrong `MediaUrl` gives 400.', {}, NAMED, 1],
  ['a member that the input has', ONE_OF_TWO, { MediaUrl: 'a' }, NAMED, 1],
  ['a text about another status', 'The `MediaUrl` is required, otherwise 422.', {}, NAMED, 1],
  ['a text about another member', 'The `Body` is required, otherwise 400.', {}, NAMED, 1],
  [
    'two members that exclude each other',
    'One of the two has to be sent, not both (400).',
    { Body: 'a', MediaUrl: 'b' },
    BOTH,
    0,
  ],
  ['one of two members that exclude each other', 'Not both (400).', { Body: 'a' }, BOTH, 1],
  ['two members', 'Wrong values are 400.', { Body: 'a', MediaUrl: 'b' }, BOTH, 1],
  ['no reason', ONE_OF_TWO, {}, {}, 1],
])('judges the refusal of an input without a member: %s → $4', async (_, description, body, reply, want) => {
  const text = { type: 'string' };
  const schema = { type: 'object', properties: { To: text, Body: text, MediaUrl: text } };
  const responses = { 201: { description: '' }, 400: { description: '' } };
  const requestBody = { content: { 'application/json': { schema } } };
  const own = await contractOf({
    paths: { '/messages': { post: { operationId: 'send', description, requestBody, responses } } },
  });
  const trial = trialOf(own, 'send', { body: { To: 'a', ...body } }, [{ response: replied(400, reply) }]);
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
});
