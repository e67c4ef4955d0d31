import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Tool } from '../generated/tools.js';
import { callTool } from './call-tool.js';
import { type Card, UI_EXTENSION, listResources, readResource } from './card.js';
import { PAGE_SIZE, listTools } from './list-tools.js';
import type { Offer } from './offer.js';
import type { Service } from './service.js';

/**
 * The low-level server: the high-level one judges arguments itself and answers in prose, where callers are owed the
 * service's own problem document. Every revision that the package knows is spoken.
 */
export function toolServer(service: Service, { identity, tools }: Offer, card?: Card): Server {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const server = new Server({ ...identity }, { capabilities: { tools: {}, ...(card && { resources: {}, extensions: { [UI_EXTENSION]: {} } }) } });
  server.setRequestHandler('tools/list', (request) => listTools(request.params?.cursor, tools, PAGE_SIZE, card));
  server.setRequestHandler('tools/call', { params: CALL_PARAMS }, (params, context): Promise<CallToolResult> => {
    const tool = byName.get(params.name);
    // MCP 2025-11-25, Tools, Error Handling: an unknown tool is a protocol error.
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    return callTool(tool, params.arguments ?? {}, service, context.mcpReq.signal);
  });
  if (card !== undefined) offerCard(server, card);
  return server;
}

function offerCard(server: Server, card: Card): void {
  server.setRequestHandler('resources/list', (request) => listResources(request.params?.cursor, card));
  server.setRequestHandler('resources/read', (request) => readResource(request.params.uri, card));
  // Whoever offers resources is asked for templates as well.
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/**
 * Hands the parameters over as they came. The package has checked their shape before; its own copy of them would have
 * lost an argument called `__proto__` without a word.
 */
const CALL_PARAMS: StandardSchemaV1<CallParams> = {
  '~standard': { version: 1, vendor: 'template-service-mcp', validate: (value) => ({ value: value as CallParams }) },
};
