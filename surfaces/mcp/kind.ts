import { COMMAND, ENVIRONMENT, TEXT } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { McpConfig } from './config.js';

export const mcpKind: DrivenKind<McpConfig> & GeneratedKind<'mcp'> = {
  kind: 'mcp',
  options: {
    command: COMMAND,
    env: ENVIRONMENT,
    tools: {
      description:
        'for a server with [other conventions](surfaces.md#other-conventions): operation ids, each with the name of its tool and the names of the arguments.',
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: TEXT,
          arguments: { type: 'object', additionalProperties: TEXT },
          body: { const: 'members' },
        },
      },
    },
    failures: {
      description:
        "`'text'` for a server that reports a failure as text and not as a problem document (MCP 2025-11-25, Tools, Error Handling). Then only `isError` is compared.",
      const: 'text',
    },
    url: { description: 'the URL of a running tool server, instead of a `command`.', ...TEXT },
  },
  required: [['command'], ['url']],
  runs: { whole: 32, quick: 0.125 },
  describe: (config) => ('url' in config ? config.url : config.command.join(' ')),
  files: (config) => ('url' in config ? [] : config.command),
  async implementation() {
    const { mcpDriver, mcpExpectedInventory } = await import('./driver.js');
    return { driver: mcpDriver, expectedInventory: mcpExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).mcpGenerator,
};
