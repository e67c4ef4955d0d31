import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractAt, contractOf } from '../../../../contract/fixtures/contracts.js';
import { type JsonObject, ownValue } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from '../sequences/sequence-plan.js';
import { planResumed } from '../sequences/streams/resumed-plan.js';

const TEXT = { type: 'string', minLength: 1 };
const PAGE = { type: 'object', required: ['id', 'title'], properties: { id: TEXT, title: TEXT } };
const UNNAMED = { type: 'object', required: ['title'], properties: { title: TEXT }, additionalProperties: false };

function json(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

it.each<[string, JsonObject, JsonObject, boolean]>([
  ['contains the identifier', PAGE, { 404: { description: '' } }, true],
  ['contains the identifier, but no 404 is documented', PAGE, {}, false],
  ['lacks the identifier', UNNAMED, { 404: { description: '' } }, false],
])('an item is read before it is created: the create %s → %s', async (_, sent, more, want) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: TEXT }];
  const add = { operationId: 'add', requestBody: { required: true, ...json(sent) }, responses: { 201: json(PAGE) } };
  const read = { operationId: 'read', responses: { 200: json(PAGE), ...more } };
  const contract = await contractOf({
    paths: { '/pages': { post: add }, '/pages/{id}': { parameters, get: read } },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const early = sequences.flatMap(({ steps }) => steps.filter(({ case: { id } }) => id.endsWith('-before')));
  expect(early.map(({ operation, case: { expect: expected } }) => [operation.id, expected.kind])).toEqual(
    want ? [['read', 'accepted-or-absent']] : [],
  );
  const [first, second, third] = sequences.find(({ steps }) => steps.includes(early[0] as never))?.steps ?? [];
  if (want) expect(third?.case.feeds?.[0]?.step).toBe(second?.case.id);
  expect(first?.case.input.path?.['id']).toBe(ownValue(second?.case.input.body, 'id'));
});

it('the stream of a run is read before the run is started', async () => {
  const contract = await contractAt('contract/science-runtime.openapi.yaml');
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const [first, start, second] = planResumed(contract, maker, () => true)[0]?.steps ?? [];
  expect([first, start, second].map((step) => step?.operation.id)).toEqual([
    'streamRunEvents',
    'runScienceLoop',
    'streamRunEvents',
  ]);
  expect(first?.case.input.path?.['run_id']).toBe(ownValue(start?.case.input.body, 'run_id'));
});
