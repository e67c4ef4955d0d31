import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from '../sequences/sequence-plan.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

/** The bodies of all create calls in the sequences of a collection. There is one list of bodies for each sequence. */
async function creates(
  properties: JsonObject,
  statuses: readonly string[],
  name = /./,
  salt = '',
  known: Readonly<Record<string, readonly Json[]>> = {},
): Promise<readonly Json[][]> {
  const item = { type: 'object', required: Object.keys(properties), properties };
  const read = { ...item, properties: { ...properties, id: { type: 'string' } } };
  const replies = Object.fromEntries(statuses.map((status) => [status, { description: '', ...json(read) }]));
  const contract = await contractOf({
    paths: {
      '/items': {
        get: { operationId: 'list', responses: { 200: { description: '', ...json({ type: 'array', items: read }) } } },
        post: { operationId: 'add', requestBody: { required: true, ...json(item) }, responses: replies },
      },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'read', responses: { 200: { description: '', ...json(read) } } },
        delete: { operationId: 'remove', responses: { 204: { description: '' } } },
      },
    },
  });
  const values = new Map(Object.entries(known).map(([member, each]) => [member, { known: each, only: false }]));
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values, salt });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  return sequences
    .filter((sequence) => name.test(sequence.name))
    .map(({ steps }) =>
      steps.flatMap(({ operation, case: { input } }) => (operation.id === 'add' ? [input.body ?? null] : [])),
    );
}

const textsOf = (bodies: readonly Json[], member: string): readonly Json[] =>
  bodies.map((body) => (isJsonObject(body) ? (body[member] ?? null) : null));

it('no two creates have the same string, if the contract documents 409 for the create', async () => {
  const all = (
    await creates({ slug: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' } }, ['201', '409'], /^(?!equal-at-once)/)
  ).flat();
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(textsOf(all, 'slug')).size).toBe(all.length);
});

it.each(['^[A-Z]{3}-\\d{4}$', '^[0-9A-F]{8}$', '^[1-9]\\d{11}$', '^[A-Z]{8}$', '^SKU-\\d{5}-[a-z]$'])(
  'no two creates have the same code of the form %s',
  async (pattern) => {
    for (const salt of ['', 'k1']) {
      const all = (
        await creates({ sku: { type: 'string', pattern } }, ['201', '409'], /^(?!equal-at-once)/, salt)
      ).flat();
      expect(all.length).toBeGreaterThan(10);
      expect(new Set(textsOf(all, 'sku')).size).toBe(all.length);
    }
  },
);

it('when strings of creates are made distinct, a value of an extensible enumeration is not changed', async () => {
  const kind = { type: 'string', 'x-extensible-enum': ['FOOD', 'TEXTILE'] };
  const all = (await creates({ sku: { type: 'string' }, kind }, ['201', '409'])).flat();
  const kinds = new Set(textsOf(all, 'kind').filter((each) => /^(?:FOOD|TEXTILE)/.test(String(each))));
  expect(kinds).toEqual(new Set(['FOOD', 'TEXTILE']));
});

it('two runs on a service that keeps its items use different variants of each repeated string', async () => {
  const slug = { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' };
  const [one, other] = await Promise.all(
    ['k1', 'k2'].map(async (salt) => (await creates({ slug }, ['201', '409'], /^(?!equal-at-once)/, salt)).flat()),
  );
  const shared = textsOf(one ?? [], 'slug').filter((text) => textsOf(other ?? [], 'slug').includes(text));
  expect(shared.length).toBeLessThan((one?.length ?? 0) / 2 + 20);
  expect(shared.filter((text) => String(text).includes('k1'))).toEqual([]);
});

it('equal strings in creates are not changed if the contract documents no 409', async () => {
  const all = (await creates({ slug: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' } }, ['201'])).flat();
  expect(new Set(textsOf(all, 'slug')).size).toBeLessThan(all.length);
});

it('when strings of creates are made distinct, equal creates that run concurrently stay equal', async () => {
  const sequences = await creates({ slug: { type: 'string', maxLength: 40 } }, ['201', '409'], /^equal-at-once/);
  expect(sequences.length).toBeGreaterThan(0);
  for (const [first, second] of sequences) expect(second).toEqual(first);
});

it.each<[string, JsonObject]>([
  ['the identifier of another item', { owner_id: { type: 'string', enum: ['o-1'] } }],
  ['a value of an enumeration', { size: { enum: ['s', 'm'] } }],
  ['a date', { day: { type: 'string', format: 'date' } }],
  ['a short code of letters', { currency: { type: 'string', pattern: '^[A-Z]{3}$' } }],
  ['a number as a string', { amount: { type: 'string', pattern: '^[0-9]{1,3}$' } }],
])('when strings of creates are made distinct, %s is not changed', async (_, member) => {
  const [name = ''] = Object.keys(member);
  const varied = await creates({ slug: { type: 'string', maxLength: 40 }, ...member }, ['201', '409']);
  const plain = await creates({ slug: { type: 'string', maxLength: 40 }, ...member }, ['201']);
  const known = new Set(textsOf(plain.flat(), name));
  expect(textsOf(varied.flat(), name).filter((value) => !known.has(value))).toEqual([]);
});

it('no email address has more than 64 characters before its `@`', async () => {
  const email = { type: 'string', format: 'email', pattern: '^[0-9a]{64,70}@a\\.example$' };
  const bodies = (await creates({ email }, ['201', '409'])).flat();
  const lengths = textsOf(bodies, 'email').map((text) => String(text).lastIndexOf('@'));
  expect(Math.max(...lengths)).toBe(64);
});

it('when strings of creates are made distinct, a configured value of a member is not changed', async () => {
  const sequences = await creates({ shop: { type: 'string', pattern: '^s-[0-9]{4}$' } }, ['201', '409'], /./, '', {
    shop: ['s-0006'],
  });
  const sent = textsOf(sequences.flat(), 'shop');
  expect(sent.filter((shop) => shop === 's-0006').length).toBeGreaterThan(5);
  expect(sent).not.toContain('s-0007');
});

it('no two creates choose the same identifier in the query, if the contract documents 409 for the create', async () => {
  const item = { type: 'object', properties: { item_id: { type: 'string' }, size: { type: 'integer' } } };
  const choice = {
    name: 'item_id',
    in: 'query',
    required: true,
    schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,30}$' },
  };
  const id = { name: 'item', in: 'path', required: true, schema: { type: 'string' } };
  const replies = { 201: { description: '', ...json(item) }, 409: { description: '' } };
  const contract = await contractOf({
    paths: {
      '/items': { post: { operationId: 'add', parameters: [choice], requestBody: json(item), responses: replies } },
      '/items/{item}': {
        get: { operationId: 'read', parameters: [id], responses: { 200: { description: '', ...json(item) } } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const chosen = sequences
    .filter(({ isAtOnce, isRepeated }) => isAtOnce !== true && isRepeated !== true)
    .flatMap(({ steps }) => steps.filter(({ operation }) => operation.id === 'add'))
    .map((step) => step.case.input.query?.['item_id']);
  expect(chosen.length).toBeGreaterThan(5);
  expect(new Set(chosen).size).toBe(chosen.length);
});
