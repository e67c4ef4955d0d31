import type { PlantedFault } from './planted-fault.js';

const SERVICE = 'dist/surfaces/rest/science_runtime';
const TOOL = 'dist/surfaces/mcp/science_runtime/run-science-loop.js';
const ON_REST = { surface: 'rest', blame: 'backend', operation: 'runScienceLoop' } as const;
const STATE = { ...ON_REST, class: 'state', file: `${SERVICE}/run-store.js` } as const;
const REPLIES = { ...ON_REST, class: 'replies', file: `${SERVICE}/run.js` } as const;
const REFUSED = { ...ON_REST, class: 'rejection', file: `${SERVICE}/generated/schemas.js` } as const;
const EMITTED = 'return this.emit(state, { run_id: this.id, state, ...rest });';

/** Faults of the second service, whose runs can be repeated by an identifier that the client chooses. */
export const RUNS: readonly PlantedFault[] = [
  {
    ...STATE,
    id: 'runs-other-request-gets-first-result',
    from: 'return known.request === text ? known.run : undefined;',
    to: 'return known.run;',
    note: 'The same identifier with another request is a conflict.',
  },
  {
    ...STATE,
    id: 'runs-repeat-is-conflict',
    from: 'return known.request === text ? known.run : undefined;',
    to: 'return undefined;',
    note: 'The same request again returns the existing run.',
  },
  {
    ...STATE,
    id: 'runs-repeat-starts-again',
    from: 'if (known !== undefined)',
    to: 'if (known !== undefined && known.request !== text)',
    note: 'The result is the same, because equal requests have equal results.',
    equivalent: 'A second run of an equal request has the same identifier, result and events; only its cost differs.',
  },
  {
    ...STATE,
    id: 'runs-result-not-reproducible',
    file: `${SERVICE}/optimise.js`,
    from: 'const numbers = seededNumbers(request.seed);',
    to: 'const numbers = seededNumbers(request.seed ^ Date.now());',
    note: 'Equal requests have equal results.',
  },
  {
    ...STATE,
    id: 'runs-identifier-random',
    from: 'return `run-${createHash(',
    to: 'request += Math.random();\n    return `run-${createHash(',
    note: 'Equal requests without an identifier get different ones; each is a run of its own.',
    equivalent: 'The contract lets the service choose the identifier, and calls only results equal.',
  },
  {
    ...REPLIES,
    id: 'runs-point-has-one-coordinate-less',
    from: EMITTED,
    to: 'if (rest.best) rest.best = { ...rest.best, point: rest.best.point.slice(0, -1) };\n        return this.emit(state, { run_id: this.id, state, ...rest });',
    note: 'A run in one dimension has an empty point, which the schema forbids.',
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
    note: 'The identifier of the client comes back in lower case.',
  },
  {
    ...REPLIES,
    id: 'runs-default-iterations',
    file: `${SERVICE}/generated/routes.js`,
    from: 'iterations: 100',
    to: 'iterations: 10',
    note: 'The contract states a default of 100, and the reply shows how many iterations ran.',
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
    note: 'Half of the valid seeds are refused.',
  },
  {
    ...REFUSED,
    id: 'runs-accepts-unknown-objective',
    from: "enum: ['sphere', 'rosenbrock', 'rastrigin'],",
    to: '',
    note: 'The run then fails with `not-finite`.',
  },
  {
    ...REFUSED,
    id: 'runs-conflict-is-invalid-input',
    file: `${SERVICE}/operations.js`,
    from: "return problemReply('conflict', {",
    to: "return problemReply('malformed-json', {",
    note: 'The contract documents 409.',
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
    note: 'A tool that was written by hand forwards only some members.',
  },
  {
    id: 'mcp-run-schema-misses-run-id',
    class: 'generation',
    surface: 'mcp',
    blame: 'surface',
    operation: 'runScienceLoop',
    file: TOOL,
    from: "run_id: { ...RUN_ID, description: 'Chosen by the caller, or by the service.' },",
    to: '',
    note: 'The input schema of the tool refuses a member of the contract.',
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
