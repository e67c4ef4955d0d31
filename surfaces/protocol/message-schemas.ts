import type { JsonObject } from '../../contract/json/json.js';
import type { OwnSchema } from '../../contract/schema/own-schema.js';

const text = { type: 'string' } as const;
const status = { type: 'integer', minimum: 100, maximum: 599 } as const;

/** The signals by which the surface reports a failure; only the members that the surface has. */
const native = {
  type: 'object',
  additionalProperties: false,
  properties: {
    error: text,
    exitCode: { type: 'integer' },
    isError: { type: 'boolean' },
    changedArguments: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: text,
      description:
        'JSON Pointers to the arguments that the call changed, or to the changed places in them. Arguments have the names that the method gives them.',
    },
  },
} as const;

const event = {
  type: 'object',
  required: ['event', 'data'],
  additionalProperties: false,
  properties: { id: text, event: text, data: text },
} as const;

function outcome(kind: string, properties: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    required: ['kind', ...required],
    additionalProperties: false,
    properties: { kind: { const: kind }, ...properties },
  };
}

/**
 * The driver protocol, version 1, as JSON Schema 2020-12. `$defs` has one schema for each message of the harness and of
 * the driver. Everything that a driver sends is validated against these schemas before it is used.
 */
export const PROTOCOL_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Driver protocol of contract-parity, version 1',
  description:
    'One JSON text per line: commands on the standard input of a driver, its first reply and the lines of each call on its standard output.',
  oneOf: ['start', 'run', 'stop', 'greeting', 'callLine'].map((name) => ({ $ref: `#/$defs/${name}` })),
  $defs: {
    start: {
      type: 'object',
      required: ['cmd', 'protocol', 'baseUrl', 'token', 'timeoutMs'],
      properties: {
        cmd: { const: 'start' },
        protocol: { const: 1 },
        baseUrl: text,
        servers: {
          type: 'object',
          additionalProperties: text,
          description:
            'With `servers: each` of the surface: the base URLs of the other servers, by their URL in the contract.',
        },
        token: text,
        timeoutMs: { type: 'integer', minimum: 1 },
      },
    },
    run: {
      type: 'object',
      required: ['cmd', 'seq', 'operation', 'input', 'token', 'gate', 'timeoutMs'],
      properties: {
        cmd: { const: 'run' },
        seq: { type: 'integer', minimum: 1 },
        operation: text,
        input: { $ref: '#/$defs/input' },
        token: { type: ['string', 'null'], description: '`null`: call without a token.' },
        gate: { enum: ['approved', 'denied', 'unanswered', 'other'] },
        timeoutMs: { type: 'integer', minimum: 1 },
      },
    },
    stop: { type: 'object', required: ['cmd'], properties: { cmd: { const: 'stop' } } },
    input: {
      type: 'object',
      description:
        'An omitted input has no member; `null` is a value. Members have the names that the contract gives them.',
      properties: {
        path: { type: 'object' },
        query: { type: 'object' },
        header: { type: 'object' },
        cookie: { type: 'object' },
        body: {
          description:
            'A JSON body is its value. A form is an object. An XML document and a text are strings. Bytes are a string with one character for each byte.',
        },
        mediaType: {
          type: 'string',
          description: 'The media type of the body, one of those that the contract documents. Default: the first.',
        },
      },
    },
    greeting: {
      oneOf: [
        {
          type: 'object',
          required: ['ok', 'surface', 'operations', 'observes'],
          additionalProperties: false,
          properties: {
            ok: { const: true },
            surface: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: { name: text, language: text, version: text },
            },
            operations: {
              type: 'array',
              maxItems: 10_000,
              items: {
                oneOf: [
                  text,
                  {
                    type: 'object',
                    required: ['operation', 'inputs'],
                    additionalProperties: false,
                    properties: { operation: text, inputs: { type: 'array', items: text } },
                  },
                ],
              },
            },
            observes: { type: 'array', items: { enum: ['status', 'value', 'problem', 'events', 'arguments'] } },
          },
        },
        {
          type: 'object',
          required: ['ok', 'error'],
          additionalProperties: false,
          properties: { ok: { const: false }, error: text },
        },
      ],
    },
    callLine: {
      type: 'object',
      required: ['seq'],
      additionalProperties: false,
      properties: { seq: { type: 'integer', minimum: 1 }, event, outcome: { $ref: '#/$defs/outcome' } },
      oneOf: [{ required: ['event'] }, { required: ['outcome'] }],
    },
    outcome: {
      oneOf: [
        outcome('value', { status, value: true, native }),
        outcome('problem', { status, problem: true, native }),
        // The events themselves were sent before, one line each.
        outcome('events', { status, native }),
        outcome('refused', { by: { enum: ['client', 'gate'] }, reason: text, native }, ['by', 'reason']),
        outcome('inexpressible', { reason: text, by: { const: 'driver' } }, ['reason']),
        outcome('crash', { detail: text, native }, ['detail']),
        outcome('timeout', { afterMs: { type: 'number', minimum: 0 } }, ['afterMs']),
      ],
    },
  },
};

/** The messages of a driver. */
export const OWN_PROTOCOL: OwnSchema<'greeting' | 'callLine'> = {
  schema: PROTOCOL_SCHEMA,
  references: { greeting: '#/$defs/greeting', callLine: '#/$defs/callLine' },
  options: { ownProperties: true },
};
