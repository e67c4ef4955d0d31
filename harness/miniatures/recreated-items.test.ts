import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

/**
 * Returns a function that makes the identifier of a new item from its title and the identifiers of all existing items.
 */
type Assign = () => (title: string, known: readonly Json[]) => Json;

interface Shape {
  readonly id: string;
  readonly type: 'string' | 'integer';
  readonly envelope?: string;
  readonly isUnique?: true;
}

const NUMBERED: Shape = { id: 'id', type: 'integer' };
const TEXTS: Shape = { id: 'padId', type: 'string', envelope: 'pad' };

function paths({ id, type, envelope, isUnique }: Shape): JsonObject {
  const title = { type: 'string', minLength: 1, maxLength: 30 };
  const item = { type: 'object', required: [id, 'title'], properties: { [id]: { type }, title } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title } };
  const whole =
    envelope === undefined ? item : { type: 'object', required: [envelope], properties: { [envelope]: item } };
  const shown = { description: '', ...json(whole) };
  const refused = { 404: { description: '' }, 422: { description: '' }, ...(isUnique && { 409: { description: '' } }) };
  const own = type === 'integer' ? { ...inPath(id), schema: { type, minimum: 1 } } : inPath(id);
  return {
    '/pads': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(body) },
        responses: { 201: shown, ...refused },
      },
    },
    [`/pads/{${id}}`]: {
      parameters: [own],
      get: { operationId: 'read', responses: { 200: shown, ...refused } },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, ...refused } },
    },
  };
}

function service({ id: name, envelope }: Shape, assign: Assign): WrittenService {
  return () => {
    const next = assign();
    const items = new Map<string, JsonObject>();
    return ({ method, segments: [root, id = ''], json: body }) => {
      if (root !== 'pads') return problem(404);
      if (id === '') {
        const title = isJsonObject(body) ? body['title'] : undefined;
        if (typeof title !== 'string' || !/^.{1,30}$/su.test(title)) return problem(422);
        const item = {
          [name]: next(
            title,
            [...items.values()].map((each) => each[name] ?? null),
          ),
          title,
        };
        items.set(String(item[name]), item);
        return reply(201, envelope === undefined ? item : { [envelope]: item });
      }
      const item = items.get(id);
      if (item === undefined) return problem(404);
      if (method === 'DELETE') {
        items.delete(id);
        return empty(204);
      }
      return reply(200, envelope === undefined ? item : { [envelope]: item });
    };
  };
}

const counting: Assign = () => {
  let count = 0;
  return () => (count += 1);
};
const highest: Assign = () => (_, known) => Math.max(0, ...known.map(Number)) + 1;
const asUuid = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
const slug = (title: string, count: number): string => `${title.replaceAll(/[^a-z]/gi, '') || 'x-y'}-${count}`;
const REPEATED = ['state/removed-identifier identifier-repeated'];

it.each<[string, Shape, Assign, readonly string[]]>([
  ['numbers are counted', NUMBERED, counting, []],
  ['the highest number is used again', NUMBERED, highest, REPEATED],
  ['the highest number is used again, and titles are unique', { ...NUMBERED, isUnique: true }, highest, REPEATED],
  ['a UUID is used again', TEXTS, () => (_, known) => asUuid(known.length + 1), REPEATED],
  ['a number with a prefix is used again', TEXTS, () => (_, known) => `pad-${known.length + 1}`, REPEATED],
  ['a name made from the title is used again', TEXTS, () => (title, known) => slug(title, known.length), []],
])('a check judges the identifier of an item that is created after a removal: %s', async (_, shape, assign, want) => {
  expect(await foundIn(paths(shape), service(shape, assign), { sequences: /^re(?:created|moved)/ })).toEqual(want);
});
