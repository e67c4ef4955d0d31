import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../../contract/collections/collections.js';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { planSequences } from '../sequence-plan.js';

const TEXT = { type: 'string', minLength: 1 };
const ITEM = { type: 'object', required: ['id', 'name'], properties: { id: TEXT, name: TEXT } };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (schema: JsonObject): JsonObject => ({
  responses: { 200: { description: '', ...json(schema) }, 404: { description: '' } },
});
const body = json({ type: 'object', required: ['name'], properties: { name: TEXT } });
const inPath = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: TEXT });

function collection(path: string, kind: string, parents: readonly JsonObject[] = []): JsonObject {
  return {
    [path]: { parameters: parents, post: { operationId: `add${kind}`, requestBody: body, ...answers(ITEM) } },
    [`${path}/{id}`]: {
      parameters: [...parents, inPath('id')],
      get: { operationId: `read${kind}`, ...answers(ITEM) },
      patch: { operationId: `change${kind}`, requestBody: body, ...answers(ITEM) },
    },
  };
}

const log = (path: string, parents: readonly JsonObject[] = []): JsonObject => ({
  [path]: { parameters: parents, get: { operationId: 'log', ...answers({ type: 'array', items: ITEM }) } },
});
const PAD = [inPath('pad')];

const PADS = collection('/pads', 'Pad');
const OWN_LIST = { ...PADS, '/pads': { ...(PADS['/pads'] as JsonObject), ...(log('/pads')['/pads'] as JsonObject) } };

/** The operations of the sequence that fills the list, without repetitions. */
async function filled(paths: JsonObject): Promise<readonly string[] | undefined> {
  const contract = await contractOf({ paths });
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const found = sequences.find(({ name }) => name.startsWith('filled-'));
  return found && [...new Set(found.steps.map(({ operation }) => operation.id))];
}

it.each<[string, JsonObject, readonly string[] | undefined]>([
  ['a log', { ...collection('/pads', 'Pad'), ...log('/log') }, ['addPad', 'changePad', 'log']],
  [
    'a log below a parent',
    { ...collection('/pads', 'Pad'), ...collection('/pads/{pad}/lines', 'Line', PAD), ...log('/pads/{pad}/log', PAD) },
    ['addPad', 'addLine', 'changeLine', 'log'],
  ],
  ['a log without items beside it', { ...collection('/pads', 'Pad'), ...log('/pads/{pad}/log', PAD) }, undefined],
  ['the list of the items themselves', OWN_LIST, undefined],
])('items are created and changed before a list is read that nothing fills directly: %s', async (_, paths, want) => {
  expect(await filled(paths)).toEqual(want);
});
