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

it.each<[string, readonly [JsonObject, string], readonly [JsonObject, string], boolean]>([
  ['two keys of a map', [{ labels: { a: 'a' } }, '/body/labels/a'], [{ labels: { b: 'a' } }, '/body/labels/b'], true],
  ['two keys of a map, with dots', [{ labels: { a: 'a' } }, 'labels.a'], [{ labels: { b: 'a' } }, 'labels.b'], true],
  ['keys that a pattern matches', [{ sizes: { xa: 'a' } }, 'sizes.xa'], [{ sizes: { xb: 'a' } }, 'sizes.xb'], true],
  ['members of the values of a map', [{ by: { a: {} } }, '/by/a/name'], [{ by: { b: {} } }, '/by/b/name'], true],
  ['different members of these values', [{ by: { a: {} } }, '/by/a/name'], [{ by: { a: {} } }, '/by/a/size'], false],
  ['keys of two maps', [{ labels: { a: 'a' } }, '/labels/a'], [{ sizes: { xa: 'a' } }, '/sizes/xa'], false],
  ['two members that the schema names', [{ title: 'a' }, '/title'], [{ size: 'a' }, '/size'], false],
])('refusals of a valid body have one cause, reason and member: they name %s ($3)', async (_, one, other, want) => {
  const properties = {
    title: TEXT,
    size: TEXT,
    labels: { type: 'object', additionalProperties: TEXT },
    sizes: { type: 'object', patternProperties: { '^x': TEXT } },
    by: { type: 'object', additionalProperties: { type: 'object', properties: { name: TEXT, size: TEXT } } },
  };
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const responses = { 200: { description: '' }, 422: { description: '' } };
  const own = await contractOf({ paths: { '/note': { patch: { operationId: 'change', requestBody, responses } } } });
  const [first, second] = [one, other].map(([body, pointer]) => {
    const response = replied(422, { title: 'Invalid', errors: [{ pointer, detail: 'Too long.' }] });
    const found = validAccepted.check(trialOf(own, 'change', { body }, [{ response }]), contextOf(own));
    return found?.map(({ cause, reason, members }) => [cause, reason, ...(members ?? [])]);
  });
  expect(first).toHaveLength(1);
  for (const at of [0, 1, 2]) expect(first?.[0]?.[at] === second?.[0]?.[at]).toBe(want);
});
