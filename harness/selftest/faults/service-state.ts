import type { PlantedFault } from './planted-fault.js';

const OPERATIONS = 'dist/surfaces/rest/reference/items/operations.js';
const STORE = 'dist/surfaces/rest/reference/items/item-store.js';
const ON_REST = { class: 'state', surface: 'rest', blame: 'backend' } as const;
/**
 * Members that several faults share. After these edits, the replies to the create and the read contradict each other. A
 * finding may state either operation, so no `operation` is required.
 */
const CREATE = { ...ON_REST, file: OPERATIONS, from: 'store.add(item);' } as const;
const PAGE = "'SELECT sequence, record FROM items WHERE sequence > ? ORDER BY sequence LIMIT ?'";
const RECORD = 'return jsonReply(route.success.status, record);';
const CHUNKS = '(index === 0 ? [record] : [COMMA, record])';

/** Bugs in the state of a service: in what it stores, lists and returns later. */
export const SERVICE_STATE: readonly PlantedFault[] = [
  {
    ...CREATE,
    id: 'rest-store-loses-source',
    to: 'store.add({ ...item, source: undefined });',
    smallest: { body: { name: 'a', source: { kind: 'manual', author: 'a' } } },
  },
  {
    ...CREATE,
    id: 'rest-store-loses-null',
    to: 'store.add(JSON.parse(JSON.stringify(item, (_, value) => value ?? undefined)));',
    smallest: { body: { name: 'a', note: null } },
  },
  {
    ...CREATE,
    id: 'rest-store-loses-empty-lists',
    to: 'store.add(item.tags?.length === 0 ? { ...item, tags: undefined } : item);',
    smallest: { body: { name: 'a', tags: [] } },
  },
  {
    ...CREATE,
    id: 'rest-store-rounds-price',
    to: "store.add('price' in item ? { ...item, price: Math.round(item.price * 10) / 10 } : item);",
    smallest: { body: { name: 'a', price: 0.01 } },
  },
  {
    ...CREATE,
    id: 'rest-store-normalises-name',
    to: "store.add({ ...item, name: item.name.normalize('NFC') });",
    smallest: { body: { name: 'e\u0301' } },
  },
  {
    ...CREATE,
    id: 'rest-store-skips-large-items',
    to: 'if (JSON.stringify(item).length < 1200) store.add(item);',
  },
  {
    ...CREATE,
    id: 'rest-store-skips-archived',
    to: "if (item.status !== 'archived') store.add(item);",
    smallest: { body: { name: 'a', status: 'archived' } },
  },
  {
    ...CREATE,
    id: 'rest-store-written-late',
    to: 'setTimeout(() => store.add(item), 100);',
    note: 'The service stores an item after its reply, so a read directly after the create does not find the item.',
  },
  {
    ...ON_REST,
    id: 'rest-create-identifier-from-name',
    file: OPERATIONS,
    from: 'item_id: randomUUID(),',
    to: "item_id: `id-${Buffer.from(body.name).toString('hex').slice(0, 40)}`,",
    operation: 'createItem',
    note: 'A second item with the same name gets the identifier of the first item, and is not stored.',
  },
  {
    ...ON_REST,
    id: 'rest-create-shares-body-between-requests',
    file: OPERATIONS,
    from: 'function createItem({ body }, route, store) {',
    to: 'let pending;\nasync function createItem({ body }, route, store) {\n    pending = body;\n    await new Promise((resolve) => setTimeout(resolve, 5));\n    body = pending;',
    operation: 'createItem',
    note: 'Two concurrent creates share a variable for the body.',
  },
  {
    ...ON_REST,
    id: 'rest-create-merges-previous-body',
    file: OPERATIONS,
    from: 'function createItem({ body }, route, store) {',
    to: 'const previous = {};\nfunction createItem({ body }, route, store) {\n    body = Object.assign(previous, body);',
    operation: 'createItem',
    note: 'Members of one request are kept for the next request.',
  },
  {
    ...ON_REST,
    id: 'rest-rejected-create-is-stored',
    file: 'dist/surfaces/rest/reference/serving/answer.js',
    from: '    if (invalid.length > 0)\n        return invalidInput(invalid);',
    to: '    if (invalid.length > 0) {\n        if (typeof input.body?.name === "string") handle(route, withDefaults(input, route, body.content));\n        return invalidInput(invalid);\n    }',
    operation: 'createItem',
  },
  {
    ...ON_REST,
    id: 'rest-list-by-identifier',
    file: STORE,
    from: PAGE,
    to: "'SELECT sequence, record FROM items WHERE sequence > ? ORDER BY item_id LIMIT ?'",
    operation: 'listItems',
  },
  {
    ...ON_REST,
    id: 'rest-list-newest-first',
    file: OPERATIONS,
    from: 'const chunks = page.flatMap(',
    to: 'const chunks = page.toReversed().flatMap(',
    operation: 'listItems',
    note: 'A page lists its items in reverse order, but the contract requires the order of creation.',
  },
  {
    ...ON_REST,
    id: 'rest-list-repeats-last-item',
    file: STORE,
    from: PAGE,
    to: "'SELECT sequence, record FROM items WHERE sequence >= ? ORDER BY sequence LIMIT ?'",
    operation: 'listItems',
  },
  {
    ...ON_REST,
    id: 'rest-list-cursor-skips-item',
    file: OPERATIONS,
    from: 'encodeCursor(last.sequence)',
    to: 'encodeCursor(found.at(-1).sequence)',
    operation: 'listItems',
    note: 'The cursor is made from the extra item that shows whether a page follows, so the next page skips this item.',
  },
  {
    ...ON_REST,
    id: 'rest-list-cursor-on-full-last-page',
    file: OPERATIONS,
    from: 'found.length > limit &&',
    to: 'found.length >= limit &&',
    operation: 'listItems',
    note: 'The last page has a cursor if the page is full.',
    equivalent:
      'The contract defines `null` as a cursor, but does not require every cursor to lead to an item. In many services the page after a full page may be empty (google.aip.dev/158).',
  },
  {
    ...ON_REST,
    id: 'rest-list-ends-after-first-page',
    file: OPERATIONS,
    from: ': null;\n    const chunks',
    to: ': null;\n    if (sequence === 0 && limit < 50) return jsonReply(200, Buffer.concat([LIST_START, ...page.flatMap(({ record }, index) => (index === 0 ? [record] : [COMMA, record])), Buffer.from(`],"next_cursor":null}`)]));\n    const chunks',
    operation: 'listItems',
  },
  {
    ...ON_REST,
    id: 'rest-list-cursor-forgets-limit',
    file: OPERATIONS,
    from: "const limit = Number(query['limit']);",
    to: "const limit = query['cursor'] === undefined ? Number(query['limit']) : 20;",
    operation: 'listItems',
    note: 'Pages after the first page ignore `limit`.',
  },
  {
    ...ON_REST,
    id: 'rest-list-loses-null',
    file: OPERATIONS,
    from: CHUNKS,
    to: '((text) => (index === 0 ? [text] : [COMMA, text]))(Buffer.from(JSON.stringify(JSON.parse(record), (_, value) => value ?? undefined)))',
    operation: 'listItems',
    note: 'The list shows items without their null members.',
  },
  {
    ...ON_REST,
    id: 'rest-list-shows-summaries',
    file: OPERATIONS,
    from: CHUNKS,
    to: '((text) => (index === 0 ? [text] : [COMMA, text]))(Buffer.from(JSON.stringify({ ...JSON.parse(record), labels: undefined })))',
    operation: 'listItems',
  },
  {
    ...ON_REST,
    id: 'rest-list-stale-page',
    file: OPERATIONS,
    from: 'const found = store.after(sequence, limit + 1);',
    to: 'const found = (CACHE[`${sequence} ${limit}`] ??= store.after(sequence, limit + 1));',
    operation: 'listItems',
    also: [
      {
        file: OPERATIONS,
        from: "const COMMA = Buffer.from(',');",
        to: "const COMMA = Buffer.from(',');\nconst CACHE = {};",
      },
    ],
    note: 'The service caches a page, so the page lacks items that were added later.',
  },
  {
    ...ON_REST,
    id: 'rest-get-touches-item',
    file: OPERATIONS,
    from: RECORD,
    to: 'return jsonReply(route.success.status, Buffer.from(JSON.stringify({ ...JSON.parse(record), updated_at: new Date().toISOString() })));',
    operation: 'getItem',
    note: 'Each read of an item changes its `updated_at`.',
  },
  {
    ...ON_REST,
    id: 'rest-get-counts-reads-as-versions',
    file: OPERATIONS,
    from: RECORD,
    to: 'const item = JSON.parse(record);\n    return jsonReply(route.success.status, Buffer.from(JSON.stringify({ ...item, version: item.version + (reads[item.item_id] = (reads[item.item_id] ?? -1) + 1) })));\n}\nconst reads = {};\n{',
    operation: 'getItem',
  },
  {
    ...ON_REST,
    id: 'rest-default-limit-is-ten',
    file: 'dist/surfaces/rest/generated/routes.js',
    from: "schema: 'parameters.Limit', default: 20 }",
    to: "schema: 'parameters.Limit', default: 10 }",
    operation: 'listItems',
    smallest: { query: { limit: 20 } },
  },
  {
    ...ON_REST,
    id: 'rest-default-status-is-active',
    file: 'dist/surfaces/rest/generated/routes.js',
    from: "defaults: { status: 'draft' }",
    to: "defaults: { status: 'active' }",
    operation: 'createItem',
    smallest: { body: { name: 'a' } },
  },
  {
    ...ON_REST,
    id: 'rest-default-status-overwrites',
    file: 'dist/surfaces/rest/reference/input/defaults.js',
    from: 'return { ...body, ...defaults, ...body };',
    to: 'return { ...body, ...defaults };',
    operation: 'createItem',
    smallest: { body: { name: 'a', status: 'active' } },
  },
];
