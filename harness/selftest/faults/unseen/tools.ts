import type { PlantedFault } from '../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const LIST = `${MCP}/offer/list-tools.js`;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_LIST = { ...ON_MCP, class: 'generation', file: LIST } as const;

/** Planted faults of the tool server. The author of the first faults in this list had not seen the other lists. */
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
  {
    ...ON_MCP,
    id: 'mcp-card-media-type',
    class: 'generation',
    file: `${MCP}/offer/card.js`,
    from: "const MEDIA_TYPE = 'text/html;profile=mcp-app';",
    to: "const MEDIA_TYPE = 'text/html';",
  },
  {
    ...ON_MCP,
    id: 'mcp-runs-card-link-dangling',
    class: 'generation',
    file: `${MCP}/offer/card.js`,
    from: 'return { ui: { resourceUri: uri } };',
    to: "return { ui: { resourceUri: uri.replace('card.html', 'index.html') } };",
    operation: 'runScienceLoop',
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-second-page-refused',
    from: 'PAGE_SIZE = 50;',
    to: 'PAGE_SIZE = 2;',
    also: [{ file: LIST, from: 'tool:${end}`', to: 'tool:${end + 1}`' }],
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-cursor-repeated',
    from: 'PAGE_SIZE = 50;',
    to: 'PAGE_SIZE = 2;',
    also: [{ file: LIST, from: 'cursor === undefined ? 0 : placeOf(cursor)', to: '0' }],
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-pages-overlap',
    from: 'PAGE_SIZE = 50;',
    to: 'PAGE_SIZE = 2;',
    also: [{ file: LIST, from: 'tool:${end}`', to: 'tool:${end - 1}`' }],
    operation: 'createItem',
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-list-refused',
    from: 'if (start === undefined ||',
    to: 'if (cursor === undefined || start === undefined ||',
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-page-never-answered',
    from: 'const end = start + pageSize;',
    to: 'if (start > 0) return new Promise(() => undefined);\n    const end = start + 2;',
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-next-cursor-null',
    from: ': {}),\n    };',
    to: ': { nextCursor: null }),\n    };',
    note: 'The official client refuses a page with `nextCursor: null`.',
  },
  {
    ...ON_LIST,
    id: 'mcp-tools-list-ends-server',
    from: 'const end = start + pageSize;',
    to: 'process.exit(3);\n    const end = start + pageSize;',
  },
];
