import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const SCHEMAS = 'dist/surfaces/rest/generated/schemas.js';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_TENTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-broken-percent-encoding-fails',
    class: 'rejection',
    file: `${REST}/input/parameter-values.js`,
    from: ': decodePercent(text);',
    to: ': decodeURIComponent(text);',
    operation: 'getItem',
    note: 'Nobody catches the error of `decodeURIComponent`, so `/items/%E0%A4%A` gets 500 and not 422.',
  },
  {
    ...ON_REST,
    id: 'rest-size-without-unit-accepted',
    class: 'rejection',
    file: SCHEMAS,
    from: "required: ['width', 'height', 'unit'],",
    to: "required: ['width', 'height'],",
    operation: 'createItem',
    note: 'The generated schemas are of an earlier contract, in which a size needed no unit.',
  },
  {
    ...ON_REST,
    id: 'rest-price-of-a-million-refused',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: '    const now = new Date().toISOString();',
    to: `    if (body.price >= 1_000_000)
        return invalidInput([{ pointer: '/body/price', detail: 'must be less than 1000000' }]);
    const now = new Date().toISOString();`,
    operation: 'createItem',
    note: 'The largest price that the contract permits is refused.',
  },
  {
    ...ON_REST,
    id: 'rest-label-value-of-64-refused',
    class: 'values',
    file: SCHEMAS,
    from: 'additionalProperties: { maxLength: 64,',
    to: 'additionalProperties: { maxLength: 63,',
    operation: 'createItem',
    note: 'The longest value of a label that the contract permits is refused.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-unknown-run-stays-unknown',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: '        return this.runs.get(id)?.run;',
    to: `        const run = this.missing.has(id) ? undefined : this.runs.get(id)?.run;
        if (run === undefined)
            this.missing.add(id);
        return run;`,
    also: [
      {
        file: `${RUNS}/run-store.js`,
        from: '    runs = new Map();\n    /**',
        to: '    runs = new Map();\n    missing = new Set();\n    /**',
      },
      {
        file: `${RUNS}/run-store.js`,
        from: '        this.runs = new Map();',
        to: '        this.runs = new Map();\n        this.missing = new Set();',
      },
    ],
    operation: 'streamRunEvents',
    note: 'The service remembers that a run is unknown: if its events were requested before it was started, they stay 404.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-conflict-adopts-request',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: '            return known.request === text ? known.run : undefined;',
    to: `        {
            const isSame = known.request === text;
            known.request = text;
            return isSame ? known.run : undefined;
        }`,
    operation: 'runScienceLoop',
    note: 'After a conflict, the store has the other request: the first request then gets 409, and the other one the result of the first.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-unknown-run-before-invalid-header',
    class: 'rejection',
    file: `${REST}/serving/answer.js`,
    from: '    if (invalid.length > 0)\n        return invalidInput(invalid);',
    to: `    if (invalid.length > 0 && invalid.every(({ pointer }) => pointer.startsWith('/header'))) {
        const reply = await handle(route, withDefaults(input, route, body.content));
        if (reply.status === 404)
            return reply;
    }
    if (invalid.length > 0)
        return invalidInput(invalid);`,
    operation: 'streamRunEvents',
    note: 'The run is looked up before `Last-Event-ID` is checked, so a request with both faults gets 404 and not 422.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-problem-labelled-as-stream',
    class: 'replies',
    file: `${RUNS}/operations.js`,
    from: "return problemReply('not-found', { detail: 'No run has this identifier.' });",
    to: `return {
            ...problemReply('not-found', { detail: 'No run has this identifier.' }),
            headers: { 'content-type': 'text/event-stream' },
        };`,
    operation: 'streamRunEvents',
    note: 'The headers of the stream are set before the run is looked up, so the problem has the media type of the stream.',
  },
];
