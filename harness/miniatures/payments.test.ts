import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { reply } from './notes-service.js';
import { type WrittenService, foundIn, json } from './written-service.js';

const ID = { type: 'string', pattern: '^pay_[a-z0-9]{4}$' };
const AMOUNT = { type: 'integer', minimum: 1, maximum: 9999 };
const NOTE = { type: 'string', minLength: 1, maxLength: 20 };
const PAYMENT = {
  type: 'object',
  required: ['id', 'amount', 'status'],
  properties: { id: ID, amount: AMOUNT, note: NOTE, status: { enum: ['open', 'captured'] } },
};
const FAILURE = { type: 'object', required: ['error'], properties: { error: { type: 'object' } } };

const closed = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  ...json({ type: 'object', additionalProperties: false, properties, required: [...required] }),
  required: true,
});

function operation(operationId: string, description: string, schema: JsonObject, more: JsonObject = {}): JsonObject {
  const failure = { description: 'Refused.', ...json(FAILURE) };
  const responses = { 200: { description: '', ...json(schema) }, 400: failure, 404: failure };
  return { operationId, description, responses, ...more };
}

function paths(): JsonObject {
  const query = ['limit', 'starting_after'].map((name) => ({
    name,
    in: 'query',
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: 50 } : ID,
  }));
  const id = { name: 'number', in: 'path', required: true, schema: ID };
  const page = {
    type: 'object',
    required: ['data', 'has_more'],
    properties: { data: { type: 'array', items: PAYMENT }, has_more: { type: 'boolean' } },
  };
  const text = 'Needs the status `open`, else 400. An `amount` above that of the payment is refused with 400.';
  const refund = { type: 'object', properties: { payment: ID, amount: AMOUNT } };
  return {
    '/payments': {
      get: operation('list', '', page, { parameters: query }),
      post: operation('pay', '', PAYMENT, { requestBody: closed({ amount: AMOUNT, note: NOTE }, ['amount']) }),
    },
    '/payments/{number}': { get: operation('read', '', PAYMENT, { parameters: [id] }) },
    '/payments/{number}/capture': {
      post: operation('capture', text, PAYMENT, {
        parameters: [id],
        requestBody: closed({ amount: AMOUNT, note: NOTE }),
      }),
    },
    '/refunds': {
      post: operation('refund', '', refund, { requestBody: closed({ payment: ID, amount: AMOUNT }, ['payment']) }),
    },
  };
}

const refused = (code: string, message: string, param: string | null = null, status = 400): ReturnType<typeof reply> =>
  reply(status, { error: { code, message, param } });

/** The first member whose value breaks the contract; `undefined` if there is none. */
function invalidMember(body: JsonObject, mostOfNote: number): string | undefined {
  const isInvalid: Readonly<Record<string, (value: unknown) => boolean>> = {
    amount: (value) => !Number.isInteger(value) || Number(value) < 1 || Number(value) > 9999,
    note: (value) => typeof value !== 'string' || value === '' || [...value].length > mostOfNote,
    payment: (value) => typeof value !== 'string' || !/^pay_[a-z0-9]{4}$/.test(value),
  };
  return Object.entries(body).find(([name, value]) => isInvalid[name]?.(value) !== false)?.[0];
}

const service =
  (mostOfNote: number): WrittenService =>
  () => {
    const payments: JsonObject[] = ['open', 'captured'].map((status, at) => ({
      id: `pay_000${at}`,
      amount: 50,
      status,
    }));
    return ({ method, segments: [root, id, action], query, json: body = {} }) => {
      const found = payments.find((payment) => payment['id'] === id);
      if (method === 'GET' && id === undefined) {
        const [after, limit] = [query.get('starting_after'), query.get('limit') ?? '50'];
        const at = after === null ? 0 : payments.findIndex((payment) => payment['id'] === after) + 1;
        if (!/^[1-9]\d?$/.test(limit) || Number(limit) > 50) return refused('invalid', 'must be 1 to 50', 'limit');
        if (after !== null && at === 0) return refused('missing', `No such object: ${after}`, 'starting_after');
        const end = at + Number(limit);
        return reply(200, { data: payments.slice(at, end), has_more: end < payments.length });
      }
      if (id !== undefined && found === undefined) return refused('missing', 'No such payment', null, 404);
      if (method === 'GET') return reply(200, found ?? {});
      if (!isJsonObject(body)) return refused('invalid', 'must be an object');
      const declared = root === 'refunds' ? ['payment', 'amount'] : ['amount', 'note'];
      const needed = action === undefined ? declared[0] : undefined;
      const wrong =
        Object.keys(body).find((name) => !declared.includes(name)) ??
        invalidMember(body, action === undefined ? 20 : mostOfNote);
      if (wrong !== undefined) return refused('invalid', 'has the wrong form', wrong);
      if (needed !== undefined && body[needed] === undefined) return refused('invalid', 'must be given', needed);
      if (root === 'refunds') {
        const isKnown = payments.some((payment) => payment['id'] === body['payment']);
        return isKnown ? reply(200, body) : refused('missing', 'No such object', 'payment');
      }
      if (found === undefined) {
        const payment = { id: `pay_${String(payments.length).padStart(4, '0')}`, ...body, status: 'open' };
        payments.push(payment);
        return reply(200, payment);
      }
      if (found['status'] !== 'open') return refused('wrong_state', 'The payment is captured already.');
      if (Number(body['amount'] ?? 0) > Number(found['amount'])) return refused('too_large', 'is too large', 'amount');
      payments[payments.indexOf(found)] = { ...found, ...body, amount: found['amount'] ?? 1, status: 'captured' };
      return reply(200, payments.find((payment) => payment['id'] === id) ?? {});
    };
  };

const phases = ['examples', 'boundary', 'valid', 'sequences'];

it.each<[string, number, readonly string[]]>([
  ['the state, the amount, the cursor or the reference', 20, []],
  [
    'the state, the amount, the cursor or the reference, or because of a valid note',
    3,
    ['conformance/valid-accepted valid-refused'],
  ],
])('a check of a service that refuses inputs because of %s has these findings: $2', async (_, mostOfNote, want) => {
  const found = await foundIn(paths(), service(mostOfNote), { phases, known: { number: ['pay_0000', 'pay_0001'] } });
  expect([...new Set(found)]).toEqual(want);
});
