import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const CART = {
  type: 'object',
  required: ['id', 'code', 'coupon', 'discount'],
  properties: { id: TEXT, code: TEXT, coupon: { type: ['string', 'null'] }, discount: { type: 'integer' } },
};
const NEW_CART = { type: 'object', required: ['code'], additionalProperties: false, properties: { code: TEXT } };
const NO_CART = { description: 'There is no such cart.' };

/**
 * The contract of a cart with a coupon. Only a read of the cart shows the coupon. `text` describes the 404 of the
 * removal.
 */
function paths(text: string): JsonObject {
  const cart = { description: '', ...json(CART) };
  const body = (example: Json): JsonObject => ({
    required: true,
    content: { 'application/json': { schema: NEW_CART, example } },
  });
  const refused = { description: 'The body is invalid, or there is no such coupon.' };
  return {
    '/carts': {
      post: {
        operationId: 'add',
        requestBody: body({ code: 'first cart' }),
        responses: { 201: cart, 422: { description: '' } },
      },
    },
    '/carts/{cart_id}': {
      parameters: [inPath('cart_id')],
      get: { operationId: 'read', responses: { 200: cart, 404: NO_CART } },
    },
    '/carts/{cart_id}/coupon': {
      parameters: [inPath('cart_id')],
      put: {
        operationId: 'apply',
        requestBody: body({ code: 'WELCOME10' }),
        responses: { 200: cart, 404: NO_CART, 422: refused },
      },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: '' }, 404: { description: text } },
      },
    },
  };
}

interface Ways {
  /** Set if a read of the cart does not show its coupon. */
  readonly isHidden?: true;
  /** Set if the PUT of a coupon stores nothing. */
  readonly isLost?: true;
  /** Set if the PUT of a coupon accepts invalid bodies. */
  readonly isUnchecked?: true;
  /**
   * The fault of the DELETE of a coupon. `none`: it changes nothing. `cart`: it removes the cart. `error`: it fails.
   * Default: it removes the coupon.
   */
  readonly removal?: 'none' | 'cart' | 'error';
  /** Set if the service accepts a DELETE of a coupon that the cart does not have. */
  readonly isRepeatable?: true;
}

const CODES: readonly Json[] = ['WELCOME10', 'SUMMER25'];

const service =
  ({ isHidden, isLost, isUnchecked, removal, isRepeatable }: Ways): WrittenService =>
  () => {
    const carts = new Map<string, JsonObject>();
    return ({ method, segments: [, id = '', part], json: body }) => {
      const code = isJsonObject(body) && Object.keys(body).join() === 'code' ? (body['code'] ?? null) : null;
      const isText = typeof code === 'string' && code !== '' && [...code].length <= 40;
      const shown = (cart: JsonObject): JsonObject => (isHidden ? { ...cart, coupon: null, discount: 0 } : cart);
      if (id === '') {
        if (!isText) return problem(422);
        const made = { id: `cart-${carts.size + 1}`, code, coupon: null, discount: 0 };
        carts.set(made.id, made);
        return reply(201, made);
      }
      const cart = carts.get(id);
      if (cart === undefined) return problem(404);
      if (part === undefined) return reply(200, shown(cart));
      if (method === 'PUT') {
        if (!isText && isUnchecked === true) return reply(200, shown(cart));
        if (!isText || !CODES.includes(code)) return problem(422);
        const set = { ...cart, coupon: code, discount: 10 };
        if (isLost !== true) carts.set(id, set);
        return reply(200, shown(set));
      }
      if (cart['coupon'] === null && isRepeatable !== true) return problem(404);
      if (removal === 'error') return problem(500);
      if (removal === 'cart') carts.delete(id);
      else if (removal === undefined) carts.set(id, { ...cart, coupon: null, discount: 0 });
      return empty(204);
    };
  };

const NONE = 'There is no such cart, or it has no coupon.';
const NO_SUCH = 'There is no such cart.';

it.each<[string, Ways, string, readonly string[]]>([
  ['no fault', {}, NONE, []],
  ['a coupon that the cart does not show', { isHidden: true }, NONE, []],
  ['a second removal that is accepted, without a description that excludes this', { isRepeatable: true }, NO_SUCH, []],
  [
    'a second removal that is accepted, as a description permits',
    { isRepeatable: true },
    `${NONE} It may also be 204.`,
    [],
  ],
  [
    'a second removal that is accepted, although a description excludes this',
    { isRepeatable: true },
    NONE,
    ['state/removed part-removed-twice'],
  ],
  ['a coupon that is not stored', { isLost: true }, NONE, ['state/acted not-stored']],
  ['a coupon that is not removed', { removal: 'none' }, NONE, ['state/removed part-still-there']],
  ['a cart that is removed with its coupon', { removal: 'cart' }, NONE, ['state/removed item-removed']],
  ['a removal that fails', { removal: 'error' }, NONE, ['conformance/no-server-error server-error']],
  ['invalid bodies that are accepted', { isUnchecked: true }, NONE, ['conformance/invalid-rejected invalid-accepted']],
])('a check judges a part that a PUT sets and a DELETE removes: %s → $3', async (_, ways, text, want) => {
  const phases = ['examples', 'boundary', 'invalid', 'sequences'];
  expect(await foundIn(paths(text), service(ways), { phases })).toEqual(want);
});
