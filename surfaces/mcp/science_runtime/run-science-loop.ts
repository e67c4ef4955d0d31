import type { ObjectSchema, Tool } from '../generated/tools.js';

const RUN_ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{3,64}$', minLength: 3, maxLength: 64 } as const;

const REQUEST = {
  type: 'object',
  description: 'The optimisation to run. Equal requests have equal results. A call with a run_id may be repeated.',
  required: ['objective', 'dimensions', 'seed'],
  additionalProperties: false,
  properties: {
    run_id: { ...RUN_ID, description: 'The identifier of the run. If it is omitted, the service chooses one.' },
    objective: {
      type: 'string',
      enum: ['sphere', 'rosenbrock', 'rastrigin'],
      description: 'The function to minimise.',
    },
    dimensions: { type: 'integer', minimum: 1, maximum: 32 },
    iterations: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
    step: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 10,
      default: 0.5,
      description: 'Width of the first trial steps.',
    },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  },
} as const;

const ITERATIONS = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/**
 * `oneOf` lists the two ways in which a run ends. `type` is needed, because clients of every MCP revision require it.
 */
const RESPONSE: ObjectSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  oneOf: [
    {
      required: ['run_id', 'state', 'iterations', 'best'],
      properties: {
        run_id: RUN_ID,
        state: { const: 'succeeded' },
        iterations: ITERATIONS,
        best: {
          type: 'object',
          required: ['value', 'point'],
          properties: {
            value: { type: 'number' },
            point: { type: 'array', minItems: 1, maxItems: 32, items: { type: 'number' } },
          },
        },
      },
    },
    {
      required: ['run_id', 'state', 'iterations', 'reason'],
      properties: {
        run_id: RUN_ID,
        state: { const: 'failed' },
        iterations: ITERATIONS,
        reason: { type: 'string', enum: ['not-finite', 'cancelled'] },
      },
    },
  ],
};

/**
 * The tool of the science runtime. It is written by hand and not generated, so only a check of the server can find out
 * whether it matches the contract.
 */
export const RUN_SCIENCE_LOOP: Tool = {
  operation: 'runScienceLoop',
  definition: {
    name: 'run_science_loop',
    title: 'Run to the end',
    description: 'Run a seeded optimisation and return its result',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { body: REQUEST },
      required: ['body'],
      additionalProperties: false,
    },
    outputSchema: RESPONSE,
    annotations: {
      title: 'Run to the end',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
  },
  output: 'object',
  call: {
    method: 'POST',
    path: '/runs',
    parameters: [],
    body: { argument: 'body', mediaType: 'application/json' },
    credential: { in: 'header', name: 'authorization', scheme: 'Bearer ' },
  },
};
