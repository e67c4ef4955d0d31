import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };

/**
 * The contract of an action on an article, such as `publish`. `conflict` is the description of the response 409, and
 * `text` the description of the action.
 */
function paths(action: string, conflict: string, text: string): JsonObject {
  const properties = { id: TEXT, title: TEXT, state: { enum: ['draft', 'public'] } };
  const article = { description: '', ...json({ type: 'object', properties }) };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const requestBody = { required: true, ...json(body) };
  const found = { 200: article, 404: { description: 'There is no such article.' } };
  return {
    '/articles': { post: { operationId: 'add', requestBody, responses: { 201: article, 422: { description: '' } } } },
    '/articles/{id}': { parameters: [inPath('id')], get: { operationId: 'read', responses: found } },
    [`/articles/{id}/${action}`]: {
      parameters: [inPath('id')],
      post: { operationId: 'act', description: text, responses: { ...found, 409: { description: conflict } } },
    },
  };
}

/** A service of articles. If `isRefused` is true, it refuses a second call of the action. */
const service =
  (isRefused: boolean): WrittenService =>
  () => {
    const articles = new Map<string, JsonObject>();
    return ({ method, segments: [, id = '', action], json: body }) => {
      if (id === '') {
        const title = isJsonObject(body) ? body['title'] : undefined;
        if (typeof title !== 'string' || title === '' || [...title].length > 20) return problem(422);
        const article = { id: `article-${articles.size + 1}`, title, state: 'draft' };
        articles.set(article.id, article);
        return reply(201, article);
      }
      const article = articles.get(id);
      if (article === undefined) return problem(404);
      if (action === undefined || method === 'GET') return reply(200, article);
      if (isRefused && article['state'] === 'public') return problem(409);
      articles.set(id, { ...article, state: 'public' });
      return reply(200, { ...article, state: 'public' });
    };
  };

const AGAIN = ['state/refused-state accepted-in-state'];

it.each<[string, string, string, string, boolean, readonly string[]]>([
  ['the service refuses the second call', 'publish', 'The article is already published.', '', true, []],
  ['the service accepts the second call', 'publish', 'The article is already published.', '', false, AGAIN],
  ['the operation states the refusal', 'archive', 'Refused.', 'Refused if it was already archived.', false, AGAIN],
  ['the description is about another action', 'publish', 'The article is already archived.', '', false, []],
  ['the description states no refusal', 'publish', 'The article is not complete.', '', false, []],
  ['a second call has no effect', 'publish', 'Already published elsewhere.', 'A second call has no effect.', false, []],
])('a check calls the same action twice: %s → $5', async (_, action, conflict, text, isRefused, want) => {
  expect(await foundIn(paths(action, conflict, text), service(isRefused))).toEqual(want);
});

/** A contract of orders that can be paid, canceled and changed. */
const ORDERS: JsonObject = (() => {
  const state = { enum: ['open', 'paid', 'canceled'] };
  const order = { description: '', ...json({ type: 'object', properties: { id: TEXT, title: TEXT, state } }) };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const requestBody = { required: true, ...json(body) };
  const found = { 200: order, 404: { description: 'There is no such order.' } };
  const refused = (description: string): JsonObject => ({ ...found, 409: { description }, 422: { description: '' } });
  const action = (operationId: string, text: string): JsonObject => ({
    parameters: [inPath('id')],
    post: { operationId, responses: refused(text) },
  });
  return {
    '/orders': { post: { operationId: 'add', requestBody, responses: { 201: order, 422: { description: '' } } } },
    '/orders/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: found },
      put: { operationId: 'change', requestBody, responses: refused('The order is not open.') },
    },
    '/orders/{id}/pay': action('pay', 'Only open orders can be paid.'),
    '/orders/{id}/cancel': action('cancel', 'The status of the order is not `open`.'),
  };
})();

/** A service of orders. It never refuses the operations in `unchecked`, whatever the state of the order. */
const orders =
  (unchecked: readonly string[]): WrittenService =>
  () => {
    const all = new Map<string, JsonObject>();
    return ({ method, segments: [, id = '', action = ''], json: body }) => {
      const title = isJsonObject(body) ? body['title'] : undefined;
      const isValid = typeof title === 'string' && title !== '' && [...title].length <= 20;
      if (id === '') {
        if (!isValid) return problem(422);
        const order = { id: `order-${all.size + 1}`, title, state: 'open' };
        all.set(order.id, order);
        return reply(201, order);
      }
      const order = all.get(id);
      if (order === undefined) return problem(404);
      if (method === 'GET') return reply(200, order);
      if (method === 'PUT' && !isValid) return problem(422);
      const operation = method === 'PUT' ? 'change' : action;
      if (order['state'] !== 'open' && !unchecked.includes(operation)) return problem(409);
      const changes = { pay: { state: 'paid' }, cancel: { state: 'canceled' } }[action] ?? { title };
      all.set(id, { ...order, ...(changes as JsonObject) });
      return reply(200, all.get(id) ?? order);
    };
  };

it.each<[string, readonly string[]]>([
  ['none of them', []],
  ['an action', ['pay']],
  ['another action', ['cancel']],
  ['a change', ['change']],
])('a check finds the operations that do not check the state of the item: %s', async (_, unchecked) => {
  const want = unchecked.map(() => 'state/refused-state accepted-in-state');
  expect(await foundIn(ORDERS, orders(unchecked))).toEqual(want);
});

