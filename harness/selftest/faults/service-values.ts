import type { PlantedFault } from './planted-fault.js';

const OPERATIONS = 'dist/surfaces/rest/reference/items/operations.js';
const STORE = 'dist/surfaces/rest/reference/items/item-store.js';
const ITEM = 'version: 1, ...body, created_at';
const GET = "store.get(String(path['item_id']))";
const ON_REST = { class: 'values', surface: 'rest', blame: 'backend' } as const;
const CREATE = { ...ON_REST, file: OPERATIONS, from: ITEM, operation: 'createItem' } as const;
const FETCH = { ...ON_REST, file: OPERATIONS, from: GET, operation: 'getItem' } as const;

/** Bugs of a service that changes the values that it stores or returns. */
export const SERVICE_VALUES: readonly PlantedFault[] = [
  {
    ...CREATE,
    id: 'rest-create-trims-name',
    to: 'version: 1, ...body, name: body.name.trim() || body.name, created_at',
    smallest: { body: { name: ' a' } },
  },
  {
    ...CREATE,
    id: 'rest-create-drops-null',
    to: 'version: 1, ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)), created_at',
    smallest: { body: { name: 'a', note: null } },
  },
  {
    ...CREATE,
    id: 'rest-create-empty-note-becomes-null',
    to: "version: 1, ...body, ...(body.note === '' ? { note: null } : {}), created_at",
    smallest: { body: { name: 'a', note: '' } },
  },
  {
    ...CREATE,
    id: 'rest-create-omitted-note-becomes-null',
    to: 'version: 1, note: null, ...body, created_at',
    equivalent:
      'Only prose distinguishes an omitted note from null. The schema of the reply allows null, and many services return null for a member that is not set.',
  },
  {
    ...CREATE,
    id: 'rest-create-normalises-unicode',
    to: "version: 1, ...body, name: body.name.normalize('NFC'), created_at",
    smallest: { body: { name: 'e\u0301' } },
  },
  {
    ...CREATE,
    id: 'rest-create-lowercases-tags',
    to: 'version: 1, ...body, ...(body.tags && { tags: body.tags.map((tag) => tag.toLowerCase()) }), created_at',
    smallest: { body: { name: 'a', tags: ['A'] } },
  },
  {
    ...CREATE,
    id: 'rest-create-sorts-tags',
    to: 'version: 1, ...body, ...(body.tags && { tags: body.tags.toSorted() }), created_at',
    smallest: { body: { name: 'a', tags: ['a', ''] } },
  },
  {
    ...CREATE,
    id: 'rest-create-quantity-in-32-bits',
    to: "version: 1, ...body, ...('quantity' in body && { quantity: body.quantity | 0 }), created_at",
    smallest: { body: { name: 'a', quantity: 2_147_483_648 } },
  },
  {
    ...CREATE,
    id: 'rest-create-price-single-precision',
    to: "version: 1, ...body, ...('price' in body && { price: Math.fround(body.price) }), created_at",
    smallest: { body: { name: 'a', price: 0.1 } },
  },
  {
    ...CREATE,
    id: 'rest-create-serial-through-double',
    to: 'version: 1, ...body, ...(body.serial && { serial: String(Number(body.serial)) }), created_at',
    smallest: { body: { name: 'a', serial: '9007199254740993' } },
  },
  {
    ...CREATE,
    id: 'rest-create-instant-to-utc',
    to: 'version: 1, ...body, ...(Date.parse(body.observed_at) > 0 && { observed_at: new Date(body.observed_at).toISOString() }), created_at',
    smallest: { body: { name: 'a', observed_at: '2000-01-01T00:00:00Z' } },
  },
  {
    ...CREATE,
    id: 'rest-create-lowercases-label-names',
    to: 'version: 1, ...body, ...(body.labels && { labels: Object.fromEntries(Object.entries(body.labels).map(([name, text]) => [name.toLowerCase(), text])) }), created_at',
    smallest: { body: { name: 'a', labels: { A: '' } } },
  },
  {
    ...CREATE,
    id: 'rest-create-loses-proto-label',
    to: 'version: 1, ...body, ...(body.labels && { labels: Object.entries(body.labels).reduce((all, [name, text]) => { all[name] = text; return all; }, {}) }), created_at',
    smallest: { body: { name: 'a', labels: { ['__proto__']: '' } } },
  },
  {
    ...CREATE,
    id: 'rest-create-html-escapes-name',
    to: "version: 1, ...body, name: body.name.replaceAll('&', '&amp;'), created_at",
    smallest: { body: { name: '&' } },
  },
  {
    ...CREATE,
    id: 'rest-create-cuts-name-at-nul',
    to: "version: 1, ...body, name: body.name.split('\\0')[0] || body.name, created_at",
    smallest: { body: { name: 'a\0' } },
  },
  {
    ...CREATE,
    id: 'rest-create-strips-joiners',
    to: "version: 1, ...body, name: body.name.replaceAll('\\u200d', '') || body.name, created_at",
    smallest: { body: { name: 'a\u200d' } },
  },
  {
    ...FETCH,
    id: 'rest-get-decodes-identifier-twice',
    to: "store.get(unescape(String(path['item_id'])))",
  },
  {
    ...FETCH,
    id: 'rest-get-plus-is-space',
    to: "store.get(String(path['item_id']).replaceAll('+', ' '))",
  },
  {
    ...FETCH,
    id: 'rest-get-trims-identifier',
    to: "store.get(String(path['item_id']).trim())",
    note: 'The service trims identifiers, so an identifier with a blank at its end finds a different item.',
  },
  {
    ...FETCH,
    id: 'rest-get-cuts-identifier-at-nul',
    to: "store.get(String(path['item_id']).split('\\0')[0])",
  },
  {
    ...FETCH,
    id: 'rest-get-identifier-ignores-case',
    file: STORE,
    from: "'SELECT record FROM items WHERE item_id = ?'",
    to: "'SELECT record FROM items WHERE lower(CAST(item_id AS TEXT)) = lower(CAST(? AS TEXT))'",
  },
  {
    ...FETCH,
    id: 'rest-get-slash-splits-identifier',
    file: 'dist/surfaces/rest/reference/input/request-target.js',
    from: 'const path = mark < 0 ? origin : origin.slice(0, mark);',
    to: "const path = (mark < 0 ? origin : origin.slice(0, mark)).replaceAll('%2F', '/');",
  },
  {
    ...ON_REST,
    id: 'rest-list-ignores-limit',
    file: OPERATIONS,
    from: "const limit = Number(query['limit']);",
    to: 'const limit = 20;',
    operation: 'listItems',
    smallest: { query: { limit: 1 } },
  },
  {
    ...ON_REST,
    id: 'rest-list-small-pages',
    file: OPERATIONS,
    from: "const limit = Number(query['limit']);",
    to: "const limit = Math.min(50, Number(query['limit']));",
    equivalent: '`limit` is the maximum number of items on a page, so a shorter page with a cursor is permitted.',
  },
  {
    ...ON_REST,
    id: 'rest-name-length-in-utf16-units',
    operation: 'createItem',
    file: 'dist/surfaces/rest/reference/input/input-checker.js',
    from: 'const ajv = ajvWith(schemas, allErrors);',
    to: 'const ajv = ajvWith(schemas, allErrors);\n    ajv.opts.unicode = false;',
    note: 'Characters beyond the Basic Multilingual Plane count twice.',
  },
  {
    ...ON_REST,
    id: 'rest-create-location-not-encoded',
    file: OPERATIONS,
    from: 'location: `items/${item.item_id}`',
    to: 'location: `items/${encodeURIComponent(item.item_id)}`',
    equivalent: 'The service creates only UUIDs as identifiers, and UUIDs need no encoding.',
  },
  {
    ...ON_REST,
    id: 'rest-cursor-in-standard-base64',
    file: 'dist/surfaces/rest/reference/items/cursor.js',
    from: "return bytes.toString('base64url');",
    to: "return bytes.toString('base64');",
    equivalent: 'A cursor is opaque, and faithful clients percent-encode its `+` and `/`.',
  },
];
