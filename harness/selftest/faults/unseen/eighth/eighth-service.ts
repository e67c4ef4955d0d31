import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_EIGHTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-limit-of-first-page-is-kept',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: "const limit = Number(query['limit']);",
    to: "const limit = sizes.get(query['cursor']) ?? Number(query['limit']);",
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: `encodeCursor(last.sequence) : null;`,
        to: `encodeCursor(last.sequence) : null;
    if (next !== null)
        sizes.set(next, limit);`,
      },
      {
        file: `${REST}/items/operations.js`,
        from: "const COMMA = Buffer.from(',');",
        to: "const COMMA = Buffer.from(',');\nconst sizes = new Map();",
      },
    ],
    operation: 'listItems',
    note: 'A cursor keeps the size of the page that issued it, so a smaller `limit` next to the cursor is ignored and the page has too many items.',
  },
  {
    ...ON_REST,
    id: 'rest-connection-stays-authenticated',
    class: 'rejection',
    file: `${REST}/serving/authentication.js`,
    from: `        return timingSafeEqual(digest(sent), expected)
            ? undefined
            : challenge(\`Bearer realm="\${realm}", error="invalid_token"\`);`,
    to: `        if (!timingSafeEqual(digest(sent), expected))
            return challenge(\`Bearer realm="\${realm}", error="invalid_token"\`);
        known.add(request.socket);
        return undefined;`,
    also: [
      {
        file: `${REST}/serving/authentication.js`,
        from: 'const expected = digest(token);',
        to: 'const expected = digest(token);\n    const known = new WeakSet();',
      },
      {
        file: `${REST}/serving/authentication.js`,
        from: "        const [given, ...more] = request.headersDistinct['authorization'] ?? [];",
        to: `        if (known.has(request.socket))
            return undefined;
        const [given, ...more] = request.headersDistinct['authorization'] ?? [];`,
      },
    ],
    note: 'As with NTLM, the connection is authenticated and not the request: after one valid token, later requests on the connection need none.',
  },
  {
    ...ON_REST,
    id: 'rest-body-limit-counts-characters',
    class: 'rejection',
    file: `${REST}/input/request-body.js`,
    from: 'if (announced > limit && announced !== Infinity)',
    to: 'if (announced > 4 * limit && announced !== Infinity)',
    also: [
      {
        file: `${REST}/input/request-body.js`,
        from: 'length += chunk.length;',
        to: 'length += chunk.toString().length;',
      },
    ],
    operation: 'createItem',
    note: 'The limit of 65,536 bytes is applied to UTF-16 code units, so a larger body with characters outside ASCII does not get 413.',
  },
  {
    ...ON_REST,
    id: 'rest-stored-times-without-milliseconds',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: 'store.add(item);',
    to: String.raw`const second = now.replace(/\.\d+/, '');
    store.add({ ...item, created_at: second, updated_at: second });`,
    note: 'As with a DATETIME column of MySQL, times are stored in whole seconds, so a fetched item has other times than the reply to its creation.',
  },
  {
    ...ON_REST,
    id: 'rest-list-shortens-long-notes',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: 'const chunks = page.flatMap(({ record }, index) => (index === 0 ? [record] : [COMMA, record]));',
    to: `const shown = page.map(({ record }) => {
        const item = JSON.parse(Buffer.from(record).toString());
        return Buffer.from(JSON.stringify(item.note?.length > 200 ? { ...item, note: \`\${item.note.slice(0, 200)}…\` } : item));
    });
    const chunks = shown.flatMap((record, index) => (index === 0 ? [record] : [COMMA, record]));`,
    operation: 'listItems',
    note: 'A list has only a preview of a note with more than 200 characters, but the contract describes the items of a list as whole items.',
  },
  {
    ...ON_REST,
    id: 'rest-tags-unique-without-case',
    class: 'rejection',
    file: `${REST}/items/operations.js`,
    from: 'const now = new Date().toISOString();',
    to: `const tags = body.tags ?? [];
    if (new Set(tags.map((tag) => tag.toLowerCase())).size < tags.length)
        return invalidInput([{ pointer: '/body/tags', detail: 'must not contain the same item twice' }]);
    const now = new Date().toISOString();`,
    operation: 'createItem',
    note: 'As with a collation that ignores case, the tags `a` and `A` count as equal, so valid input gets 422.',
  },
  {
    ...ON_REST,
    id: 'rest-next-number-read-before-insert',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: 'item_id: randomUUID(),',
    to: 'item_id: `item-${number}`,',
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: 'function createItem({ body }, route, store) {',
        to: `let highest = 1000;
async function createItem({ body }, route, store) {
    const number = highest + 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    highest = number;`,
      },
    ],
    operation: 'createItem',
    note: 'The highest number is read before an item is inserted, so concurrent calls choose the same identifier: all get 201, but only one item is stored.',
  },
  {
    ...ON_REST,
    id: 'rest-due-on-after-2262-refused',
    class: 'rejection',
    file: `${REST}/items/operations.js`,
    from: 'const now = new Date().toISOString();',
    to: `if (body.due_on < '1677-09-22' || body.due_on > '2262-04-11')
        return invalidInput([{ pointer: '/body/due_on', detail: 'is out of bounds' }]);
    const now = new Date().toISOString();`,
    operation: 'createItem',
    note: 'Dates are kept as 64-bit nanoseconds, as in pandas, so `due_on` before 1677 or after 2262 gets 422, but the contract permits every date.',
  },
  {
    ...ON_REST,
    id: 'rest-problem-instance-not-encoded',
    class: 'replies',
    file: `${REST}/items/operations.js`,
    from: "{ detail: 'No item has this identifier.' }",
    to: "{ detail: 'No item has this identifier.', instance: `/items/${path['item_id']}` }",
    operation: 'getItem',
    note: 'The member `instance` of a 404 contains the decoded identifier, so it is not a URI reference if the identifier has spaces or other such characters.',
  },
  {
    ...ON_REST,
    id: 'rest-joiners-removed-from-names',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: 'version: 1, ...body, created_at',
    to: String.raw`version: 1, ...body, name: body.name.replace(/[\u200b-\u200f\u2060\ufeff]/gu, ''), created_at`,
    operation: 'createItem',
    note: 'Against forged names, invisible characters are removed from `name`, also the joiners that Persian words and many emoji need.',
  },
  {
    ...ON_RUNS,
    id: 'runs-registered-at-end',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: 'this.runs.set(id, { run, request: text });',
    to: 'void run.ended().then(() => this.runs.set(id, { run, request: text }));',
    note: 'A run is known only when it has ended: the events of a running run get 404, and concurrent different requests with one `run_id` all get 200.',
  },
  {
    ...ON_RUNS,
    id: 'runs-resumed-events-renumbered',
    class: 'streams',
    file: `${RUNS}/run.js`,
    from: 'yield event;',
    to: 'yield { ...event, id: event.id - last };',
    operation: 'streamRunEvents',
    note: 'After `Last-Event-ID`, the identifiers of events start again at 1, so the identifier of an event differs from the one in the whole stream.',
  },
  {
    ...ON_RUNS,
    id: 'runs-response-rounded-to-twelve-digits',
    class: 'replies',
    file: `${RUNS}/operations.js`,
    from: 'Buffer.from(await run.ended())',
    to: "Buffer.from(JSON.stringify(JSON.parse(await run.ended()), (_name, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)))",
    note: 'Numbers of the response are rounded to twelve digits, but the data of the terminal event must equal the response.',
  },
];
