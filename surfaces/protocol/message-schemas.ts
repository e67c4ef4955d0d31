import type { JsonObject } from '../../contract/json/json.js';
import type { OwnSchema } from '../../contract/schema/own-schema.js';

const text = { type: 'string' } as const;
const status = { type: 'integer', minimum: 100, maximum: 599 } as const;

/**
 * How a surface signals an outcome, such as an exit code or an error class. A surface sets only the members that it
 * has.
 */
const native = {
  type: 'object',
  additionalProperties: false,
  properties: {
    error: text,
    code: {
      type: 'string',
      description:
        'The `code` of an error of the class `TransportError`: `connection`, `timeout` or `reply-too-large`. Omitted for other errors, and if the error has no code.',
    },
    headers: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: text,
      description:
        'The headers of the reply that the error carries, with lower-case names. Omitted if errors of the surface carry no headers. Leave out cookies and credentials.',
    },
    exitCode: { type: 'integer' },
    isError: { type: 'boolean' },
    changedArguments: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: text,
      description:
        'JSON Pointers to the values in the arguments that the call changed. Arguments have the names that the method gives them.',
    },
  },
} as const;

const event = {
  type: 'object',
  required: ['event', 'data'],
  additionalProperties: false,
  properties: {
    id: text,
    event: text,
    data: text,
    value: { description: 'The value of the JSON in `data`. Omitted if the surface returns only the text.' },
  },
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
 * The driver protocol, version 1, as JSON Schema 2020-12. `$defs` has one schema for each kind of message, in both
 * directions. Each message of a driver program is validated against its schema before it is used.
 */
export const PROTOCOL_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Driver protocol of contract-parity, version 1',
  description:
    'One JSON text per line. The harness writes commands to the standard input of a driver. The driver writes its greeting and the lines of each call to standard output.',
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
            'The base URLs of further servers, by their URL in the contract. Only for a surface with `servers: each`.',
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
        token: {
          type: ['string', 'null'],
          description: 'The token of the call. `null`: the call is made without a token.',
        },
        gate: { enum: ['approved', 'denied', 'unanswered', 'other'] },
        timeoutMs: { type: 'integer', minimum: 1 },
      },
    },
    stop: { type: 'object', required: ['cmd'], properties: { cmd: { const: 'stop' } } },
    input: {
      type: 'object',
      description:
        'The inputs of the call. An input that is omitted has no member; `null` is a value. Members have the names that the contract gives them.',
      properties: {
        path: { type: 'object' },
        query: { type: 'object' },
        header: { type: 'object' },
        cookie: { type: 'object' },
        body: {
          description:
            'The body. For JSON, its value. For a form, an object. For text or XML, a string. For bytes, a string with one character for each byte.',
        },
        mediaType: {
          type: 'string',
          description:
            'The media type of the body, which the contract documents. Default: the first documented media type.',
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
            observes: {
              type: 'array',
              items: { enum: ['status', 'value', 'problem', 'events', 'event-values', 'arguments'] },
            },
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
        // The events themselves have been sent before this outcome, one line each.
        outcome('events', { status, native }),
        outcome('refused', { by: { enum: ['client', 'gate'] }, reason: text, native }, ['by', 'reason']),
        outcome('inexpressible', { reason: text, by: { const: 'driver' } }, ['reason']),
        outcome('crash', { detail: text, native }, ['detail']),
        outcome('timeout', { afterMs: { type: 'number', minimum: 0 } }, ['afterMs']),
      ],
    },
  },
};

/**
 * The messages of a driver program for which the build compiles validators, from the schemas of the driver protocol.
 */
export const OWN_PROTOCOL: OwnSchema<'greeting' | 'callLine'> = {
  schema: PROTOCOL_SCHEMA,
  references: { greeting: '#/$defs/greeting', callLine: '#/$defs/callLine' },
  options: { ownProperties: true },
};
