import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';
import { planSequences } from './sequence-plan.js';

const ETAG = { ETag: { schema: { type: 'string' } } };
const IF_MATCH = { name: 'If-Match', in: 'header', schema: { type: 'string' } };

interface Given {
  readonly headers?: JsonObject;
  /** Whether the `If-Match` parameter of the PUT is required. If omitted, the PUT has no such parameter. */
  readonly required?: boolean;
  readonly statuses?: readonly string[];
  /** The description of the `If-Match` parameter. */
  readonly about?: string;
  /** The pattern of the `If-Match` parameter. */
  readonly pattern?: string;
}

async function planned({
  headers = ETAG,
  required,
  statuses = [],
  about = '',
  pattern,
}: Given): Promise<readonly PlannedSequence[]> {
  const properties = { title: { type: 'string' } };
  const content = (more: JsonObject = {}): JsonObject => ({
    content: { 'application/json': { schema: { required: ['title'], properties: { ...properties, ...more } } } },
  });
  const responses = { '200': { description: '', headers, ...content({ id: { type: 'string' } }) } };
  const others = Object.fromEntries(statuses.map((status) => [status, { description: '' }]));
  const schema = { ...IF_MATCH.schema, ...(pattern !== undefined && { pattern }) };
  const parameters = required === undefined ? [] : [{ ...IF_MATCH, required, description: about, schema }];
  const contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody: content(), responses } },
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses: { ...responses, ...others } },
        put: { operationId: 'putPad', parameters, requestBody: content(), responses: { ...responses, ...others } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  return planSequences(contract, collectionsOf(contract).all, maker, () => true).sequences;
}

function words({ steps }: PlannedSequence): string {
  const word = ({ operation, feeds = [] }: PlannedSequence['steps'][number]['case']): string =>
    [operation, ...feeds.flatMap(({ in: place, name }) => (place === 'header' ? name : []))].join('+');
  return steps.map((step) => word(step.case)).join(' ');
}

it.each<[string, Given, readonly string[]]>([
  ['the contract documents neither an ETag nor a status for conditional requests', { headers: {} }, []],
  ['the contract documents an ETag', {}, ['addPad getPad putPad getPad']],
  [
    'the contract documents the status 304',
    { statuses: ['304'] },
    ['addPad getPad getPad+If-None-Match getPad+If-None-Match getPad getPad putPad getPad getPad+If-None-Match'],
  ],
  [
    'the contract documents the status 412',
    { statuses: ['412'] },
    ['addPad getPad putPad+If-Match getPad putPad+If-Match getPad'],
  ],
  [
    'the contract documents the statuses 412 and 428',
    { statuses: ['412', '428'] },
    ['addPad getPad putPad+If-Match getPad putPad+If-Match getPad', 'addPad getPad putPad getPad'],
  ],
  [
    'the contract documents the status 428, and a required If-Match',
    { statuses: ['428'], required: true },
    ['addPad getPad putPad+If-Match getPad'],
  ],
])('plans the conditional requests that the contract documents: %s → $2', async (_, given, want) => {
  const sequences = await planned(given);
  expect(sequences.filter(({ name }) => name.startsWith('conditional-')).map(words)).toEqual(want);
});

it.each<[string, Given, string, number]>([
  ['an If-Match parameter is required', { required: true }, 'addPad getPad putPad+If-Match getPad', 1],
  ['an If-Match parameter is optional', { required: false }, 'addPad getPad putPad getPad', 0],
  [
    'an If-Match parameter is optional, and the contract documents the status 428',
    { required: false, statuses: ['428'] },
    'addPad getPad putPad+If-Match getPad',
    0,
  ],
])('a change sends the ETag of the item only if the contract requires it: %s → $2', async (_, given, want, headers) => {
  const updated = (await planned(given)).find(({ name }) => name === 'updated-putPad');
  expect(updated && words(updated)).toBe(want);
  expect(updated?.steps.flatMap((step) => Object.keys(step.case.input.header ?? {})).length).toBe(headers);
});

