import type { PlantedFault } from '../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;

/** Bugs of the tool server that were written without the other lists, and others of their classes. */
export const UNSEEN_TOOLS: readonly PlantedFault[] = [
  {
    ...ON_MCP,
    id: 'mcp-equal-calls-coalesced',
    class: 'state',
    file: `${MCP}/call/call-tool.js`,
    from: 'const reply = await exchange(service, placed.request, signal);',
    to: `const running = (callTool.running ??= new Map());
    const key = JSON.stringify(placed.request);
    if (!running.has(key))
        running.set(key, exchange(service, placed.request, signal).finally(() => running.delete(key)));
    const reply = await running.get(key);`,
    operation: 'createItem',
  },
];
