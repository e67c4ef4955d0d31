import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';
import { planRepeated } from './repeated-calls.js';

const properties = {
  run: { type: 'string', pattern: '^[a-f]{3,9}$' },
  seed: { type: 'integer', minimum: 0, maximum: 9 },
};
const SCHEMA = {
  type: 'object',
  required: ['run', 'seed', 'result'],
  properties: { ...properties, result: { type: 'integer', readOnly: true } },
  additionalProperties: false,
};

/** Plans the sequences of an operation that has this `x-<prefix>-repeat` extension. */
async function planned(repeat: JsonObject, pattern = '^[a-f]{3,9}$'): Promise<readonly PlannedSequence[]> {
  const run = { ...properties.run, pattern };
  const schema = { ...SCHEMA, properties: { ...SCHEMA.properties, run } };
  const content = { 'application/json': { schema } };
  const responses = { '200': { description: '', content }, '409': { description: '' } };
  const post = { operationId: 'start', requestBody: { required: true, content }, responses, 'x-svc-repeat': repeat };
  const contract = await contractOf({ paths: { '/runs': { post } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 16, values: new Map() });
  return planRepeated(contract, maker, () => true);
}

/** The bodies of the steps, by the name of the sequence. */
async function bodies(repeat: JsonObject): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const sequences = await planned(repeat);
  return new Map(
    sequences.map(({ name, steps }) => [name, steps.map(({ case: { input } }) => input.body as JsonObject)]),
  );
}

const KEYED = { key: '/body/run', conflict: 409, deterministic: true };

it('a request is repeated with its members in another order', async () => {
  const [first, second, third] = (await bodies(KEYED)).get('repeated') ?? [];
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(Object.keys(third ?? {})).toEqual(Object.keys(first ?? {}).toReversed());
});

it('unusual inputs are sent twice, each time with a new idempotency key, and inputs with a zero are sent first', async () => {
  const calls = (await bodies(KEYED)).get('reproduced-unusual') ?? [];
  expect(calls.slice(0, 2).map(({ seed }) => seed)).toEqual([0, 0]);
  expect(calls.length % 2).toBe(0);
  for (let at = 0; at < calls.length; at += 2) expect(calls[at + 1]?.['seed']).toBe(calls[at]?.['seed']);
  expect(new Set(calls.map(({ run }) => run)).size).toBe(calls.length);
});

it('an input is sent with two idempotency keys only if the operation is declared deterministic', async () => {
  const names = (await planned({ key: '/body/run', conflict: 409 })).filter(({ isAtOnce }) => isAtOnce !== true);
  expect(names.map(({ name }) => name)).toEqual(['repeated', 'conflict', 'corrected']);
});

it.each<[string, string, boolean]>([
  ['keys of capital and small letters', '^[k-zK-Z]{3,9}$', true],
  ['keys of small letters only', '^[k-z]{3,9}$', false],
  ['keys of hexadecimal digits only', '^[a-fA-F]{3,9}$', false],
  ['keys of decimal digits only', '^[0-9]{3,9}$', false],
])(
  'an idempotency key is sent again in a different case only if keys may contain capital and small letters: %s (sent: $2)',
  async (_, pattern, want) => {
    const sequence = (await planned(KEYED, pattern)).find(({ name }) => name === 'key-in-other-case');
    const calls = sequence?.steps.map(({ case: { input } }) => input.body as JsonObject) ?? [];
    expect(calls).toHaveLength(want ? 3 : 0);
    const [first, second, third] = calls;
    expect(third?.['seed']).toBe(first?.['seed']);
    if (!want) return;
    expect(second?.['seed']).not.toBe(first?.['seed']);
    expect(third?.['run']).not.toBe(second?.['run']);
    expect(String(third?.['run']).toLowerCase()).toBe(String(second?.['run']).toLowerCase());
  },
);

it('two long idempotency keys that are sent differ only in the last character', async () => {
  const sequence = (await planned(KEYED, '^[a-f0-9]{3,9}$')).find(({ name }) => name === 'key-with-long-start');
  const [first, second, third] = sequence?.steps.map(({ case: { input } }) => input.body as JsonObject) ?? [];
  expect(third?.['seed']).toBe(first?.['seed']);
  expect(second?.['seed']).not.toBe(first?.['seed']);
  const [known, similar] = [String(second?.['run']), String(third?.['run'])];
  expect(known.length).toBeGreaterThan(6);
  expect(similar).not.toBe(known);
  expect(similar.slice(0, -1)).toBe(known.slice(0, -1));
});

it('a request that breaks a constraint is sent before a valid request with the same idempotency key', async () => {
  const [refused, valid] = (await planned(KEYED)).find(({ name }) => name === 'corrected')?.steps ?? [];
  expect(refused?.case.expect.kind).toBe('rejected');
  expect(valid?.case.expect.kind).toBe('accepted');
  const runs = [refused, valid].map((step) => (step?.case.input.body as JsonObject | undefined)?.['run']);
  expect(runs[0]).toBeDefined();
  expect(runs[0]).toBe(runs[1]);
});

it('a different request with a known idempotency key is planned, even if the schema requires a member that only replies have', async () => {
  const [first, changed] = (await bodies(KEYED)).get('conflict') ?? [];
  expect(changed).toMatchObject({ run: first?.['run'] });
  expect(changed?.['seed']).not.toBe(first?.['seed']);
});

it('equal and different requests with one idempotency key are sent concurrently, once with the largest number', async () => {
  const sequences = (await planned(KEYED)).filter(({ isAtOnce }) => isAtOnce === true);
  const calls = sequences.map(({ steps }) => steps.map(({ case: { input, lane } }) => [lane, input.body]));
  const [equal = [], ...differing] = calls;
  const [[, first] = []] = equal;
  expect(equal).toEqual([0, 1, undefined].map((lane) => [lane, first]));
  for (const [[, other] = [], [, own] = [], [, again] = []] of differing) {
    expect(again).toEqual(own);
    expect(other).not.toEqual(own);
    expect((other as JsonObject)['run']).toBe((first as JsonObject)['run']);
  }
  const seeds = differing.map(([, second]) => second?.[1]).map((body) => (body as JsonObject)['seed']);
  expect(seeds).toEqual([(first as JsonObject)['seed'], 9]);
});

it('if the contract documents no conflict, only equal requests with one idempotency key are sent concurrently', async () => {
  const sequences = (await planned({ key: '/body/run' })).filter(({ isAtOnce }) => isAtOnce === true);
  expect(sequences.map(({ name }) => name)).toEqual(['keyed-at-once-0']);
});
