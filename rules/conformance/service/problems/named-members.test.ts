import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 80 };

it.each<[string, string[], number]>([
  ['a reference to an unknown item', ['post'], 0],
  ['a reference to an unknown item and a member with a rule', ['post', 'title'], 0],
  ['a reference to an unknown item and a member without a rule', ['post', 'size'], 1],
])('the service refuses a valid body, and its reply names %s (violations: $2)', async (_, names, want) => {
  const properties = {
    post: { type: 'integer' },
    title: { ...TEXT, description: 'Must not be blank.' },
    size: { type: 'integer' },
  };
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const responses = { 201: { description: '' }, 422: { description: '' } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const own = await contractOf({
    paths: {
      '/comments/': { post: { operationId: 'comment', requestBody, responses } },
      '/posts/{id}/': { get: { operationId: 'read', parameters: [id], responses } },
    },
  });
  const response = replied(422, Object.fromEntries(names.map((name) => [name, ['Object does not exist.']])));
  const trial = trialOf(own, 'comment', { body: { post: 0, title: ' ', size: 1 } }, [{ response }]);
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
});

it.each<[string, JsonObject, string, number]>([
  ['a map with a key that its description forbids', { labels: { '': 'a' } }, 'labels', 0],
  ['a member that the mask names and the body lacks', {}, 'title', 0],
  ['a member that the body contains', { title: 'a' }, 'title', 1],
])(
  'the service refuses a valid body, and `fieldViolations` in its reply names %s (violations: $3)',
  async (_, body, field, want) => {
    const labels = {
      type: 'object',
      description: 'Keys match `^[a-z]$`; other keys are refused.',
      additionalProperties: TEXT,
    };
    const schema = { type: 'object', properties: { title: TEXT, labels } };
    const description = 'A member that the mask names must be in the content.';
    const patch = {
      operationId: 'change',
      parameters: [{ name: 'updateMask', in: 'query', description, schema: TEXT }],
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { description: '' }, 400: { description: '' } },
    };
    const own = await contractOf({ paths: { '/note': { patch } } });
    const violation = { field, description: `${field} is in the mask, but not in the content` };
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }];
    const response = replied(400, { error: { code: 400, details, status: 'INVALID_ARGUMENT' } });
    const trial = trialOf(own, 'change', { query: { updateMask: '*' }, body }, [{ response }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
  },
);
