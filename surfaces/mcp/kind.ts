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
        'for a server with other conventions, by the id of the operation: the name of its tool, and the names of arguments: see [other conventions](surfaces.md#other-conventions).',
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
        "`'text'` for a server that reports a failure as a text of its own (MCP 2025-11-25, Tools, Error Handling), not as the problem: only `isError` is compared.",
      const: 'text',
    },
    url: { description: 'the URL of a tool server that runs already, instead of a `command`.', ...TEXT },
  },
  required: [['command'], ['url']],
  runs: { whole: 32, quick: 0.25 },
  describe: (config) => ('url' in config ? config.url : config.command.join(' ')),
  files: (config) => ('url' in config ? [] : config.command),
  async implementation() {
    const { mcpDriver, mcpExpectedInventory } = await import('./driver.js');
    return { driver: mcpDriver, expectedInventory: mcpExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).mcpGenerator,
};
