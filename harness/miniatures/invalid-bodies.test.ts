import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { isValidInput } from '../../contract/inputs/input-violations.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  readonly bill?: string;
  /** The member of a reply that contains the item. */
  readonly envelope?: string;
}

const TITLE = { title: { type: 'string', minLength: 1, maxLength: 20 } };
const PAYMENT = {
  method: { type: 'string', enum: ['card', 'cash'] },
  month: { type: 'integer', minimum: 1, maximum: 12 },
};
const LINE = { text: { type: 'string', minLength: 1, maxLength: 25 }, count: { type: 'integer', minimum: 2 } };
const NOTE = { colour: { type: 'string', maxLength: 15 } };

function body(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { required: true, ...json({ type: 'object', required, additionalProperties: false, properties }) };
}

/**
 * The contract of bills, and of the lines and notes of a bill. Bills can be changed and paid, and a PUT creates a note.
 */
function paths({ bill = 'bill_id', envelope }: Shape): JsonObject {
  const replies = (status: number, properties: JsonObject): JsonObject => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, ...properties } };
    const schema = envelope ? { type: 'object', required: [envelope], properties: { [envelope]: item } } : item;
    return {
      [status]: { description: '', ...json(schema) },
      ...Object.fromEntries([404, 409, 422].map((refused) => [refused, { description: '' }])),
    };
  };
  const item = `/bills/{${bill}}`;
  const parameters = [inPath(bill)];
  return {
    '/bills': { post: { operationId: 'add', requestBody: body(TITLE), responses: replies(201, TITLE) } },
    [item]: {
      parameters,
      get: { operationId: 'read', responses: replies(200, TITLE) },
      patch: { operationId: 'change', requestBody: body(TITLE, []), responses: replies(200, TITLE) },
    },
    [`${item}/pay`]: {
      parameters,
      post: { operationId: 'pay', requestBody: body(PAYMENT), responses: replies(200, TITLE) },
    },
    [`${item}/notes/{name}`]: {
      parameters: [...parameters, inPath('name')],
      get: { operationId: 'readNote', responses: replies(200, NOTE) },
      put: {
        operationId: 'putNote',
        requestBody: body(NOTE),
        responses: { ...replies(200, NOTE), ...replies(201, NOTE) },
      },
      patch: { operationId: 'changeNote', requestBody: body(NOTE, []), responses: replies(200, NOTE) },
    },
    [`${item}/lines`]: {
      parameters,
      post: { operationId: 'addLine', requestBody: body(LINE), responses: replies(201, LINE) },
    },
    [`${item}/lines/{line}`]: {
      parameters: [...parameters, inPath('line')],
      get: { operationId: 'readLine', responses: replies(200, LINE) },
    },
  };
}

type IsValid = (operation: string, body: JsonObject) => boolean;

/** Makes a validator of request bodies. To plant a fault, `text` in the contract is first replaced with `replaced`. */
async function validator(shape: Shape, [text, replaced]: readonly [string, string]): Promise<IsValid> {
  const edited = JSON.stringify(paths(shape)).replaceAll(text, replaced);
  const contract = await contractOf({ paths: JSON.parse(edited) as JsonObject });
  return (id, given) => {
    const operation = contract.operations.find((each) => each.id === id);
    return operation !== undefined && isValidInput(contract, { ...operation, parameters: [] }, { body: given });
  };
}

function service(isValid: IsValid, { envelope }: Shape): WrittenService {
  return () => {
    const stored = new Map<string, JsonObject>();
    const paid = new Set<string>();
    const shown = (status: number, id: string): ReturnType<typeof reply> => {
      const item = stored.get(id);
      if (item === undefined) return problem(404);
      return reply(status, envelope === undefined ? item : { [envelope]: item });
    };
    const store = (status: number, given: JsonObject, id = `item-${stored.size + 1}`): ReturnType<typeof reply> => {
      stored.set(id, { id, ...stored.get(id), ...given });
      return shown(status, id);
    };
    return ({ method, segments: [, id, part, line], json: given }) => {
      if (id !== undefined && !stored.has(id)) return problem(404);
      const place = part === 'notes' ? `${id} ${line}` : undefined;
      if (place !== undefined && method !== 'GET') {
        const isKnown = stored.has(place);
        if (method === 'PATCH' && !isKnown) return problem(404);
        const isRight = isJsonObject(given) && isValid(method === 'PUT' ? 'putNote' : 'changeNote', given);
        return isRight ? store(isKnown ? 200 : 201, given, place) : problem(422);
      }
      if (method === 'GET') return shown(200, place ?? line ?? id ?? '');
      // A stored title that is too long makes all further calls of the bill fail.
      if (String(stored.get(id ?? '')?.['title'] ?? '').length > 20) return problem(500);
      const operation = id === undefined ? 'add' : part === undefined ? 'change' : part === 'pay' ? 'pay' : 'addLine';
      if (operation === 'pay' && paid.has(id ?? '')) return problem(409);
      if (!isJsonObject(given) || !isValid(operation, given)) return problem(422);
      if (operation !== 'pay') return store(method === 'POST' ? 201 : 200, given, method === 'POST' ? undefined : id);
      paid.add(id ?? '');
      return shown(200, id ?? '');
    };
  };
}

const PATCHED = '"required":[],"additionalProperties":false,"properties":{"title":{"type":"string","minLength":1';
const EDITED = '"required":[],"additionalProperties":false,"properties":{"colour":{"type":"string"';
const NOTED = '"required":["colour"],"additionalProperties":false,"properties":{"colour":{"type":"string"';
const ACCEPTED = ['conformance/invalid-rejected invalid-accepted'];

it.each<[string, readonly [string, string], readonly string[], Shape?]>([
  ['all bodies are validated', ['', ''], []],
  ['all bodies are validated, in an envelope', ['', ''], [], { bill: 'billId', envelope: 'data' }],
  ['an action accepts any number', [',"maximum":12', ''], ACCEPTED],
  [
    'an action accepts any number, in an envelope',
    [',"maximum":12', ''],
    ACCEPTED,
    { bill: 'billId', envelope: 'data' },
  ],
  ['an action accepts any text', [',"enum":["card","cash"]', ''], ACCEPTED],
  ['a PATCH accepts long texts, and later calls then fail', [`${PATCHED},"maxLength":20`, PATCHED], ACCEPTED],
  ['a PUT below a parent accepts long texts', [`${NOTED},"maxLength":15`, NOTED], ACCEPTED],
  ['a PATCH of an item that a PUT creates accepts long texts', [`${EDITED},"maxLength":15`, EDITED], ACCEPTED],
  ['a create below a parent accepts long texts', [',"maxLength":25', ''], ACCEPTED],
])('a check sends invalid bodies to items that it created: %s → $2', async (_, edit, want, shape = {}) => {
  const isValid = await validator(shape, edit);
  const found = await foundIn(paths(shape), service(isValid, shape), {
    phases: ['invalid', 'sequences'],
    sequences: /^invalid-/,
    cases: /^$/,
  });
  expect(found).toEqual(want);
});
