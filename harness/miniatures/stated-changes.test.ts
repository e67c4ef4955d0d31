import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const STATES = ['draft', 'sent', 'paid'];
const STATE: JsonObject = { enum: STATES };
const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };

/** The contract of bills whose state a PUT or a PATCH sets. `text` describes this operation. */
function paths(method: string, text: string): JsonObject {
  const members = { title: TEXT, state: STATE };
  const bill = { description: '', ...json({ type: 'object', properties: { id: TEXT, ...members } }) };
  const body = (required: readonly string[]): JsonObject => ({
    required: true,
    ...json({ type: 'object', additionalProperties: false, minProperties: 1, properties: members, required }),
  });
  const found = { 200: bill, 404: { description: '' }, 422: { description: '' } };
  const responses = { 201: bill, 422: { description: '' } };
  return {
    '/bills': { post: { operationId: 'add', requestBody: body(['title', 'state']), responses } },
    '/bills/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: { 200: bill, 404: { description: '' } } },
      [method]: {
        operationId: 'change',
        description: text,
        requestBody: body(method === 'put' ? ['title', 'state'] : []),
        responses: found,
      },
    },
  };
}

/** A service of bills. `permitted` contains the changes of the state that the service accepts, such as `draft sent`. */
const service =
  (permitted: readonly string[], isWhole: boolean): WrittenService =>
  () => {
    const bills = new Map<string, JsonObject>();
    return ({ method, segments: [, id = ''], json: body }) => {
      const bill = bills.get(id);
      if (id !== '' && bill === undefined) return problem(404);
      if (bill !== undefined && method === 'GET') return reply(200, bill);
      const { title, state, ...others } = isJsonObject(body) ? body : {};
      const isNew = bill === undefined || isWhole;
      const isTitle = typeof title === 'string' && title !== '' && [...title].length <= 20;
      const areValid = (isTitle || (!isNew && title === undefined)) && (state ?? isNew) !== true;
      if (!areValid || Object.keys(others).length > 0 || (title ?? state) === undefined) return problem(422);
      if (state !== undefined && !STATES.includes(String(state))) return problem(422);
      const [from, to] = [bill?.['state'] ?? state, state ?? bill?.['state']];
      if (from !== to && !permitted.includes(`${String(from)} ${String(to)}`)) return problem(422);
      const now = { ...bill, ...(isJsonObject(body) && body), id: id || `bill-${bills.size + 1}` };
      bills.set(now.id, now);
      return reply(bill === undefined ? 201 : 200, now);
    };
  };

const TABLE =
  'The state only moves forward, else 422:\n\n| from | to |\n|--|--|\n| draft | sent, paid |\n| sent | paid |\n| paid | |';
const LINES = 'Allowed transitions: `draft` → `sent`, `sent` → `paid`. All others are refused with 422.';
const FORWARD = ['draft sent', 'draft paid', 'sent paid'];
/**
 * Runs only these sequences, because no other sequence or case makes a change of the state that the description
 * concerns.
 */
const ONLY = { phases: ['sequences'], sequences: /^(?:state|updated|modified|replaced)-/ };
const ACCEPTED = ['state/refused-state accepted-in-state'];

it.each<[string, string, string, readonly string[], readonly string[]]>([
  ['as stated', 'patch', TABLE, FORWARD, []],
  ['also back to the first one', 'patch', TABLE, [...FORWARD, 'sent draft'], ACCEPTED],
  ['also from the last one', 'put', TABLE, [...FORWARD, 'paid sent'], ACCEPTED],
  ['as stated by a PUT', 'put', TABLE, FORWARD, []],
  ['over a state that must not be left out', 'patch', LINES, FORWARD, ACCEPTED],
  ['back, and no text refuses it', 'patch', 'Changes a bill.', [...FORWARD, 'sent draft'], []],
])(
  'a check finds changes of state that the description does not permit: the state moves %s',
  async (_, method, text, permitted, want) => {
    expect(await foundIn(paths(method, text), service(permitted, method === 'put'), ONLY)).toEqual(want);
  },
);
