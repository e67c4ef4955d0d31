import { beforeAll, expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Trial } from '../../rule.js';
import { validAccepted } from './valid-accepted.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

it.each([
  ['an idempotency key that an earlier call may have used', 409, { 'Idempotency-Key': 'a' }, false, 0],
  [
    'an idempotency key that an earlier call may have used with a different input',
    422,
    { 'idempotency-key': 'a' },
    false,
    0,
  ],
  ['a request without an idempotency key', 409, {}, false, 1],
  ['an idempotency key for a service without earlier calls', 409, { 'Idempotency-Key': 'a' }, true, 1],
  ['a refusal that does not concern the idempotency key', 400, { 'Idempotency-Key': 'a' }, false, 1],
])(
  'a refused valid request: %s (status %i, headers %j, service starts without stored keys: %s, violations: %i)',
  (_, status, header, isolated, want) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
    const keyed = { ...trial, case: { ...trial.case, input: { ...trial.case.input, header } } };
    expect(validAccepted.check(keyed, contextOf(contract, { isolated }))).toHaveLength(want);
  },
);

it.each<[string, number, Case['expect']['kind'], boolean]>([
  ['a documented 403 for an item that may not exist', 403, 'accepted-or-absent', false],
  ['a documented 403 for an item that exists', 403, 'accepted', true],
  ['another documented status for an item that may not exist', 400, 'accepted-or-absent', true],
])('an identifier may name no item: %s', async (_, status, kind, want) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { 200: { description: '' }, 400: { description: '' }, 403: { description: '' } };
  const own = await contractOf({ paths: { '/books/{id}': { get: { operationId: 'read', parameters, responses } } } });
  const trial = trialOf(own, 'read', { path: { id: 'a' } }, [{ response: replied(status) }], {
    expect: { kind } as Case['expect'],
  });
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(Number(want));
});

/** An identifier from the reply to an earlier call, for a member of the body and for the path. */
const REFERENCE = { in: 'body', name: 'file_id', pointer: '/id', step: 'addFile/1' } as const;
const OWN_PATH = { ...REFERENCE, in: 'path' } as const;

it.each<[string, number, Partial<Case>, boolean]>([
  ['428 to a request without a precondition', 428, {}, false],
  ['428 to a request with a precondition', 428, { input: { body: {}, header: { 'If-Match': '"a"' } } }, true],
  ['428 to a request with an empty precondition', 428, { input: { body: {}, header: { 'If-Match': '' } } }, false],
  [
    '416 to a request with a range beyond the content',
    416,
    { input: { body: {}, header: { Range: 'bytes=9-' } } },
    false,
  ],
  ['416 to a request without a range', 416, {}, true],
  [
    '406 to a request that accepts only one type',
    406,
    { raw: { fault: 'accept', words: 'that accepts a type', headers: { accept: 'text/csv' } } },
    false,
  ],
  [
    '406 to a request that accepts all types',
    406,
    { raw: { fault: 'accept', words: 'with weights', headers: { accept: 'application/json;q=0.9' } } },
    true,
  ],
  ['406 to a request without Accept', 406, {}, true],
  ['429 to any request', 429, {}, false],
  ['413 to an escaped body', 413, { raw: { fault: 'encoding', words: 'with escapes', body: '{}' } }, false],
  ['413 to a body as it is', 413, {}, true],
  ['400 to a body that refers to a created item', 400, { feeds: [REFERENCE] }, false],
  ['400 to a body that repeats the identifier of its path', 400, { feeds: [REFERENCE, OWN_PATH] }, true],
  ['403 to a request with a valid token', 403, {}, true],
])(
  'the service refuses a valid request with a documented status: %s (violation: $3)',
  async (_, status, more, want) => {
    const content = { 'application/json': {} };
    const responses = { '200': { description: '', content }, [status]: { description: '' } };
    const patch = { operationId: 'patchPad', requestBody: { content }, responses };
    const own = await contractOf({ paths: { '/pad': { patch } } });
    const trial = trialOf(own, 'patchPad', { body: {} }, [{ response: replied(status) }]);
    const given = { ...trial, case: { ...trial.case, ...more } };
    expect(validAccepted.check(given, contextOf(own))).toHaveLength(Number(want));
    const undocumented = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
    expect(validAccepted.check(undocumented, contextOf(contract))).toHaveLength(1);
  },
);

