import type { JsonSchema } from '../../contract/json/json.js';

const text = { type: 'string', minLength: 1 } as const;
const words = { type: 'array', minItems: 1, items: text } as const;
const environment = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** The shape of `parity.config.ts` at run time: configurations are written by hand, and not always through a type checker. */
export const CONFIG_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['contracts', 'surfaces'],
  additionalProperties: false,
  properties: {
    contracts: {
      type: 'array',
      minItems: 1,
      items: { if: { type: 'object' }, then: { $ref: '#/$defs/contract' }, else: text },
    },
    groups: text,
    waivers: text,
    registry: text,
    lint: { const: 'strict' },
    prefix: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    token: { type: 'string', pattern: '^[!-~]{6,}$' },
    credentials: { type: 'object', additionalProperties: { type: 'string', minLength: 6, pattern: '^[!-~][ -~]*[!-~]$' } },
    service: { $ref: '#/$defs/service' },
    backends: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: ['reference', 'mock'] } },
    values: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['known'],
        additionalProperties: false,
        properties: { known: { type: 'array' }, only: { type: 'boolean' } },
      },
    },
    surfaces: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
      additionalProperties: {
        if: { required: ['contracts'] },
        then: { $ref: '#/$defs/surfaceByContract' },
        else: { $ref: '#/$defs/surface' },
      },
    },
    runs: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    seed: { type: 'integer' },
    timeoutMs: { type: 'integer', minimum: 1, maximum: 600_000 },
    maxBodyBytes: { type: 'integer', minimum: 1024, maximum: 16_777_216 },
    reports: text,
  },
  $defs: {
    contract: {
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: { file: text, served: { type: 'boolean' }, service: { $ref: '#/$defs/service' } },
    },
    service: {
      type: 'object',
      additionalProperties: false,
      properties: { command: words, env: environment, url: text, resetPath: { type: 'string', pattern: '^/' } },
      anyOf: [{ required: ['command'] }, { required: ['url'] }],
    },
    surfaceByContract: {
      type: 'object',
      additionalProperties: false,
      properties: { contracts: { type: 'object', minProperties: 1, additionalProperties: { $ref: '#/$defs/surface' } } },
    },
    surface: {
      type: 'object',
      required: ['driver'],
      properties: {
        driver: { enum: ['rest', 'sdk_typescript', 'cli', 'mcp', 'protocol', 'ui_card'] },
        module: text,
        page: text,
        browser: text,
        export: text,
        command: words,
        env: environment,
        console: {
          type: 'object',
          required: ['package', 'command'],
          additionalProperties: false,
          properties: { package: text, command: text },
        },
        url: text,
        gates: { type: 'boolean' },
        lanes: { type: 'integer', minimum: 1, maximum: 16 },
        inexpressible: { type: 'object', additionalProperties: words },
        generate: { $ref: '#/$defs/generate' },
      },
      additionalProperties: false,
      allOf: [
        { if: { properties: { driver: { const: 'sdk_typescript' } } }, then: { required: ['module'] } },
        { if: { properties: { driver: { enum: ['cli', 'protocol'] } } }, then: { required: ['command'] } },
        { if: { properties: { driver: { const: 'ui_card' } } }, then: { required: ['page'] } },
        { if: { properties: { driver: { const: 'mcp' } } }, then: { anyOf: [{ required: ['command'] }, { required: ['url'] }] } },
      ],
    },
    generate: {
      type: 'object',
      required: ['output'],
      additionalProperties: false,
      properties: {
        generator: { enum: ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp', 'ui_card'] },
        command: words,
        output: text,
        library: text,
      },
      oneOf: [{ required: ['generator'] }, { required: ['command'] }],
    },
  },
};
