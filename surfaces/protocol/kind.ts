import { COMMAND, ENVIRONMENT } from '../kind-options.js';
import type { DrivenKind } from '../surface-kind.js';
import type { ProtocolConfig } from './config.js';

export const protocolKind: DrivenKind<ProtocolConfig> = {
  kind: 'protocol',
  options: {
    command: COMMAND,
    env: ENVIRONMENT,
    gates: {
      description: 'whether a person must approve operations with a human gate.',
      default: false,
      type: 'boolean',
    },
  },
  required: [['command']],
  runs: { whole: 32, quick: 0.125 },
  describe: ({ command }) => command.join(' '),
  files: ({ command }) => command,
  async implementation() {
    const { protocolDriver, protocolExpectedInventory } = await import('./driver.js');
    return { driver: protocolDriver, expectedInventory: protocolExpectedInventory };
  },
};
