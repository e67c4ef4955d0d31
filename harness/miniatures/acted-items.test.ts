import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The last segment of the path of the action, such as `close` in `/items/{id}/close`. */
  readonly action?: string;
  /** The names of two members that the action sets: a number, and the time of the action. */
  readonly names?: readonly [string, string];
  /** The member of the reply that contains the list. Default: the whole reply is the list. */
  readonly envelope?: string;
  /** The values of the state of an item before and after the action. */
  readonly states?: readonly [string, string];
  /** Further keywords in the schema of the list parameter `state`. */
  readonly filter?: JsonObject;
  readonly listText?: string;
  /** The description of the action. */
  readonly text?: string;
  /** Set if the action requires the text `method`. After the action, the item has this text in its object `payment`. */
  readonly hasText?: true;
  /** Set if a create request may also set the member that the action sets. */
  readonly isSettable?: true;
}
type Fault = 'none' | 'old reply' | 'member lost' | 'list hides' | 'state kept';

const TEXT: JsonObject = { type: 'string', maxLength: 20 };

function paths(shape: Shape): JsonObject {
  const { action = 'finish', names = ['minutes', 'finished_at'], envelope, states = ['open', 'finished'] } = shape;
  const [member, time] = names;
  const title = { ...TEXT, minLength: 1 };
  const state = { type: 'string', enum: states };
  const spent = { [member]: { type: 'integer', minimum: 0, maximum: 50 } };
  const when = { [time]: { type: ['string', 'null'], format: 'date-time' } };
  const method = { method: { enum: ['card', 'transfer'] } };
  const payment = { payment: { type: ['object', 'null'], properties: method } };
  const properties = { id: TEXT, title, state, ...spent, ...when, ...(shape.hasText && payment) };
  const item = { type: 'object', required: ['id', 'title', 'state'], properties };
  const input = { title, ...(shape.isSettable && spent) };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: input };
  const list = { type: 'array', items: item };
  const page = envelope === undefined ? list : { type: 'object', properties: { [envelope]: list } };
  const answers = (content: JsonObject): JsonObject => ({ description: '', ...content });
  const found = { 200: answers(json(item)), 404: answers({}), 409: answers({}), 422: answers({}) };
  const filter = { name: 'state', in: 'query', description: 'Only these.', schema: { ...state, ...shape.filter } };
  return {
    '/jobs': {
      get: {
        operationId: 'listJobs',
        description: shape.listText ?? 'Lists the jobs.',
        parameters: [filter],
        responses: { 200: answers(json(page)), 422: answers({}) },
      },
      post: {
        operationId: 'addJob',
        requestBody: { required: true, ...json(body) },
        responses: { 201: answers(json(item)), 422: answers({}) },
      },
    },
    '/jobs/{id}': { parameters: [inPath('id')], get: { operationId: 'readJob', responses: found } },
    [`/jobs/{id}/${action}`]: {
      parameters: [inPath('id')],
      post: {
        operationId: `${action}Job`,
        ...(shape.text !== undefined && { description: shape.text }),
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            additionalProperties: false,
            properties: { ...spent, ...(shape.hasText && method) },
            ...(shape.hasText && { required: ['method'] }),
          }),
        },
        responses: found,
      },
    },
  };
}

