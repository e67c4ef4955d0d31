import type { JsonSchema } from '../contract/json/json.js';

/** JSON Schema of options that several kinds share. */
export const TEXT = { type: 'string', minLength: 1 } as const;
export const WORDS = { type: 'array', minItems: 1, items: TEXT } as const;
export const COMMAND: JsonSchema = { description: 'the program and its arguments.', ...WORDS };
export const ENVIRONMENT: JsonSchema = {
  description:
    'environment variables of the process; `{url}` and `{token}` are replaced, and `{url:SERVER}` for another server.',
  type: 'object',
  additionalProperties: { type: 'string' },
};
