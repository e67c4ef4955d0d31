import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The names of the members with the state and with the result of a job. */
  readonly names: readonly [state: string, result: string];
  readonly envelope?: string;
  /** The documented status of the create. With 201, the create documents `Retry-After`. */
  readonly status?: 201 | 202;
}

/** How a job ends, and what it returns then. */
interface End {
  readonly state?: string;
  readonly result?: Json;
  /** The time that a job needs, in milliseconds. */
  readonly ms?: number;
}

const SNAKE: Shape = { names: ['status', 'row_count'] };
const CAMEL: Shape = { names: ['jobState', 'rowCount'], envelope: 'job', status: 201 };

function paths({ names: [state, result], envelope, status = 202 }: Shape): JsonObject {
  const kind = { enum: ['all', 'new'] };
  const properties = {
    id: { type: 'string' },
    kind,
    [state]: { enum: ['pending', 'done'] },
    [result]: { type: ['integer', 'null'] },
  };
  const isDone = { properties: { [state]: { const: 'done' } } };
  const job = {
    type: 'object',
    required: ['id', state],
    properties,
    if: isDone,
    then: { properties: { [result]: { type: 'integer' } } },
  };
  const whole =
    envelope === undefined ? job : { type: 'object', required: [envelope], properties: { [envelope]: job } };
  const input = { type: 'object', required: ['kind'], additionalProperties: false, properties: { kind } };
  const shown = { description: '', ...json(whole) };
  const refused = { 404: { description: '' }, 422: { description: '' } };
  const started = { ...shown, headers: { 'Retry-After': { schema: { type: 'integer' } } } };
  return {
    '/exports': {
      post: {
        operationId: 'start',
        requestBody: { required: true, ...json(input) },
        responses: { [status]: started, ...refused },
      },
    },
    '/exports/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'poll', responses: { 200: shown, ...refused } },
    },
  };
}

function service({ names: [name, result], envelope, status = 202 }: Shape, end: End): WrittenService {
  return () => {
    const jobs = new Map<string, { readonly kind: Json; readonly endsAt: number }>();
    const shown = (id: string): JsonObject => {
      const { kind = '', endsAt = 0 } = jobs.get(id) ?? {};
      const isDone = Date.now() >= endsAt;
      const job = {
        id,
        kind,
        [name]: isDone ? (end.state ?? 'done') : 'pending',
        [result]: isDone ? (end.result ?? 3) : null,
      };
      return envelope === undefined ? job : { [envelope]: job };
    };
    return ({ method, segments: [root, id = ''], json: body }) => {
      if (root !== 'exports') return problem(404);
      if (id !== '') return jobs.has(id) ? reply(200, shown(id)) : problem(404);
      const kind = isJsonObject(body) ? body['kind'] : undefined;
      if (method !== 'POST' || (kind !== 'all' && kind !== 'new')) return problem(422);
      const made = `job-${jobs.size + 1}`;
      jobs.set(made, { kind, endsAt: Date.now() + (end.ms ?? 120) });
      return reply(status, shown(made), [['Retry-After', '1']]);
    };
  };
}

const ENUM = ['conformance/response-body enum'];

it.each<[string, End, readonly string[]]>([
  ['a faithful job', {}, []],
  ['a job that ends after the last read', { ms: 60_000, state: 'failed' }, []],
  ['a state that the contract does not have', { state: 'failed' }, ENUM],
  ['no result after the end', { result: 'none' }, ['conformance/response-body type']],
])('a check judges the replies of a job until the job ends: %s', async (_, end, want) => {
  for (const shape of [SNAKE, CAMEL])
    expect(await foundIn(paths(shape), service(shape, end), { sequences: /^polled/ })).toEqual(want);
});