/**
 * The contract of messages that are created at a path with their room and cancelled at a path without it. No operation
 * reads a single message.
 */
const MESSAGES = (text: string): JsonObject => {
  const properties = { id: TEXT, title: TEXT, status: { enum: ['pending', 'sent', 'cancelled'] } };
  const message = { description: '', ...json({ type: 'object', properties }) };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const none = { description: 'There is no such thing.' };
  const shown = '/paths/~1rooms~1{room_id}~1messages/post/responses/201/content/application~1json/schema';
  const same = { description: '', ...json({ $ref: `#${shown}` }) };
  return {
    '/rooms/{room_id}/messages': {
      parameters: [inPath('room_id')],
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(body) },
        responses: { 201: message, 404: none, 422: { description: '' } },
      },
    },
    '/messages/{message_id}': {
      parameters: [inPath('message_id')],
      delete: {
        operationId: 'cancel',
        description: text,
        responses: { 200: same, 404: none, 409: { description: 'The state does not permit this.' } },
      },
    },
  };
};

/** A service of messages. If `isRefused` is true, it refuses to cancel a cancelled message again. */
const messages =
  (isRefused: boolean): WrittenService =>
  () => {
    const all = new Map<string, JsonObject>();
    return ({ method, segments: [first, id = ''], json: body }) => {
      if (method === 'POST' && first === 'rooms') {
        const title = isJsonObject(body) ? body['title'] : undefined;
        if (id !== 'blue') return problem(404);
        if (typeof title !== 'string' || title === '' || [...title].length > 20) return problem(422);
        const message = { id: `message-${all.size + 1}`, title, status: 'pending' };
        all.set(message.id, message);
        return reply(201, message);
      }
      const message = all.get(id);
      if (message === undefined) return problem(404);
      if (isRefused && message['status'] !== 'pending') return problem(409);
      all.set(id, { ...message, status: 'cancelled' });
      return reply(200, { ...message, status: 'cancelled' });
    };
  };

const CANCELS = 'The status becomes `cancelled`; the message stays in the list.';

it.each<[string, string, boolean, readonly string[]]>([
  ['is refused', `${CANCELS} Only a \`pending\` one can be cancelled (409).`, true, []],
  ['is accepted', `${CANCELS} Only a \`pending\` one can be cancelled (409).`, false, AGAIN],
  ['may be accepted', CANCELS, false, []],
])(
  'a DELETE, whose path lacks the parent, only cancels the item, and a second DELETE %s',
  async (_, text, isRefused, want) => {
    const known = { room_id: ['blue'] };
    expect(await foundIn(MESSAGES(text), messages(isRefused), { known })).toEqual(want);
  },
);

/** The contract of deals whose state only a PATCH sets. */
function deals(description: string): JsonObject {
  const state = { enum: ['lead', 'won', 'lost'] };
  const deal = { description: '', ...json({ type: 'object', properties: { id: TEXT, title: TEXT, state } }) };
  const body = (properties: JsonObject, required: readonly string[]): JsonObject =>
    json({ type: 'object', additionalProperties: false, minProperties: 1, properties, required });
  const found = { 200: deal, 404: { description: '' } };
  const refused = { ...found, 409: { description: 'A conflict.' }, 422: { description: '' } };
  const [sent, changed] = [body({ title: TEXT }, ['title']), body({ title: TEXT, state }, [])];
  return {
    '/deals': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...sent },
        responses: { 201: deal, 422: { description: '' } },
      },
    },
    '/deals/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: found },
      patch: { operationId: 'change', description, requestBody: { required: true, ...changed }, responses: refused },
    },
  };
}

const dealService =
  (isRefused: boolean): WrittenService =>
  () => {
    const stored = new Map<string, JsonObject>();
    return ({ method, segments: [, id = ''], json: body }) => {
      const { title, state, ...others } = isJsonObject(body) ? body : {};
      const isTitle = typeof title === 'string' && title !== '' && [...title].length <= 20;
      const isState = state === undefined || ['lead', 'won', 'lost'].includes(String(state));
      const deal = stored.get(id);
      if (id !== '' && deal === undefined) return problem(404);
      if (deal !== undefined && method === 'GET') return reply(200, deal);
      const isChange = deal !== undefined && (title !== undefined || state !== undefined);
      if (Object.keys(others).length > 0 || !(isTitle || (isChange && title === undefined)) || !isState)
        return problem(422);
      if (deal === undefined && state !== undefined) return problem(422);
      if (deal !== undefined && isRefused && deal['state'] !== 'lead') return problem(409);
      const now = { state: 'lead', ...deal, ...(isJsonObject(body) && body), id: id || `deal-${stored.size + 1}` };
      stored.set(now.id, now);
      return reply(deal === undefined ? 201 : 200, now);
    };
  };

const CLOSED = 'A deal that is `won` or `lost` is closed, and cannot be changed at all (409).';

it.each<[string, string, boolean, readonly string[]]>([
  ['the service refuses the change', CLOSED, true, []],
  ['the service accepts the change', CLOSED, false, AGAIN],
  ['no description states the refusal', '', false, []],
])(
  'a check changes an item after a PATCH put it into a state that forbids changes: %s → $3',
  async (_, text, isRefused, want) => {
    expect(await foundIn(deals(text), dealService(isRefused))).toEqual(want);
  },
);
