import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../../contract/collections/collections.js';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { planSequences } from '../sequence-plan.js';

const text = { type: 'string', minLength: 1 };
const json = (properties: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const replies = {
  '200': { description: '', ...json({ id: text, name: text }) },
  '404': { description: 'It is not there.' },
};
const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text });
const PADS = {
  '/pads': { post: { operationId: 'addPad', requestBody: json({ name: text }), responses: replies } },
  '/pads/{pad}': { parameters: [parameter('pad')], get: { operationId: 'getPad', responses: replies } },
};
const SHEETS = {
  '/pads/{pad}/sheets': {
    parameters: [parameter('pad')],
    post: { operationId: 'addSheet', requestBody: json({ name: text }), responses: replies },
  },
  '/pads/{pad}/sheets/{id}': {
    parameters: [parameter('pad'), parameter('id')],
    get: { operationId: 'getSheet', responses: replies },
  },
};

const LINES = {
  '/pads/{pad}/sheets/{id}/lines': {
    parameters: [parameter('pad'), parameter('id')],
    post: { operationId: 'addLine', requestBody: json({ name: text }), responses: replies },
  },
  '/pads/{pad}/sheets/{id}/lines/{line}': {
    parameters: [parameter('pad'), parameter('id'), parameter('line')],
    get: { operationId: 'getLine', responses: replies },
  },
};

