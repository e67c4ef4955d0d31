import type { PlantedFault } from './planted-fault.js';

const SERVICE = 'dist/surfaces/rest/science_runtime';
const TOOL = 'dist/surfaces/mcp/science_runtime/run-science-loop.js';
const ON_REST = { surface: 'rest', blame: 'backend', operation: 'runScienceLoop' } as const;
const STATE = { ...ON_REST, class: 'state', file: `${SERVICE}/run-store.js` } as const;
const REPLIES = { ...ON_REST, class: 'replies', file: `${SERVICE}/run.js` } as const;
const REFUSED = { ...ON_REST, class: 'rejection', file: `${SERVICE}/generated/schemas.js` } as const;
const EMITTED = 'return this.emit(state, { run_id: this.id, state, ...rest });';

/** Faults of the second example service, which runs jobs. A client can repeat a run by choosing its identifier. */
export const RUNS: readonly PlantedFault[] = [
  {
    ...STATE,
    id: 'runs-other-request-gets-first-result',
    from: 'return known.request === text ? known.run : undefined;',
    to: 'return known.run;',
    note: 'A different request with the same identifier returns the first run instead of a conflict.',
  },
  {
    ...STATE,
    id: 'runs-repeat-is-conflict',
    from: 'return known.request === text ? known.run : undefined;',
    to: 'return undefined;',
    note: 'A repeated request is a conflict, although it must return the existing run.',
  },
  {
    ...STATE,
    id: 'runs-repeat-starts-again',
    from: 'if (known !== undefined)',
    to: 'if (known !== undefined && known.request !== text)',
    note: 'A repeated request runs again. Its result is the same, because equal requests have equal results.',
    equivalent:
      'The second run of an equal request has the same identifier, result and events as the first. Only its cost differs.',
  },
  {
    ...STATE,
    id: 'runs-result-not-reproducible',
    file: `${SERVICE}/optimise.js`,
    from: 'const numbers = seededNumbers(request.seed);',
    to: 'const numbers = seededNumbers(request.seed ^ Date.now());',
    note: 'Equal requests have different results.',
  },
  {
    ...STATE,
    id: 'runs-identifier-random',
    from: 'return `run-${createHash(',
    to: 'request += Math.random();\n    return `run-${createHash(',
    note: 'Equal requests without an identifier get different identifiers, and each request causes a separate run.',
    equivalent: 'The contract lets the service choose the identifier, and requires only equal results.',
  },
  {
    ...REPLIES,
    id: 'runs-point-has-one-coordinate-less',
    from: EMITTED,
    to: 'if (rest.best) rest.best = { ...rest.best, point: rest.best.point.slice(0, -1) };\n        return this.emit(state, { run_id: this.id, state, ...rest });',
    note: 'The point of a run in one dimension is empty, which the schema forbids.',
  },
  {
    ...REPLIES,
    id: 'runs-iterations-as-text',
    from: EMITTED,
    to: 'return this.emit(state, { run_id: this.id, state, ...rest, iterations: String(rest.iterations) });',
  },
  {
    ...REPLIES,
    id: 'runs-state-in-upper-case',
    from: EMITTED,
    to: 'return this.emit(state, { run_id: this.id, state: state.toUpperCase(), ...rest });',
  },
  {
    ...REPLIES,
    id: 'runs-answers-with-another-identifier',
    from: EMITTED,
    to: 'return this.emit(state, { run_id: this.id.toLowerCase(), state, ...rest });',
    note: 'The service returns the identifier of the client in lower case.',
  },
  {
    ...REPLIES,
    id: 'runs-default-iterations',
    file: `${SERVICE}/generated/routes.js`,
    from: 'iterations: 100',
    to: 'iterations: 10',
    note: 'The service runs 10 iterations by default, but the contract states 100. The reply shows the number of iterations.',
  },
  {
    ...REFUSED,
    id: 'runs-accepts-33-dimensions',
    from: 'maximum: 32, minimum: 1',
    to: 'maximum: 64, minimum: 1',
  },
  {
    ...REFUSED,
    id: 'runs-accepts-zero-step',
    from: 'exclusiveMinimum: 0, maximum: 10',
    to: 'minimum: 0, maximum: 10',
  },
  {
    ...REFUSED,
    id: 'runs-seed-in-31-bits',
    from: 'maximum: 4294967295',
    to: 'maximum: 2147483647',
    note: 'The service refuses half of the valid seeds.',
  },
  {
    ...REFUSED,
    id: 'runs-accepts-unknown-objective',
    from: "enum: ['sphere', 'rosenbrock', 'rastrigin'],",
    to: '',
    note: 'The service accepts an unknown objective, and the run fails with `not-finite`.',
  },
  {
    ...REFUSED,
    id: 'runs-conflict-is-invalid-input',
    file: `${SERVICE}/operations.js`,
    from: "return problemReply('conflict', {",
    to: "return problemReply('malformed-json', {",
    note: 'The service reports a conflict as malformed JSON instead of the documented 409.',
  },
  {
    id: 'mcp-run-loses-optional-members',
    class: 'values',
    surface: 'mcp',
    blame: 'surface',
    operation: 'runScienceLoop',
    file: 'dist/surfaces/mcp/reference/call/place-arguments.js',
    from: 'return JSON.stringify(value);',
    to: 'const { objective, dimensions, seed, run_id } = value;\n        return JSON.stringify({ objective, dimensions, seed, run_id });',
    note: 'The hand-written tool forwards only some members of its input.',
  },
  {
    id: 'mcp-run-schema-misses-run-id',
    class: 'generation',
    surface: 'mcp',
    blame: 'surface',
    operation: 'runScienceLoop',
    file: TOOL,
    from: "run_id: { ...RUN_ID, description: 'The identifier of the run. If it is omitted, the service chooses one.' },",
    to: '',
    note: 'The input schema of the tool refuses the member `run_id`, which the contract permits.',
  },
  {
    id: 'mcp-run-schema-fewer-dimensions',
    class: 'generation',
    surface: 'mcp',
    blame: 'surface',
    operation: 'runScienceLoop',
    file: TOOL,
    from: "dimensions: { type: 'integer', minimum: 1, maximum: 32 }",
    to: "dimensions: { type: 'integer', minimum: 2, maximum: 32 }",
  },
  {
    id: 'mcp-run-tool-not-registered',
    class: 'generation',
    surface: 'mcp',
    blame: 'surface',
    operation: 'runScienceLoop',
    file: 'dist/surfaces/mcp/science_runtime/main.js',
    from: 'tools: [RUN_SCIENCE_LOOP]',
    to: 'tools: []',
  },
];
