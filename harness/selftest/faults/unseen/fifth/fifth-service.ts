import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_FIFTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-deep-body-fails',
    class: 'rejection',
    file: `${REST}/input/json-body.js`,
    from: '    const value = parse(text);',
    to: '    const value = frozen(parse(text));',
    also: [
      {
        file: `${REST}/input/json-body.js`,
        from: 'function decodeUtf8(bytes) {',
        to: "function frozen(value) {\n    if (typeof value === 'object' && value !== null)\n        for (const member of Object.values(value))\n            frozen(member);\n    return Object.freeze(value);\n}\nfunction decodeUtf8(bytes) {",
      },
    ],
    operation: 'createItem',
    note: 'A recursive function freezes the body before it is checked: a body of ten thousand nested lists gets 500 and not 422.',
  },
  {
    ...ON_REST,
    id: 'rest-create-empty-tags-removed',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: '...body, created_at: now',
    to: '...body, ...(body.tags === undefined ? {} : { tags: body.tags.filter(Boolean) }), created_at: now',
    operation: 'createItem',
    note: 'An empty tag, which the contract permits and which an example has, is removed from the stored item.',
  },
  {
    ...ON_REST,
    id: 'rest-store-size-members-swapped',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: 'Buffer.from(JSON.stringify(item))',
    to: 'Buffer.from(JSON.stringify(item.size === undefined ? item : { ...item, size: { width: item.size.height, height: item.size.width, unit: item.size.unit } }))',
    note: 'Columns are bound in the wrong order: the reply to a create is correct, but a fetched item has its width as its height.',
  },
  {
    ...ON_REST,
    id: 'rest-import-row-from-zero',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: '...body, created_at: now',
    to: "...body, ...(body.source?.kind === 'import' ? { source: { ...body.source, row: body.source.row - 1 } } : {}), created_at: now",
    operation: 'createItem',
    note: 'The row of an import is converted to an index that begins with 0 and not converted back, so the item is not stored as sent.',
  },
  {
    ...ON_REST,
    id: 'rest-get-two-dots-removed',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: "store.get(String(path['item_id']))",
    to: "store.get(String(path['item_id']).replaceAll('..', ''))",
    operation: 'getItem',
    note: 'As protection against path traversal, `..` is removed from an identifier, so the item `..%2f..` is not found.',
  },
  {
    ...ON_REST,
    id: 'rest-chunked-body-is-empty',
    class: 'values',
    file: `${REST}/input/request-body.js`,
    from: "    if (request.headers['transfer-encoding'] !== undefined)\n        return Infinity;\n",
    to: '',
    operation: 'createItem',
    note: 'As in early WSGI servers, only `Content-Length` is read: a body in chunks counts as no body, and the request gets 400.',
  },
  {
    ...ON_REST,
    id: 'rest-cents-checked-by-division',
    class: 'rejection',
    file: `${REST}/input/input-checker.js`,
    from: '    const ajv = ajvWith(schemas, allErrors);',
    to: "    const ajv = ajvWith(schemas, allErrors).removeKeyword('multipleOf');\n    ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: (divisor, value) => Number.isInteger(value / divisor), errors: false });",
    operation: 'createItem',
    note: 'A price is divided by 0.01 in floating point, as in many validators: a price such as 19.99 or 0.29 is refused.',
  },
  {
    ...ON_REST,
    id: 'rest-instant-before-1970-refused',
    class: 'rejection',
    file: `${REST}/input/input-checker.js`,
    from: '    const compiled = new Map();',
    to: "    const { validate } = ajv.formats['date-time'];\n    ajv.addFormat('date-time', (text) => validate(text) && !(Date.parse(text) < 0));\n    const compiled = new Map();",
    operation: 'createItem',
    note: 'A time counts as unsigned seconds since 1970, so an `observed_at` of an earlier year is refused with 422.',
  },
  {
    ...ON_RUNS,
    id: 'runs-identifier-of-64-characters-refused',
    class: 'rejection',
    file: `${RUNS}/generated/schemas.js`,
    from: "pattern: '^[A-Za-z0-9_-]{3,64}$'",
    to: "pattern: '^[A-Za-z0-9_-]{3,63}$'",
    note: 'As for names of hosts, an identifier has at most 63 characters: the longest permitted `run_id` is refused with 422.',
  },
  {
    ...ON_RUNS,
    id: 'stream-identifier-with-dash-is-unknown',
    class: 'streams',
    file: `${RUNS}/operations.js`,
    from: "runs.get(String(path['run_id']))",
    to: 'runs.get(/^\\w+/.exec(path.run_id)?.[0])',
    operation: 'streamRunEvents',
    note: 'The path of the events is matched with `\\w+`, which ends at a dash: the events of the run `run-0001` are 404.',
  },
  {
    ...ON_RUNS,
    id: 'runs-simultaneous-conflict-is-not-noticed',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: '    start({ run_id: chosen, ...request }) {',
    to: '    async start({ run_id: chosen, ...request }) {',
    also: [
      {
        file: `${RUNS}/run-store.js`,
        from: '        if (this.runs.size >= MOST_RUNS)',
        to: '        await new Promise((resolve) => setTimeout(resolve, 10));\n        if (this.runs.size >= MOST_RUNS)',
      },
      {
        file: `${RUNS}/operations.js`,
        from: 'const run = runs.start(body);',
        to: 'const run = await runs.start(body);',
      },
    ],
    operation: 'runScienceLoop',
    note: 'The store is asked and written in two steps: two different concurrent requests with the same identifier both get 200.',
  },
  {
    ...ON_RUNS,
    id: 'runs-default-step-is-a-tenth',
    class: 'values',
    file: `${RUNS}/generated/routes.js`,
    from: 'defaults: { iterations: 100, step: 0.5 }',
    to: 'defaults: { iterations: 100, step: 0.05 }',
    operation: 'runScienceLoop',
    note: 'An omitted step is 0.05, but the contract states 0.5, so its result differs from the result with a step of 0.5.',
  },
];