it.each<[string, { given: { headers?: JsonObject; statuses?: readonly string[] }; want: readonly string[] }]>([
  ['the contract documents no ETag for an item that a PUT creates', { given: { headers: {} }, want: [] }],
  [
    'the contract documents an ETag for an item that a PUT creates',
    { given: {}, want: ['putPad getPad putPad getPad patchPad+If-Match getPad'] },
  ],
  [
    'the contract documents the status 412 for an item that a PUT creates',
    {
      given: { statuses: ['412'] },
      want: [
        'putPad getPad putPad+If-Match getPad putPad+If-Match getPad patchPad+If-Match getPad patchPad+If-Match getPad removePad+If-Match getPad',
      ],
    },
  ],
])('plans conditional requests for items that a PUT creates: %s', async (_, { given, want }) => {
  const { headers = ETAG, statuses = [] } = given;
  const schema = { required: ['title'], properties: { title: { type: 'string' } } };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const documented = ['200', '201', ...statuses].map((status) => [status, { description: '', headers }]);
  const responses = Object.fromEntries(documented) as JsonObject;
  const called = (operationId: string): JsonObject => ({ operationId, requestBody, responses });
  const contract = await contractOf({
    paths: {
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses: { ...responses, '404': { description: '' } } },
        put: called('putPad'),
        patch: called('patchPad'),
        delete: { operationId: 'removePad', responses },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, [], maker, () => true);
  expect(sequences.filter(({ name }) => name.startsWith('conditional-')).map(words)).toEqual(want);
});

it('the change that is sent with an outdated ETag would give the item new values', async () => {
  const properties = { title: { type: 'string' }, kind: { enum: ['a', 'b'] } };
  const schema = { type: 'object', required: ['title'], properties };
  const values = [{ title: 'x', kind: 'a' }, { kind: 'a' }, { kind: 'b' }];
  const examples = Object.fromEntries(values.map((value, index) => [`e${index}`, { value }]));
  const item = { type: 'object', properties: { id: { type: 'string' }, ...properties } };
  const responses = { '200': { description: '', headers: ETAG, content: { 'application/json': { schema: item } } } };
  const refused = { '412': { description: '' }, '404': { description: '' } };
  const merging = { 'application/merge-patch+json': { schema: { type: 'object', properties }, examples } };
  const contract = await contractOf({
    paths: {
      '/pads': {
        post: { operationId: 'addPad', requestBody: { content: { 'application/json': { schema } } }, responses },
      },
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses: { ...responses, ...refused } },
        patch: { operationId: 'patchPad', requestBody: { content: merging }, responses: { ...responses, ...refused } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === 'conditional-patchPad')?.steps ?? [];
  const bodies = steps.filter(({ operation }) => operation.id === 'patchPad').map(({ case: { input } }) => input.body);
  expect(bodies).toEqual([values[0], values[2]]);
});

const SEVERAL = 'If none of the tags is the current tag of the pad, the reply is 412.';

it.each<[string, Given, boolean]>([
  ['mentions several tags', { about: SEVERAL }, true],
  ['mentions a list of tags', { about: 'A list of entity tags.' }, true],
  [
    'mentions one tag',
    { about: 'The entity tag that the client has. If the tag is not current, the reply is 412.' },
    false,
  ],
  ['mentions several tags, but the pattern permits only one', { about: SEVERAL, pattern: '^"[^"]*"$' }, false],
])(
  'a list of tags is sent only if the contract permits several: the description of `If-Match` %s (sent: $2)',
  async (_, given, want) => {
    const all = await planned({ required: false, statuses: ['412'], ...given });
    const lists = all.flatMap(({ steps }) =>
      steps.filter((step) => step.case.raw?.headers?.['if-match'] !== undefined),
    );
    expect(lists.length > 0).toBe(want);
  },
);
