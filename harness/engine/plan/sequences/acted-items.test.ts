import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractAt, contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const ROOT = join(import.meta.dirname, '../../../miniatures');

it('an item is read twice before each action and before its list is read', async () => {
  const contract = await contractAt(join(ROOT, 'tasks.openapi.yaml'), { root: ROOT });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const acted = sequences.find(({ name }) => name === 'acted');
  expect(acted?.steps.map(({ operation }) => operation.id)).toEqual([
    'addTask',
    'getTask',
    'getTask',
    'finishTask',
    'getTask',
    'getTask',
    'finishTask',
    'getTask',
    'getTask',
    'listTasks',
  ]);
});

it('earlier actions are called again after each new action', async () => {
  const text = { type: 'string' };
  const content = { 'application/json': { schema: { type: 'object', properties: { id: text } } } };
  const responses = { '200': { description: '', content } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const actions = ['a', 'b', 'c'].map((name) => [
    `/tasks/{id}/${name}`,
    { parameters, post: { operationId: name, responses } },
  ]);
  const contract = await contractOf({
    paths: {
      '/tasks': { post: { operationId: 'add', requestBody: { content }, responses } },
      '/tasks/{id}': { parameters, get: { operationId: 'read', responses } },
      ...(Object.fromEntries(actions) as JsonObject),
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const acted = sequences.find(({ name }) => name === 'acted');
  const called = acted?.steps.map(({ operation }) => operation.id).filter((id) => id.length === 1);
  expect(called?.join('')).toBe('abacabc');
});

it('an action is called with several bodies, because the state of the item decides which bodies are accepted', async () => {
  const id = { type: 'string', examples: ['a', 'b'] };
  const state = { type: 'string', enum: ['open', 'solved', 'closed', 'lost'] };
  const body = { type: 'object', required: ['state'], additionalProperties: false, properties: { state } };
  const content = { 'application/json': { schema: { type: 'object', properties: { id, state } } } };
  const responses = { '200': { description: '', content } };
  const requestBody = { required: true, content: { 'application/json': { schema: body } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
  const contract = await contractOf({
    paths: {
      '/tasks': { post: { operationId: 'add', requestBody: { content }, responses } },
      '/tasks/{id}': { parameters, get: { operationId: 'read', responses } },
      '/tasks/{id}/state': { parameters, post: { operationId: 'move', requestBody, responses } },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === 'acted')?.steps ?? [];
  const moves = steps.filter(({ operation }) => operation.id === 'move');
  expect(new Set(moves.map(({ case: { input } }) => JSON.stringify(input.body))).size).toBe(4);
});

it('an action is called on a new item with its largest body, if its first body is smaller', async () => {
  const text = { type: 'string' };
  const amount = { type: 'integer', minimum: 1 };
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const item = { type: 'object', properties: { id: text, amount } };
  const responses = { '200': { description: '', content: content(item) } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const body = { type: 'object', additionalProperties: false, properties: { amount } };
  const contract = await contractOf({
    paths: {
      '/bills': { post: { operationId: 'add', requestBody: { content: content(item) }, responses } },
      '/bills/{id}': { parameters, get: { operationId: 'read', responses } },
      '/bills/{id}/pay': {
        parameters,
        post: { operationId: 'pay', requestBody: { content: content(body) }, responses },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === 'acted-with-body-pay')?.steps ?? [];
  expect(steps.map(({ operation }) => operation.id)).toEqual(['add', 'read', 'read', 'pay', 'read']);
  expect(steps[3]?.case.input.body).toHaveProperty('amount');
});

it('each action is also called after a DELETE, which may archive the item', async () => {
  const contract = await contractAt(join(ROOT, 'tasks.openapi.yaml'), { root: ROOT });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const acted = sequences.find(({ name }) => name === 'acted-after-dropTask-finishTask');
  expect(acted?.steps.map(({ operation }) => operation.id)).toEqual([
    'addTask',
    'getTask',
    'dropTask',
    'getTask',
    'getTask',
    'finishTask',
    'getTask',
  ]);
});

it('all actions are also called on a complete item, without references that may not exist', async () => {
  const text = { type: 'string' };
  const tags = { type: 'array', items: { type: 'integer' }, maxItems: 3 };
  const content = (properties: JsonObject): JsonObject => ({
    'application/json': { schema: { type: 'object', required: ['title'], properties } },
  });
  const responses = { '200': { description: '', content: content({ id: text, title: text }) } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const requestBody = { required: true, content: content({ title: text, tags, body: text }) };
  const contract = await contractOf({
    paths: {
      '/posts': { post: { operationId: 'add', requestBody, responses } },
      '/posts/{id}': { parameters, get: { operationId: 'read', responses } },
      '/posts/{id}/archive': { parameters, post: { operationId: 'archive', responses } },
      '/posts/{id}/publish': { parameters, post: { operationId: 'publish', responses } },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const steps = sequences.find(({ name }) => name === 'acted-complete')?.steps ?? [];
  expect(steps[0]?.case.input.body).toEqual({ title: 'a', tags: [], body: 'a' });
  expect(steps.map(({ operation: { id } }) => id).filter((id) => id !== 'read' && id !== 'add')).toEqual([
    'archive',
    'publish',
    'archive',
    'publish',
  ]);
});

it('before a call that must be refused, an action is called on an example, and on an item that begins on the day of the run', async () => {
  const day = { type: 'string', format: 'date' };
  const text = { type: 'string', maxLength: 9 };
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const dates = { from: { ...day, examples: ['2031-05-01'] }, to: { ...day, examples: ['2031-05-04'] } };
  const example = { beds: 7, from: '2030-01-01', to: '2030-01-02' };
  const sent = {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { ...dates, beds: { type: 'integer', minimum: 1, maximum: 9 } },
    examples: [example],
  };
  const stay = { type: 'object', properties: { id: text, ...dates, status: { enum: ['BOOKED', 'ARRIVED', 'LEFT'] } } };
  const responses = { '200': { description: '', content: content(stay) }, '409': { description: '' } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const action = (operationId: string, description: string): JsonObject => ({
    parameters,
    post: { operationId, description, responses },
  });
  const contract = await contractOf({
    paths: {
      '/stays': { post: { operationId: 'add', requestBody: { required: true, content: content(sent) }, responses } },
      '/stays/{id}': { parameters, get: { operationId: 'read', responses } },
      '/stays/{id}/arrive': action('arrive', 'From the first day on.'),
      '/stays/{id}/cancel': action('cancel', 'Only a BOOKED stay can be cancelled.'),
    },
  });
  const now = new Date('2029-02-27T23:00:00Z');
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map(), now });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const bodies = (name: string): readonly unknown[] =>
    sequences.filter((sequence) => sequence.name === name).map(({ steps }) => steps[0]?.case.input.body);
  const today = { from: '2029-02-27', to: '2029-03-02' };
  expect(bodies('refused-after-arrive-cancel')).toEqual(expect.arrayContaining([example, today]));
  expect(bodies('refused-after-cancel-cancel')).not.toContainEqual(today);
});

it('before an action that must be refused, the same action is called with each of its few bodies', async () => {
  const content = (properties: JsonObject): JsonObject => ({
    'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
  });
  const text = { type: 'string' };
  const state = { type: 'string', enum: ['open', 'approved', 'rejected'] };
  const decision = { type: 'string', enum: ['approve', 'reject'] };
  const responses = { '200': { description: '', content: content({ id: text, state }) }, '400': { description: '' } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const trace = { name: 'X-Trace', in: 'header', schema: text };
  const description = 'Only a plan that is `open` can be decided; in any other state the reply is 400.';
  const contract = await contractOf({
    paths: {
      '/plans': { post: { operationId: 'add', requestBody: { content: content({ name: text }) }, responses } },
      '/plans/{id}': { parameters: [id], get: { operationId: 'read', responses } },
      '/plans/{id}/decision': {
        parameters: [id, trace],
        post: {
          operationId: 'decide',
          description,
          requestBody: { required: true, content: content({ decision }) },
          responses,
        },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const refused = sequences.filter(({ name }) => name === 'refused-after-decide-decide');
  const firsts = refused.flatMap(({ steps }) =>
    steps.filter(({ operation: { id: name } }) => name === 'decide').slice(0, 1),
  );
  const bodies = new Set(firsts.map((step) => JSON.stringify(step.case.input.body)));
  expect([...bodies].toSorted()).toEqual(['{"decision":"approve"}', '{"decision":"reject"}']);
});
