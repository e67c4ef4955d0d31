import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_NINTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-cursor-refused-after-create',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: `    if (sequence === undefined)
        return invalidInput(`,
    to: `    if (sequence === undefined || (versions.get(query['cursor']) ?? version) !== version)
        return invalidInput(`,
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: `encodeCursor(last.sequence) : null;`,
        to: `encodeCursor(last.sequence) : null;
    versions.set(next, version);`,
      },
      {
        file: `${REST}/items/operations.js`,
        from: '    store.add(item);',
        to: '    store.add(item);\n    version += 1;',
      },
      {
        file: `${REST}/items/operations.js`,
        from: "const COMMA = Buffer.from(',');",
        to: "const COMMA = Buffer.from(',');\nconst versions = new Map();\nlet version = 0;",
      },
    ],
    operation: 'listItems',
    note: 'A cursor belongs to one version of the list: if an item is added between two pages, the second page is refused with 422.',
  },
  {
    ...ON_REST,
    id: 'rest-accept-with-weight-is-406',
    class: 'rejection',
    file: `${REST}/serving/answer.js`,
    from: '        const body = await readBody(route, request, response, context);',
    to: `        const ranges = request.headers.accept?.split(',').map((range) => range.trim()) ?? ['*/*'];
        if (!ranges.some((range) => ['*/*', 'application/*', 'application/json', 'text/event-stream'].includes(range)))
            return { kind: 'reply', status: 406, headers: {} };
        const body = await readBody(route, request, response, context);`,
    note: 'The ranges of `Accept` are compared as texts, so `application/json;q=0.9` gets 406, which the contract does not have (RFC 9110 §12.5.1).',
  },
  {
    ...ON_REST,
    id: 'rest-escaped-surrogate-pairs-are-malformed',
    class: 'values',
    file: `${REST}/input/json-body.js`,
    from: '    const value = parse(text);',
    to: String.raw`    const value = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F]/.test(text) ? undefined : parse(text);`,
    operation: 'createItem',
    note: 'The parser does not know escaped surrogate pairs: the name `"\\ud83d\\udd27"`, as clients with ASCII-only JSON write it, gets 400 (RFC 8259 §7).',
  },
  {
    ...ON_REST,
    id: 'rest-location-without-port',
    class: 'replies',
    file: `${REST}/items/operations.js`,
    from: 'location: `items/${item.item_id}`',
    to: 'location: `http://127.0.0.1/items/${item.item_id}`',
    operation: 'createItem',
    note: 'The location is an absolute URL of the name of the host without its port, so the item cannot be fetched there.',
  },
  {
    ...ON_REST,
    id: 'rest-wrong-token-without-challenge',
    class: 'rejection',
    file: `${REST}/serving/authentication.js`,
    from: ': challenge(`Bearer realm="${realm}", error="invalid_token"`);',
    to: ": problemReply('unauthenticated');",
    note: 'The header `WWW-Authenticate` is written only if no token was sent, so the 401 for a wrong token has no challenge.',
  },
  {
    ...ON_REST,
    id: 'rest-problem-types-with-underscores',
    class: 'replies',
    file: `${REST}/reply/problem.js`,
    from: 'const document = { type: `${PROBLEM_TYPE_PREFIX}${name}`,',
    to: "const document = { type: `${PROBLEM_TYPE_PREFIX}${name.replaceAll('-', '_')}`,",
    note: 'The name of a failure is written as in the code: `urn:problem-type:not_found` breaks the pattern of the contract.',
  },
  {
    ...ON_REST,
    id: 'rest-error-detail-quotes-value',
    class: 'replies',
    file: `${REST}/input/fault-detail.js`,
    from: 'return DETAILS[error.keyword]?.(error.schema, error) ?? error.message ?? `breaks ${error.keyword}`;',
    to: 'return `${DETAILS[error.keyword]?.(error.schema, error) ?? error.message}, but is ${JSON.stringify(error.data)}`;',
    also: [{ file: `${REST}/reply/problem.js`, from: 'detail: detail.slice(0, 500) }', to: 'detail }' }],
    note: 'The detail of an error quotes the invalid value, so it has more than the permitted 500 characters for a long value.',
  },
  {
    ...ON_REST,
    id: 'rest-list-nested-objects-are-texts',
    class: 'state',
    file: `${REST}/items/operations.js`,
    from: 'const chunks = page.flatMap(({ record }, index) =>',
    to: 'const chunks = page.map(asRow).flatMap(({ record }, index) =>',
    also: [
      {
        file: `${REST}/items/operations.js`,
        from: "const COMMA = Buffer.from(',');",
        to: `const COMMA = Buffer.from(',');
const asRow = ({ record }) => ({
    record: Buffer.from(JSON.stringify(JSON.parse(record), (name, value) => (name === 'source' || name === 'size' ? JSON.stringify(value) : value))),
});`,
      },
    ],
    operation: 'listItems',
    note: 'Columns of the type JSON are not read in the query of the list: `size` and `source` of a listed item are strings.',
  },
  {
    ...ON_RUNS,
    id: 'runs-repeated-request-answered-with-rounded-numbers',
    class: 'state',
    file: `${RUNS}/operations.js`,
    from: '    const run = runs.start(body);',
    to: "    const isKnown = runs.get(String(body['run_id'])) !== undefined;\n    const run = runs.start(body);",
    also: [
      {
        file: `${RUNS}/operations.js`,
        from: 'Buffer.from(await run.ended())',
        to: `Buffer.from(isKnown
        ? JSON.stringify(JSON.parse(await run.ended()), (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value))
        : await run.ended())`,
      },
    ],
    operation: 'runScienceLoop',
    note: 'The result of a known run comes from a column with twelve digits, so a repeated request does not get the result of the first one.',
  },
  {
    ...ON_RUNS,
    id: 'runs-progress-has-every-trial',
    class: 'streams',
    file: `${RUNS}/optimise.js`,
    from: `        if (better && iteration >= nextProgress) {
            watcher.progress({ iteration, best });`,
    to: `        if (iteration >= nextProgress) {
            watcher.progress({ iteration, best: { value: reached, point } });`,
    operation: 'streamRunEvents',
    note: 'A progress event is also sent for a trial that is worse than an earlier one, but the contract states that a better point was found.',
  },
  {
    ...ON_RUNS,
    id: 'stream-keep-alive-ends-half-event',
    class: 'streams',
    file: `${RUNS}/operations.js`,
    from: String.raw`${'yield `id: ${id}'}\nevent: ${'${event}'}\ndata: ${'${data}'}\n\n${'`;'}`,
    to: String.raw`${'yield `id: ${id}'}\nevent: ${'${event}'}\n${'${event === "progress" ? ": keep-alive\\n\\n" : ""}'}data: ${'${data}'}\n\n${'`;'}`,
    operation: 'streamRunEvents',
    note: 'A keep-alive comment with an empty line is written within an event, so its data belong to an event of the type `message`.',
  },
  {
    ...ON_RUNS,
    id: 'stream-identifiers-in-hexadecimal',
    class: 'streams',
    file: `${RUNS}/operations.js`,
    from: 'yield `id: ${id}',
    to: 'yield `id: ${id.toString(16)}',
    operation: 'streamRunEvents',
    note: 'The tenth event has the identifier `a`, which the contract forbids and which the service refuses as `Last-Event-ID`.',
  },
];