it.each<[string, number, Json, boolean]>([
  ['the reference', 422, { errors: [{ field: 'file_id' }] }, false],
  ['an amount', 422, { errors: [{ field: 'amount' }] }, false],
  ['another text', 422, { errors: [{ field: 'note' }] }, false],
  ['another text and the reference', 422, { errors: [{ field: 'note' }, { field: 'file_id' }] }, false],
  ['another text, with 409', 409, { errors: [{ field: 'note' }] }, false],
])(
  'the service refuses a body that refers to a created item, and its reply names %s (violation: $3)',
  async (_, status, reply, want) => {
    const responses = { '200': { description: '' }, [status]: { description: '' } };
    const patch = { operationId: 'patchPad', requestBody: { content: { 'application/json': {} } }, responses };
    const own = await contractOf({ paths: { '/pad': { patch } } });
    const trial = trialOf(
      own,
      'patchPad',
      { body: { note: 'a', amount: 1, file_id: 'b' } },
      [{ response: replied(status, reply) }],
      { feeds: [REFERENCE] },
    );
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(Number(want));
  },
);

it.each<[string, { status: number; body: JsonObject; documented?: string; isSecured?: boolean }, boolean]>([
  ['401 to a password in the input', { status: 401, body: { user: 'a', password: 'a' } }, false],
  ['403 to a token in the input', { status: 403, body: { refreshToken: 'a' } }, false],
  ['401 to an input without a credential', { status: 401, body: { user: 'a' } }, true],
  ['an undocumented 401 to a PIN in the input', { status: 401, body: { pin: 'a' }, documented: '403' }, true],
  [
    '401 of a secured operation to a password in the input',
    { status: 401, body: { password: 'a' }, isSecured: true },
    true,
  ],
  ['400 to a password in the input', { status: 400, body: { password: 'a' } }, true],
])('the service refuses credentials that the check made up: %s (violation: $2)', async (_, given, want) => {
  const { status, body, documented = String(status), isSecured = false } = given;
  const responses = { '204': { description: '' }, [documented]: { description: '' } };
  const requestBody = { content: { 'application/json': {} } };
  const post = { operationId: 'login', requestBody, responses, security: isSecured ? [{ bearer: [] }] : [] };
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } };
  const own = await contractOf({ paths: { '/login': { post } }, components: { securitySchemes } });
  const trial = trialOf(own, 'login', { body }, [{ response: replied(status) }]);
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(Number(want));
});

it.each([
  [401, 'scheme-case-refused'],
  [403, 'scheme-case-refused'],
  [400, 'valid-refused'],
])('a %i to the accepted token, sent with `BEARER` in capitals, gives the violation `%s`', (status, want) => {
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
  const given: Trial = { ...trial, case: { ...trial.case, token: 'scheme-case' } };
  expect(validAccepted.check(given, contextOf(contract))?.map(({ kind }) => kind)).toEqual([want]);
});

it.each([
  [401, 'wrong', 'locked-out'],
  [403, 'wrong', 'locked-out'],
  [400, 'wrong', 'valid-refused'],
  [401, 'missing', 'valid-refused'],
] as const)(
  'a %i to the accepted token, after a call with a token of the kind "%s", gives the violation `%s`',
  (status, token, want) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
    const [observation] = trial.observations as readonly [Observation];
    const earlier = [{ ...observation, case: { ...trial.case, token } }];
    const given: Trial = { ...trial, observations: [{ ...observation, earlier }] };
    expect(validAccepted.check(given, contextOf(contract))?.map(({ kind }) => kind)).toEqual([want]);
  },
);

it('if every operation refuses the accepted token, the violations have the same cause', () => {
  const causes = (['makeThing', 'getThing'] as const).map((id) => {
    const input = id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } };
    const trial = trialOf(contract, id, input, [{ response: replied(401) }]);
    return validAccepted.check(trial, contextOf(contract))?.map(({ cause }) => cause);
  });
  expect(causes[0]).toHaveLength(1);
  expect(causes[1]).toEqual(causes[0]);
});

