import type { PlantedFault } from '../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;

/** The statement in which the service creates an item. */
const MAKE_ITEM = `    const item = { item_id: randomUUID(), version: 1, ...body, created_at: now, updated_at: now };`;

/** Bugs of the services. The author of this list did not know the other lists of faults. */
export const UNSEEN_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-id-collation',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: 'SELECT record FROM items WHERE item_id = ?',
    to: 'SELECT record FROM items WHERE lower(CAST(item_id AS TEXT)) = lower(CAST(? AS TEXT))',
    operation: 'getItem',
    note: 'The identifiers ITEM-0001 and item-0001 name the same item, as in a column with a case-insensitive collation.',
  },
  {
    ...ON_REST,
    id: 'rest-list-cache-partly-cleared',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: '    let marked = lastSequence();',
    to: '    let marked = lastSequence();\n    const pages = new Map();',
    also: [
      {
        file: `${REST}/items/item-store.js`,
        from: 'add: (item) => insert.run(Buffer.from(item.item_id), Buffer.from(JSON.stringify(item))).changes === 1,',
        to: `add: (item) => {
            pages.delete('0/21');
            return insert.run(Buffer.from(item.item_id), Buffer.from(JSON.stringify(item))).changes === 1;
        },`,
      },
      {
        file: `${REST}/items/item-store.js`,
        from: 'after: (sequence, count) => page.all(sequence, count),',
        to: `after: (sequence, count) => {
            const key = sequence + '/' + count;
            if (!pages.has(key)) pages.set(key, page.all(sequence, count));
            return pages.get(key);
        },`,
      },
      {
        file: `${REST}/items/item-store.js`,
        from: '            truncate.run(marked);',
        to: '            truncate.run(marked);\n            pages.clear();',
      },
    ],
    operation: 'listItems',
    note: 'A create removes only the first page of the default size from the cache of pages.',
  },
  {
    ...ON_REST,
    id: 'rest-location-of-previous',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: '{ location: `items/${item.item_id}` });',
    to: '{ location: `items/${previous}` });',
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: `const COMMA = Buffer.from(',');`,
        to: `const COMMA = Buffer.from(',');\nlet latest;`,
      },
      {
        file: `${REST}/items/operations.js`,
        from: '    store.add(item);',
        to: '    store.add(item);\n    const previous = latest ?? item.item_id;\n    latest = item.item_id;',
      },
    ],
    operation: 'createItem',
    note: 'From the second create on, `Location` names the previous item.',
  },
  {
    ...ON_REST,
    id: 'rest-labels-accumulate',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: MAKE_ITEM,
    to: `${MAKE_ITEM}\n    if (body.labels) item.labels = LABELS = { ...LABELS, ...body.labels };`,
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: `const COMMA = Buffer.from(',');`,
        to: `const COMMA = Buffer.from(',');\nlet LABELS = {};`,
      },
    ],
    operation: 'createItem',
    note: 'An item with labels also gets the labels of earlier items.',
  },
  {
    ...ON_REST,
    id: 'rest-id-from-clock',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: 'item_id: randomUUID()',
    to: 'item_id: `item-${Date.now()}`',
    note: 'Two items of the same millisecond get the same identifier, and the second item is not stored.',
  },
  {
    ...ON_REST,
    id: 'rest-observed-at-upper-case',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: MAKE_ITEM,
    to: `${MAKE_ITEM}\n    if (body.observed_at) item.observed_at = body.observed_at.toUpperCase();`,
    operation: 'createItem',
    equivalent:
      'RFC 3339 §5.6 permits `t` and `z` for `T` and `Z`, so the string names the same instant. Only prose requires that the string is stored as written.',
  },
  {
    ...ON_REST,
    id: 'rest-width-single-precision',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: MAKE_ITEM,
    to: `${MAKE_ITEM}\n    if (body.size) item.size = { ...body.size, width: Math.fround(body.size.width) };`,
    operation: 'createItem',
  },
  {
    ...ON_REST,
    id: 'rest-empty-query-value-omitted',
    class: 'rejection',
    file: `${REST}/input/parameter-values.js`,
    from: `        const value = equals < 0 ? '' : pair.slice(equals + 1);`,
    to: `        const value = equals < 0 ? '' : pair.slice(equals + 1);\n        if (value === '')\n            continue;`,
    operation: 'listItems',
    note: 'The service answers `?limit=` and `?cursor=` with 200 instead of 422.',
  },
  {
    ...ON_REST,
    id: 'rest-not-found-instance-raw',
    class: 'replies',
    file: `${REST}/items/operations.js`,
    from: `{ detail: 'No item has this identifier.' }`,
    to: "{ detail: 'No item has this identifier.', instance: `/items/${path.item_id}` }",
    operation: 'getItem',
    note: 'The member `instance` is not a URI reference, because the identifier in it is not percent-encoded.',
  },
  {
    ...ON_REST,
    id: 'rest-auth-once-per-connection',
    class: 'rejection',
    file: `${REST}/serving/authentication.js`,
    from: `        const [given, ...more] = request.headersDistinct['authorization'] ?? [];`,
    to: `        if (request.socket.known)
            return undefined;
        const [given, ...more] = request.headersDistinct['authorization'] ?? [];`,
    also: [
      {
        file: `${REST}/serving/authentication.js`,
        from: 'return timingSafeEqual(digest(sent), expected)',
        to: 'return (request.socket.known = timingSafeEqual(digest(sent), expected))',
      },
    ],
    note: 'After one request with the token, further requests on the same connection need no token.',
  },
  {
    ...ON_REST,
    id: 'rest-cursor-time-tie',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: `database.prepare('SELECT sequence, record FROM items WHERE sequence > ? ORDER BY sequence LIMIT ?')`,
    to: `database.prepare(\`SELECT sequence, record FROM items WHERE substr(json_extract(CAST(record AS TEXT), '$.created_at'), 1, 19)
      > coalesce((SELECT substr(json_extract(CAST(record AS TEXT), '$.created_at'), 1, 19) FROM items WHERE sequence = ?), '')
      ORDER BY sequence LIMIT ?\`)`,
    operation: 'listItems',
    note: 'A page starts after the second in which the last item of the previous page was created. Further items of that second are on no page.',
  },
  {
    ...ON_REST,
    id: 'runs-repeat-member-order',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: 'canonicalJson(request)',
    to: 'JSON.stringify(request)',
    operation: 'runScienceLoop',
    note: 'A repeated request with its members in a different order is a conflict.',
  },
  {
    ...ON_REST,
    id: 'runs-progress-read-once',
    class: 'streams',
    file: `${RUNS}/run.js`,
    from: '            if (isTerminal(event))\n                return;',
    to: `            if (isTerminal(event)) {
                this.events = this.events.filter(({ event: type }) => type !== 'progress');
                return;
            }`,
    operation: 'streamRunEvents',
    note: 'After one reader has received the whole stream, later readers receive no progress events.',
  },
  {
    ...ON_REST,
    id: 'runs-seed-zero-random',
    class: 'values',
    file: `${RUNS}/optimise.js`,
    from: 'seededNumbers(request.seed)',
    to: 'seededNumbers(request.seed || Date.now())',
    operation: 'runScienceLoop',
  },
  {
    ...ON_REST,
    id: 'runs-identifier-taken-at-end',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: 'if (known !== undefined)',
    to: 'if (known?.done)',
    also: [
      {
        file: `${RUNS}/run-store.js`,
        from: '        this.runs.set(id, { run, request: text });',
        to: `        const entry = { run, request: text, done: false };
        void run.ended().then(() => { entry.done = true; });
        this.runs.set(id, entry);`,
      },
    ],
    operation: 'runScienceLoop',
    note: 'Two concurrent requests with the same identifier both run, even if they differ.',
  },
];
