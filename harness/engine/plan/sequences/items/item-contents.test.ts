import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../../contract/collections/collections.js';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { planSequences } from '../sequence-plan.js';

const text = { type: 'string', minLength: 1 };
const file = { type: 'string', contentMediaType: 'application/octet-stream' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const json = (properties: JsonObject): JsonObject => ({
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const ok = (body: JsonObject): JsonObject => ({
  responses: { '200': { description: '', ...body }, '404': { description: '' } },
});
const get = (operationId: string, body: JsonObject): JsonObject => ({
  parameters: [id],
  get: { operationId, ...ok(body) },
});
const form = {
  content: {
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file, title: text } } },
  },
};
const made = json({ id: text, title: text });
const octets = { content: { 'application/octet-stream': {} } };

async function contents(requestBody: JsonObject, more: JsonObject): Promise<readonly string[]> {
  const contract = await contractOf({
    paths: {
      '/files': { post: { operationId: 'addFile', requestBody: { required: true, ...requestBody }, ...ok(made) } },
      '/files/{id}': get('getFile', made),
      ...more,
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 8, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === 'contents')?.steps ?? [];
  return steps.map(({ case: { operation, input, within = [] } }) => {
    const { file: sent } = (input.body ?? {}) as { readonly file?: string };
    return `${operation}${within.length > 0 ? ' ←' : ''}${sent?.length === 256 ? ' all bytes' : ''}`;
  });
}

it('the parts of an item are read after its create, and files with every byte value come last', async () => {
  const steps = await contents(form, {
    '/files/{id}/content': get('getContent', octets),
    '/files/{owner}/state': { ...get('getState', json({ on: text })), parameters: [{ ...id, name: 'owner' }] },
  });
  const reads = ['getContent ←', 'getState ←'];
  expect(steps.slice(0, 3)).toEqual(['addFile', ...reads]);
  expect(steps.slice(-3)).toEqual(['addFile all bytes', ...reads]);
  expect(steps.length).toBeLessThanOrEqual(15);
});

it.each<[string, JsonObject, JsonObject, number]>([
  ['a body without files', json({ title: text }), { '/files/{id}/content': get('getContent', octets) }, 0],
  [
    'a part of the item that has an identifier of its own',
    form,
    { '/files/{id}/notes/{note}': { ...get('getNote', octets), parameters: [id, { ...id, name: 'note' }] } },
    0,
  ],
  ['an event stream', form, { '/files/{id}/events': get('getEvents', { content: { 'text/event-stream': {} } }) }, 0],
  ['an item that no operation reads below its path', form, {}, 0],
])('no file with every byte value is sent for %s', async (_, body, more, want) => {
  expect((await contents(body, more)).filter((step) => step.endsWith('all bytes'))).toHaveLength(want);
});