it.each<[string, Partial<Case>, number, boolean]>([
  ['a refused value of an unknown format', {}, 422, false],
  ['a refused example of an unknown format', { provenance: { kind: 'example', name: '0' } }, 422, true],
  ['a refusal that is not about a value', {}, 403, true],
])('the service refuses a valid request: %s (violation: $3)', async (_, more, status, want) => {
  const schema = { type: 'object', properties: { code: { type: 'string', format: 'slug' } } };
  const requestBody = { content: { 'application/json': { schema } } };
  const post = { operationId: 'makePad', requestBody, responses: { '200': { description: '' } } };
  const own = await contractOf({ paths: { '/pad': { post } } });
  const trial = trialOf(own, 'makePad', { body: { code: 'a' } }, [{ response: replied(status) }]);
  expect(validAccepted.check({ ...trial, case: { ...trial.case, ...more } }, contextOf(own))).toHaveLength(
    Number(want),
  );
});

it.each([
  ['a conflict with an earlier call', 409, false, false],
  ['a conflict of a service without earlier calls', 409, true, true],
  ['a refusal other than a conflict', 400, false, true],
])(
  'the service refuses an unusual but valid request, whose input an earlier call may have stored: %s (violation: $3)',
  (_, status, isolated, want) => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(status) }]);
    const raw = { fault: 'order', words: 'with its body in two parts' } as const;
    const given = { ...trial, case: { ...trial.case, raw } };
    expect(validAccepted.check(given, contextOf(contract, { isolated }))).toHaveLength(Number(want));
  },
);

const SHOP = { name: 'number', in: 'path', required: true, schema: { type: 'string' } };
const UNKNOWN_PRODUCT = { errors: [{ pointer: '/items/1/product_id', detail: 'does not exist' }] };

it.each<[string, number, JsonObject, JsonObject, boolean]>([
  ['the refusal names the reference', 422, { items: [{ product_id: 'a' }] }, UNKNOWN_PRODUCT, false],
  [
    'the refusal has only a text about an unknown item',
    400,
    { items: [{ product_id: 'a' }] },
    { detail: 'Product not found' },
    false,
  ],
  [
    'the refusal is an object around the error',
    400,
    { items: [{ product_id: 'a' }] },
    { error: { message: 'No such object: a', param: 'product_id' } },
    false,
  ],
  [
    'the object around the error names another member',
    400,
    { items: [{ product_id: 'a' }] },
    { error: { message: 'is unknown', param: 'note' } },
    true,
  ],
  ['a member has the name of another collection', 400, { shop: 'a' }, { error: { message: 'No such shop' } }, false],
  ['the body has no reference', 422, { items: [{ name: 'a' }] }, UNKNOWN_PRODUCT, true],
  [
    'the refusal is about the form of the reference',
    422,
    { items: [{ product_id: 'a' }] },
    { errors: [{ pointer: '/items/1/product_id', detail: 'is too short' }] },
    true,
  ],
  [
    'the refusal names a member that is not the reference',
    422,
    { items: [{ product_id: 'a' }] },
    { errors: [{ pointer: '/note', detail: 'unknown' }] },
    true,
  ],
  ['the status of the refusal is not documented', 409, { items: [{ product_id: 'a' }] }, UNKNOWN_PRODUCT, true],
])(
  'the service refuses a body with the identifier of an item that does not exist: %s (violation: $4)',
  async (_, status, body, problem, want) => {
    const responses = { 201: { description: '' }, 400: { description: '' }, 422: { description: '' } };
    const post = { operationId: 'order', requestBody: { content: { 'application/json': {} } }, responses };
    const get = { operationId: 'readShop', parameters: [SHOP], responses };
    const own = await contractOf({ paths: { '/orders': { post }, '/shops/{number}': { get } } });
    const trial = trialOf(own, 'order', { body }, [{ response: replied(status, problem) }]);
    expect(validAccepted.check(trial, contextOf(own))).toHaveLength(Number(want));
  },
);

it.each<[string, JsonObject, number]>([
  ['a reference inside an object, whose kind is not known', { maker: { id: 'a' } }, 0],
  ['a known identifier of the item itself', { id: 'a' }, 1],
  ['a known identifier with the name of its kind', { maker: { maker_id: 'a' } }, 1],
])('the service answers 404 to a valid request, whose body has %s (violations: $2)', async (_, body, want) => {
  const responses = { '201': { description: '' }, '404': { description: '' } };
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const own = await contractOf({ paths: { '/toys': { post: { operationId: 'make', requestBody, responses } } } });
  const trial = trialOf(own, 'make', { body }, [{ response: replied(404) }]);
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
});
