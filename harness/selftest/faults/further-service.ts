import type { PlantedFault } from './planted-fault.js';

const REFERENCE = 'dist/surfaces/rest/reference';
const OPERATIONS = `${REFERENCE}/items/operations.js`;
const STORE = `${REFERENCE}/items/item-store.js`;
const ANSWER = `${REFERENCE}/serving/answer.js`;
const PROBLEM = `${REFERENCE}/reply/problem.js`;
const RUN = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const CREATED = { ...ON_REST, file: OPERATIONS, operation: 'createItem' } as const;
const MADE = 'const item = { item_id: randomUUID(), version: 1, ...body, created_at: now, updated_at: now };';
const STREAM = { ...ON_REST, class: 'streams', operation: 'streamRunEvents' } as const;
const WRITTEN = 'yield `id: ${id}\\nevent: ${event}\\ndata: ${data}\\n\\n`;';

/** The source code of a service that creates an item and then runs the given statements, which change the item. */
function madeWith(statements: string): string {
  return `const item = { item_id: randomUUID(), version: 1, ...body, created_at: now, updated_at: now };\n    ${statements}`;
}

/** Further kinds of service bugs. The author of this list did not know which bugs the check finds. */
export const FURTHER_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-list-one-too-many',
    class: 'state',
    file: OPERATIONS,
    from: 'const page = found.slice(0, limit);',
    to: 'const page = found.slice(0, limit + 1);',
    operation: 'listItems',
    note: 'A page contains the extra item that the service reads to determine whether another page follows.',
  },
  {
    ...ON_REST,
    id: 'rest-list-later-pages-reversed',
    class: 'state',
    file: STORE,
    from: 'after: (sequence, count) => page.all(sequence, count),',
    to: 'after: (sequence, count) => (sequence > 0 ? page.all(sequence, count).reverse() : page.all(sequence, count)),',
    operation: 'listItems',
  },
  {
    ...ON_REST,
    id: 'rest-list-skips-newest',
    class: 'state',
    file: STORE,
    from: 'WHERE sequence > ? ORDER BY',
    to: 'WHERE sequence > ? AND sequence < (SELECT max(sequence) FROM items) + (SELECT count(*) < 20 FROM items) ORDER BY',
    operation: 'listItems',
    note: 'The newest item is not listed if there are at least 20 items.',
  },
  {
    ...CREATED,
    id: 'rest-create-equal-body-is-known',
    class: 'state',
    from: 'store.add(item);',
    to: 'const key = JSON.stringify(body);\n    if (KNOWN.has(key))\n        return KNOWN.get(key);\n    KNOWN.set(key, jsonReply(route.success.status, Buffer.from(JSON.stringify(item)), { location: `items/${item.item_id}` }));\n    store.add(item);',
    also: [
      {
        file: OPERATIONS,
        from: "const COMMA = Buffer.from(',');",
        to: "const COMMA = Buffer.from(',');\nconst KNOWN = new Map();",
      },
    ],
    note: 'A create with the same body as an earlier create returns the item of the earlier create.',
  },
  {
    ...CREATED,
    id: 'rest-create-identifier-counts',
    class: 'state',
    from: 'item_id: randomUUID(), version',
    to: 'item_id: `item-${String((COUNT.value = (COUNT.value % 3) + 1)).padStart(4, "0")}`, version',
    also: [
      {
        file: OPERATIONS,
        from: "const COMMA = Buffer.from(',');",
        to: "const COMMA = Buffer.from(',');\nconst COUNT = { value: 0 };",
      },
    ],
    note: 'The service reuses identifiers, and its store keeps only the first item with each identifier.',
  },
  {
    ...CREATED,
    id: 'rest-create-tags-without-case-duplicates',
    class: 'values',
    from: MADE,
    to: madeWith(
      'if (item.tags)\n        item.tags = item.tags.filter((tag, at) => item.tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at);',
    ),
  },
  {
    ...CREATED,
    id: 'rest-create-empty-labels-dropped',
    class: 'values',
    from: MADE,
    to: madeWith('if (item.labels && Object.keys(item.labels).length === 0)\n        delete item.labels;'),
  },
  {
    ...CREATED,
    id: 'rest-create-absolute-quantity',
    class: 'values',
    from: MADE,
    to: madeWith("if (typeof item.quantity === 'number')\n        item.quantity = Math.abs(item.quantity);"),
  },
  {
    ...CREATED,
    id: 'rest-create-zero-price-dropped',
    class: 'values',
    from: MADE,
    to: madeWith('if (!item.price)\n        delete item.price;'),
  },
  {
    ...CREATED,
    id: 'rest-create-due-one-day-early',
    class: 'values',
    from: MADE,
    to: madeWith(
      'if (item.due_on)\n        item.due_on = new Date(Date.parse(item.due_on) - 7200000).toISOString().slice(0, 10);',
    ),
    note: 'The service reads a date in a time zone east of Greenwich, and writes it in UTC as the day before.',
  },
  {
    ...CREATED,
    id: 'rest-create-null-note-is-empty',
    class: 'values',
    from: MADE,
    to: madeWith("if (item.note === null)\n        item.note = '';"),
  },
  {
    ...CREATED,
    id: 'rest-create-time-of-day-in-milliseconds',
    class: 'replies',
    from: 'const now = new Date().toISOString();',
    to: 'const now = String(Date.now());',
    note: 'The service returns a date-time as a number of milliseconds in a string.',
  },
  {
    ...ON_REST,
    id: 'rest-get-fails-for-long-identifiers',
    class: 'values',
    file: OPERATIONS,
    from: "const record = store.get(String(path['item_id']));",
    to: "if (String(path['item_id']).length > 100)\n        throw new Error('name too long');\n    const record = store.get(String(path['item_id']));",
    operation: 'getItem',
  },
  {
    ...ON_REST,
    id: 'rest-charset-refused',
    class: 'rejection',
    file: `${REFERENCE}/input/media-type.js`,
    from: 'return parameters.every((parameter) => /^(?:charset=(?:utf-8|"utf-8"))?$/i.test(parameter.trim()));',
    to: 'return parameters.length === 0;',
    operation: 'createItem',
    note: 'The service refuses `application/json; charset=utf-8` with 415.',
  },
  {
    ...ON_REST,
    id: 'rest-problem-status-is-text',
    class: 'replies',
    file: PROBLEM,
    from: 'title: TITLES[name], status, ...members }',
    to: 'title: TITLES[name], status: String(status), ...members }',
  },
  {
    ...ON_REST,
    id: 'rest-not-found-without-title',
    class: 'replies',
    file: PROBLEM,
    from: "'not-found': 'There is no such resource.',",
    to: '',
    operation: 'getItem',
  },
  {
    ...ON_REST,
    id: 'rest-identifier-checked-before-token',
    class: 'rejection',
    file: ANSWER,
    from: '        if (denied !== undefined)\n            return denied;',
    to: "        const early = denied === undefined || route?.method !== 'GET' ? [] : context.check(route, undefined, readParameters(route, match.values, query, request), 0);\n        if (early.length > 0)\n            return invalidInput(early);\n        if (denied !== undefined)\n            return denied;",
    operation: 'getItem',
    note: 'A request without a token gets 422 for an invalid identifier, instead of 401.',
  },
  {
    ...ON_REST,
    id: 'rest-errors-of-first-member-only',
    class: 'rejection',
    file: PROBLEM,
    from: '.map(({ pointer, detail }) => ({ pointer: bounded(pointer), detail: detail.slice(0, 500) }));',
    to: ".map(({ pointer, detail }) => ({ pointer: bounded(pointer).split('/').slice(0, 2).join('/'), detail: detail.slice(0, 500) }));",
    note: 'The pointers of errors name the whole body instead of the invalid member.',
  },
  {
    ...STREAM,
    id: 'stream-terminal-without-identifier',
    file: `${RUN}/operations.js`,
    from: WRITTEN,
    to: 'yield `${event === "succeeded" ? "" : `id: ${id}\\n`}event: ${event}\\ndata: ${data}\\n\\n`;',
  },
  {
    ...STREAM,
    id: 'stream-data-over-unmarked-lines',
    file: `${RUN}/operations.js`,
    from: WRITTEN,
    to: 'yield `id: ${id}\\nevent: ${event}\\ndata: ${JSON.stringify(JSON.parse(data), null, 1)}\\n\\n`;',
    note: 'Of several lines of data, only the first line begins with `data:`.',
  },
  {
    ...STREAM,
    id: 'stream-best-as-text',
    file: `${RUN}/operations.js`,
    from: WRITTEN,
    to: 'yield `id: ${id}\\nevent: ${event}\\ndata: ${event === "progress" ? JSON.stringify({ ...JSON.parse(data), best: String(JSON.parse(data).best.value) }) : data}\\n\\n`;',
  },
];