it('items two levels below a parent item are created and read', async () => {
  const contract = await contractOf({ paths: { ...PADS, ...SHEETS, ...LINES } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const collections = collectionsOf(contract, { addLine: { id: '/id' }, addPad: { id: '/id' } }).all;
  const { sequences } = planSequences(contract, collections, maker, () => true);
  const sequence = sequences.find(({ steps }) => steps.some(({ operation }) => operation.id === 'addLine'));
  const ids = sequence?.steps.map((step) => step.case.id) ?? [];
  const described = sequence?.steps.slice(0, 3).map(({ case: { operation, input, within } }) => {
    const fed = (within ?? []).map(({ name, step }) => `${name}←${ids.indexOf(step)}`);
    return [operation, ...Object.keys(input.path ?? {}), ...fed].join(' ');
  });
  expect(described).toEqual(['addPad', 'addSheet pad←0', 'addLine id←1 pad←0']);
});

it('items below a parent are created and read, even if its path parameter has a different name in each path', async () => {
  const paths = { ...PADS, ...SHEETS };
  const renamed = JSON.parse(
    JSON.stringify(paths).replaceAll('/pads/{pad}"', '/pads/{id}"').replace('"name":"pad"', '"name":"id"'),
  ) as typeof paths;
  const contract = await contractOf({ paths: renamed });
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const { sequences, notes } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const sequence = sequences.find(({ steps }) => steps.some(({ operation }) => operation.id === 'addSheet'));
  const described = sequence?.steps.slice(0, 3).map(({ case: { operation, within = [], feeds = [] } }) => {
    return [operation, ...[...feeds, ...within].map(({ name }) => name)].join(' ');
  });
  expect([notes, described]).toEqual([[], ['addPad', 'addSheet pad', 'getSheet id pad']]);
});

it.each([
  ['beside', ['addPad', 'addSheet 0', 'addPad', 'listSheets 2']],
  ['second', ['addPad', 'addPad', 'addSheet 1', 'listSheets 1']],
])('with two parents, the sequence `%s` makes these calls: $1', async (wanted, want) => {
  const sheets = SHEETS['/pads/{pad}/sheets'];
  const list = {
    type: 'array',
    items: { type: 'object', properties: { id: text, name: text } },
  };
  const reply = { '200': { description: '', content: { 'application/json': { schema: list } } } };
  const listed = { ...sheets, get: { operationId: 'listSheets', responses: reply } };
  const contract = await contractOf({ paths: { ...PADS, ...SHEETS, '/pads/{pad}/sheets': listed } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === wanted)?.steps ?? [];
  const ids = steps.map((step) => step.case.id);
  const described = steps.map(({ case: { operation, within = [] } }) =>
    [operation, ...within.map(({ step }) => ids.indexOf(step))].join(' '),
  );
  expect(described).toEqual(want);
  expect(new Set(ids).size).toBe(4);
});

async function ofSheets(paths: JsonObject, known: readonly string[] = []): Promise<readonly string[] | undefined> {
  const contract = await contractOf({ paths });
  const values = new Map(known.length > 0 ? [['pad', { known, only: true }]] : []);
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const sequence = sequences.find(({ steps }) => steps.some(({ operation }) => operation.id === 'getSheet'));
  const [owner] = sequence?.steps ?? [];
  return sequence?.steps.slice(0, 3).map(({ case: { operation, input, within, feeds } }) => {
    const from = (each: { readonly name: string; readonly step: string }): string =>
      `${each.name}←${each.step === owner?.case.id ? 'owner' : 'own'}`;
    return [operation, ...Object.keys(input.path ?? {}), ...[...(within ?? []), ...(feeds ?? [])].map(from)].join(' ');
  });
}

it.each<[string, JsonObject, readonly string[], readonly string[] | undefined]>([
  [
    'items are created and read below a parent that is created first',
    { ...PADS, ...SHEETS },
    [],
    ['addPad', 'addSheet pad←owner', 'getSheet pad←owner id←own'],
  ],
  [
    'items are created and read below a parent with a known id',
    { ...PADS, ...SHEETS },
    ['pad-1'],
    ['addSheet pad', 'getSheet pad id←owner', 'addSheet pad'],
  ],
  ['items are not created if their parent cannot be created and its id is unknown', SHEETS, [], undefined],
])('plans sequences of items below a parent: %s', async (_, paths, known, want) => {
  expect(await ofSheets(paths, known)).toEqual(want);
});

const sheet = {
  200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Sheet' } } } },
};
const NOTES = {
  '/pads/{pad}/sheets': {
    parameters: [parameter('pad')],
    post: { operationId: 'addSheet', requestBody: json({ name: text }), responses: { ...sheet, 404: replies['404'] } },
  },
  '/sheets/{id}': { parameters: [parameter('id')], get: { operationId: 'getSheet', responses: sheet } },
  '/sheets/{id}/notes': {
    parameters: [parameter('id')],
    post: { operationId: 'addNote', requestBody: json({ name: text }), responses: replies },
  },
  '/sheets/{id}/notes/{note}': {
    parameters: [parameter('id'), parameter('note')],
    get: { operationId: 'getNote', responses: replies },
  },
};

it.each<[string, JsonObject, readonly string[], readonly string[] | undefined]>([
  [
    'the parent is created below another parent',
    PADS,
    [],
    ['addPad', 'addSheet pad←0', 'addNote id←1', 'getNote id←1'],
  ],
  ['the parent is created below a known item', {}, ['pad-1'], ['addSheet', 'addNote id←0', 'getNote id←0']],
  ['the parent cannot be created', {}, [], undefined],
])('plans sequences of items whose parent has a path of its own: %s', async (_, pads, known, want) => {
  const Sheet = { type: 'object', required: ['id'], properties: { id: text, name: text } };
  const contract = await contractOf({ paths: { ...pads, ...NOTES }, components: { schemas: { Sheet } } });
  const values = new Map(known.length > 0 ? [['pad', { known, only: true }]] : []);
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const uses = (each: (typeof sequences)[number], id: string): boolean =>
    each.steps.some(({ operation }) => operation.id === id);
  const steps = sequences.find((each) => uses(each, 'addNote') && uses(each, 'getNote'))?.steps;
  const ids = steps?.map((step) => step.case.id) ?? [];
  const described = steps
    ?.slice(0, want?.length)
    .map(({ case: { operation, within = [] } }) =>
      [operation, ...within.map(({ name, step }) => `${name}←${ids.indexOf(step)}`)].join(' '),
    );
  expect(described).toEqual(want);
});

it('an item below a known parent is read below a parent that is created after it', async () => {
  const contract = await contractOf({ paths: { ...PADS, ...SHEETS } });
  const known = new Map([['pad', { known: ['pad-1'], only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: known });
  const { sequences } = planSequences(
    contract,
    collectionsOf(contract, { addPad: { id: '/id' } }).all,
    maker,
    () => true,
  );
  const { steps = [] } = sequences.find(({ name }) => name === 'elsewhere-beside') ?? {};
  const described = steps.map(({ case: { operation, input, within = [] } }) => {
    const fed = within.map(({ name, step }) => `${name}←${steps.findIndex((each) => each.case.id === step)}`);
    return [operation, ...Object.values(input.path ?? {}), ...fed].join(' ');
  });
  expect(described).toEqual(['addSheet pad-1', 'addPad', 'getSheet pad←1']);
});
