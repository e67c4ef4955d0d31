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
  ['a member that the text does not require', 'The `MediaUrl` is not required.', {}, NAMED, 1],
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
])('the service refuses a body that lacks members: %s (violations: $4)', async (_, description, body, reply, want) => {
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

const ONE_OF_IDS = 'Lists marks. At least one of `span_ids` or `name` must be supplied.';
const BOTH_LACK = 'At least one of span_ids or name must be supplied';
const OTHER = 'If omitted, `name` must be supplied.';

it.each<[name: string, text: string, parameter: string, query: JsonObject, reason: string, want: number]>([
  ['two arguments of which one is needed', ONE_OF_IDS, '', {}, BOTH_LACK, 0],
  ['two arguments, by the text of one of them', 'Lists marks.', OTHER, {}, BOTH_LACK, 0],
  ['one argument by itself, by its own text', 'Lists marks.', 'Must be supplied in time.', {}, 'span_ids is bad', 1],
  ['arguments that no text needs', 'Lists marks by `span_ids` and `name`.', '', {}, BOTH_LACK, 1],
  ['arguments that need not be given', '`span_ids` and `name` are not required.', '', {}, BOTH_LACK, 1],
  ['an argument that is given', ONE_OF_IDS, '', { span_ids: 'a' }, 'span_ids is bad', 1],
  ['a text about another status', 'With neither `span_ids` nor `name`, one is required (422).', '', {}, BOTH_LACK, 1],
])(
  'the service refuses a request that lacks query arguments: %s (violations: $5)',
  async (_, description, about, query, reason, want) => {
    const text = { type: 'string' };
    const parameters = [
      { name: 'span_ids', in: 'query', schema: text, description: about },
      { name: 'name', in: 'query', schema: text },
    ];
    const responses = { 200: { description: '' }, 400: { description: '' } };
    const own = await contractOf({
      paths: { '/marks': { get: { operationId: 'list', description, parameters, responses } } },
    });
    const reply = { ...replied(400), headers: [['content-type', 'text/plain'] as const], body: Buffer.from(reason) };
    const trial = trialOf(own, 'list', { query }, [{ response: reply }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
