import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { RestConfig } from './config.js';

export const restKind: DrivenKind<RestConfig> & GeneratedKind<'rest'> = {
  kind: 'rest',
  options: {},
  required: [],
  runs: { whole: 256, quick: 4 },
  describe: () => 'the service itself',
  files: () => [],
  async implementation() {
    const { restDriver, restExpectedInventory } = await import('./driver.js');
    return { driver: restDriver, expectedInventory: restExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).restGenerator,
};
