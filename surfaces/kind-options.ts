import type { JsonSchema } from '../contract/json/json.js';

/** JSON Schemas of configuration options that several kinds of surfaces have. */
export const TEXT = { type: 'string', minLength: 1 } as const;
export const WORDS = { type: 'array', minItems: 1, items: TEXT } as const;
export const COMMAND: JsonSchema = { description: 'the program and its arguments.', ...WORDS };
export const ENVIRONMENT: JsonSchema = {
  description:
    'environment variables of the process. Placeholders: `{url}`, `{token}` and, for another server, `{url:SERVER}`.',
  type: 'object',
  additionalProperties: { type: 'string' },
};
