import { availableParallelism } from 'node:os';
import type { JsonSchema } from '../../contract/json/json.js';
import { COMMAND, ENVIRONMENT, TEXT, WORDS } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { CliConfig } from './config.js';

const POSITION = { type: 'integer', minimum: 1, maximum: 100 } as const;
const FLAG = { type: 'string', pattern: '^--?[A-Za-z0-9][\\w.-]*$' } as const;
const SWITCH = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: { true: FLAG, false: FLAG },
} as const;
const STATUS = { type: 'integer', minimum: 400, maximum: 599 } as const;
const MEANINGS = ['failure', 'usage', 'denied', 'unanswered'] as const;

/**
 * The JSON Schema of a list of words. Each of the given placeholders, such as `{file}`, must occur in one of the words.
 */
function withPlaces(names: readonly string[]): JsonSchema {
  return { ...WORDS, allOf: names.map((name) => ({ contains: { pattern: `\\{${name}\\}` } })) };
}

export const cliKind: DrivenKind<CliConfig> & GeneratedKind<'cli'> = {
  kind: 'cli',
  options: {
    command: COMMAND,
    env: ENVIRONMENT,
    operations: {
      description:
        'for a program that does not follow our conventions: the words of the command for each operation id, and how the command takes its arguments. See [other conventions](surfaces.md#other-conventions).',
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['command'],
        additionalProperties: false,
        dependentRequired: { fieldFile: ['field'] },
        properties: {
          command: WORDS,
          arguments: {
            type: 'object',
            additionalProperties: {
              if: { type: 'integer' },
              then: POSITION,
              else: { if: { type: 'object' }, then: SWITCH, else: FLAG },
            },
          },
          body: { const: 'members' },
          confirm: WORDS,
          output: { const: 'raw' },
          bodyFile: withPlaces(['file']),
          field: withPlaces(['name', 'value']),
          fieldFile: withPlaces(['name', 'file']),
        },
      },
    },
    exitCodes: {
      description: 'what exit codes other than 0 mean: an HTTP status, `failure`, `usage`, `denied` or `unanswered`.',
      type: 'object',
      propertyNames: { pattern: '^(\\*|[1-9]\\d{0,2})$' },
      additionalProperties: { if: { type: 'integer' }, then: STATUS, else: { enum: MEANINGS } },
    },
    console: {
      description:
        'the console command that users install: `package` is the path of a `package.json`, `command` is its name in `bin`.',
      type: 'object',
      required: ['package', 'command'],
      additionalProperties: false,
      properties: { package: TEXT, command: TEXT },
    },
  },
  required: [['command']],
  runs: { whole: 8, quick: 0.0625, edges: 0.5 },
  lanes: { count: () => Math.min(4, availableParallelism()), words: 'the number of processors, at most 4' },
  isCostly: true,
  describe: ({ command }) => command.join(' '),
  files: ({ command }) => command,
  async implementation() {
    const [{ cliDriver }, { cliExpectedInventory }] = await Promise.all([
      import('./driver.js'),
      import('./inventory.js'),
    ]);
    return { driver: cliDriver, expectedInventory: cliExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).cliGenerator,
};
