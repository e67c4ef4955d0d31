import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const URI: JsonObject = {
  type: 'string',
  pattern: '^/products/[1-9][0-9]{0,5}$',
  description: 'The URI of the product. One that does not exist is refused with 400.',
};

/** The contract of products, and of reviews. A review refers to products by their URIs. */
function paths(ofRemoval: string, ofReview: string): JsonObject {
  const sent = { name: TEXT, discontinued: { type: 'boolean', default: false } };
  const count = { type: 'integer', readOnly: true, description: 'The number of reviews of the product.' };
  const product = { id: { type: 'integer' }, '@id': { type: 'string' }, ...sent, reviews_count: count };
  const review = { id: { type: 'integer' }, product: URI, text: TEXT };
  const shown = (properties: JsonObject): JsonObject => ({ description: '', ...json({ type: 'object', properties }) });
  const add = (
    operationId: string,
    properties: JsonObject,
    required: readonly string[],
    more: JsonObject,
  ): JsonObject => ({
    operationId,
    requestBody: { required: true, ...json({ type: 'object', additionalProperties: false, properties, required }) },
    responses: { 400: { description: '' }, 409: { description: '' }, ...more },
  });
  const item = (name: string, properties: JsonObject, description: string): JsonObject => ({
    parameters: [{ ...inPath('id'), schema: { type: 'integer', minimum: 1, maximum: 99_999 } }],
    get: { operationId: `read${name}`, responses: { 200: shown(properties), 404: { description: '' } } },
    delete: {
      operationId: `remove${name}`,
      description,
      responses: { 204: { description: '' }, 404: { description: '' } },
    },
  });
  return {
    '/products': { post: add('addProduct', sent, ['name'], { 201: shown(product) }) },
    '/products/{id}': item('Product', product, ofRemoval),
    '/reviews': {
      post: {
        ...add('addReview', { product: URI, text: TEXT }, ['product', 'text'], { 201: shown(review) }),
        description: ofReview,
      },
    },
    '/reviews/{id}': item('Review', review, ''),
  };
}

interface Faults {
  readonly keepsReviews?: true;
  readonly takesAll?: true;
  readonly keepsCount?: true;
}

const service =
  ({ keepsReviews, takesAll, keepsCount }: Faults): WrittenService =>
  () => {
    const all = { products: new Map<string, JsonObject>(), reviews: new Map<string, JsonObject>() };
    let [last, removed] = [0, 0];
    const countOf = (uri: string): number =>
      [...all.reviews.values()].filter(({ product }) => product === uri).length + (keepsCount === true ? removed : 0);
    const productOf = (id: string): JsonObject | undefined => {
      const product = all.products.get(id);
      return product && { ...product, '@id': `/products/${id}`, reviews_count: countOf(`/products/${id}`) };
    };
    const isText = (text: unknown): boolean => typeof text === 'string' && text !== '' && [...text].length <= 20;
    const add = (kind: keyof typeof all, item: JsonObject): ReturnType<typeof reply> => {
      last += 1;
      all[kind].set(String(last), { ...item, id: last });
      return reply(201, (kind === 'products' ? productOf(String(last)) : all.reviews.get(String(last))) ?? {});
    };
    return ({ method, segments: [kind = '', id = ''], json: body }) => {
      if (kind !== 'products' && kind !== 'reviews') return problem(404);
      const { name, discontinued = false, product, text, ...others } = isJsonObject(body) ? body : {};
      if (id === '') {
        if (Object.keys(others).length > 0 || typeof discontinued !== 'boolean') return problem(400);
        if (kind === 'products')
          return isText(name) && product === undefined && text === undefined
            ? add(kind, { name: name ?? '', discontinued })
            : problem(400);
        const known = all.products.get(String(product).replace('/products/', ''));
        if (known === undefined || !isText(text) || name !== undefined) return problem(400);
        return known['discontinued'] === true && takesAll !== true
          ? problem(409)
          : add(kind, { product: product ?? '', text: text ?? '' });
      }
      const item = kind === 'products' ? productOf(id) : all.reviews.get(id);
      if (item === undefined) return problem(404);
      if (method === 'GET') return reply(200, item);
      all[kind].delete(id);
      if (kind === 'reviews') removed += 1;
      else if (keepsReviews !== true)
        for (const [own, review] of all.reviews) if (review['product'] === `/products/${id}`) all.reviews.delete(own);
      return empty(204);
    };
  };

/** Runs only these sequences, because no other sequence creates an item that refers to another item. */
const ONLY = { phases: ['sequences'], sequences: /^(?:referred|added|aggregated|removed)-/ };
const JOINT = 'The reviews of the product are removed with it.';
const CLOSED = 'A product that is discontinued takes no reviews (409).';

it.each<[string, string, string, Faults, readonly string[]]>([
  ['the service does what the contract states', JOINT, CLOSED, {}, []],
  ['the reviews are kept', JOINT, CLOSED, { keepsReviews: true }, ['state/removed-parent child-still-there']],
  ['the reviews are kept, and no text states their removal', '', CLOSED, { keepsReviews: true }, []],
  [
    'a discontinued product takes reviews',
    JOINT,
    CLOSED,
    { takesAll: true },
    ['state/refused-state accepted-in-state'],
  ],
  ['a discontinued product takes reviews, and no text refuses them', JOINT, '', { takesAll: true }, []],
  ['the count keeps removed reviews', JOINT, CLOSED, { keepsCount: true }, ['state/derived not-recomputed']],
])('a check judges items that refer to other items by URIs: %s', async (_, ofRemoval, ofReview, faults, want) => {
  expect(await foundIn(paths(ofRemoval, ofReview), service(faults), ONLY)).toEqual(want);
});
