import { availableParallelism } from 'node:os';
import { COMMAND, ENVIRONMENT, TEXT } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { CliConfig } from './config.js';

export const cliKind: DrivenKind<CliConfig> & GeneratedKind<'cli'> = {
  kind: 'cli',
  options: {
    command: COMMAND,
    env: ENVIRONMENT,
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
  runs: { whole: 16, quick: 0.05 },
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
