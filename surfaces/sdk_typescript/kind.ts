import { ENVIRONMENT, TEXT } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { SdkTypescriptConfig } from './session/config.js';

export const sdkTypescriptKind: DrivenKind<SdkTypescriptConfig> & GeneratedKind<'sdk_typescript'> = {
  kind: 'sdk_typescript',
  options: {
    module: { description: 'the compiled module that exports the client class.', ...TEXT },
    export: { description: 'the name of the exported class.', default: 'Client', ...TEXT },
    methods: {
      description: 'the name of the method for an operation id, if the two names differ.',
      type: 'object',
      additionalProperties: TEXT,
    },
    arguments: {
      description:
        'how a method takes its arguments. `named`: one object with all arguments by name. `grouped`: one object with the members `path`, `query`, `header`, `cookie` and `body`.',
      default: 'named',
      enum: ['named', 'grouped'],
    },
    env: ENVIRONMENT,
  },
  required: [['module']],
  runs: { whole: 64, quick: 0.125 },
  describe: ({ module }) => module,
  files: ({ module }) => [module],
  async implementation() {
    const [{ sdkTypescriptDriver }, { sdkTypescriptExpectedInventory }] = await Promise.all([
      import('./driver.js'),
      import('./inventory.js'),
    ]);
    return { driver: sdkTypescriptDriver, expectedInventory: sdkTypescriptExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).sdkTypescriptGenerator,
};