function service(shape: Shape, fault: Fault): WrittenService {
  const { names = ['minutes', 'finished_at'], envelope, states = ['open', 'finished'], filter } = shape;
  const [member, time] = names;
  return () => {
    const items = new Map<string, JsonObject>();
    const stored = (status: number, item: JsonObject): ReturnType<typeof reply> => {
      items.set(String(item['id']), item);
      return reply(status, item);
    };
    const isNumber = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 50;
    return ({ method, segments: [root, id = '', action], json: body, target }) => {
      if (root !== 'jobs') return problem(404);
      const fields = isJsonObject(body) ? body : {};
      if (id === '' && method === 'POST') {
        const { title } = fields;
        const isValid = typeof title === 'string' && title !== '' && [...title].length <= 20;
        const item = {
          ...fields,
          id: `job-${items.size + 1}`,
          state: states[0],
          [time]: null,
          ...(shape.hasText && { payment: null }),
        };
        return isValid ? stored(201, item) : problem(422);
      }
      if (id === '') {
        const wanted = new URL(target, 'http://jobs').searchParams.get('state') ?? filter?.['default'];
        const isHidden = (item: JsonObject): boolean => fault === 'list hides' && item['state'] === states[1];
        const all = [...items.values()].filter((item) =>
          wanted === undefined ? !isHidden(item) : item['state'] === wanted,
        );
        return reply(200, envelope === undefined ? all : { [envelope]: all });
      }
      const item = items.get(id);
      if (item === undefined) return problem(404);
      if (action === undefined) return reply(200, item);
      if (!isJsonObject(body)) return problem(422);
      const { method: text, ...others } = body;
      if (Object.keys(others).some((name) => name !== member || !isNumber(body[name]))) return problem(422);
      if (shape.hasText ? text !== 'card' && text !== 'transfer' : text !== undefined) return problem(422);
      if (item['state'] === states[1]) return problem(409);
      const sent =
        fault === 'member lost' ? {} : { ...others, ...(text !== undefined && { payment: { method: text } }) };
      const state = fault === 'state kept' ? item['state'] : states[1];
      const done = stored(200, { ...item, ...sent, state: state ?? null, [time]: new Date().toISOString() });
      return fault === 'old reply' ? reply(200, item) : done;
    };
  };
}

const CAMEL: Shape = { names: ['actualHours', 'completedAt'], action: 'complete', envelope: 'jobs' };
const OLD = ['state/acted old-item-returned'];
const LOST = ['state/acted request-not-stored'];
const HIDDEN = ['state/listed not-listed'];
const KEPT = ['state/acted state-kept'];
const BECOMES = 'Its `state` becomes `finished`.';

it.each<[string, Fault, Shape, readonly string[]]>([
  ['a faithful service', 'none', {}, []],
  ['a faithful service with an envelope', 'none', CAMEL, []],
  ['the reply has the item from before the action', 'old reply', {}, OLD],
  ['the reply has the item from before the action, in an envelope', 'old reply', CAMEL, OLD],
  ['the action continues after the reply', 'old reply', { states: ['pending', 'ready'] }, []],
  [
    'the reply has the item from before the action, and the next read shows a text of the request',
    'old reply',
    { states: ['pending', 'paid'], hasText: true },
    OLD,
  ],
  ['a faithful service with a text in the request', 'none', { hasText: true }, []],
  ['the member of the action is lost', 'member lost', {}, LOST],
  ['the member of the action is lost, in camelCase', 'member lost', CAMEL, LOST],
  ['a create sets the member, too', 'member lost', { isSettable: true }, []],
  ['the list hides the item after the action', 'list hides', {}, HIDDEN],
  ['the list in an envelope hides the item after the action', 'list hides', CAMEL, HIDDEN],
  ['the action archives the item', 'list hides', { action: 'archive', states: ['kept', 'archived'] }, []],
  ['the list contains open items', 'list hides', { listText: 'Lists the open jobs.' }, []],
  ['a description states the state after the action', 'none', { text: BECOMES }, []],
  ['the action keeps the state, and no description states another one', 'state kept', {}, []],
  ['the action keeps the state, but its description states another one', 'state kept', { text: BECOMES }, KEPT],
  [
    'the action keeps the state, and its description has a condition',
    'state kept',
    { text: `If paid, ${BECOMES}` },
    [],
  ],
  ['the filter has a default', 'none', { filter: { default: 'open' } }, []],
])('a check judges actions on items: %s → $3', async (_, fault, shape, want) => {
  expect(await foundIn(paths(shape), service(shape, fault), { sequences: /acted/ })).toEqual(want);
});
