import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Tool } from '../../generated/tools.js';
import { callTool } from '../call/call-tool.js';
import { type Card, UI_EXTENSION, listResources, readResource } from '../offer/card.js';
import { PAGE_SIZE, listTools } from '../offer/list-tools.js';
import type { Offer } from '../offer/offer.js';
import type { Service } from '../call/service.js';

/**
 * Builds the server with the low-level class of the MCP package. The high-level class validates arguments itself and
 * answers with free text, but callers need the problem document of the service. The server supports every MCP revision
 * of the package.
 */
export function toolServer(service: Service, { identity, tools }: Offer, card?: Card): Server {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const server = new Server(
    { ...identity },
    { capabilities: { tools: {}, ...(card && { resources: {}, extensions: { [UI_EXTENSION]: {} } }) } },
  );
  server.setRequestHandler('tools/list', (request) => listTools(request.params?.cursor, tools, PAGE_SIZE, card));
  server.setRequestHandler('tools/call', { params: CALL_PARAMS }, (params, context): Promise<CallToolResult> => {
    const tool = byName.get(params.name);
    // MCP 2025-11-25, Tools, Error Handling: an unknown tool is a protocol error.
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    return callTool(tool, params.arguments ?? {}, service, context.mcpReq.signal);
  });
  if (card !== undefined) offerCard(server, card);
  return server;
}

function offerCard(server: Server, card: Card): void {
  server.setRequestHandler('resources/list', (request) => listResources(request.params?.cursor, card));
  server.setRequestHandler('resources/read', (request) => readResource(request.params.uri, card));
  // Clients of a server with resources ask for resource templates as well.
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/**
 * A schema that passes the parameters of a call on unchanged. The package has already checked their shape, but the copy
 * that it makes loses an argument with the name `__proto__`.
 */
const CALL_PARAMS: StandardSchemaV1<CallParams> = {
  '~standard': { version: 1, vendor: 'template-service-mcp', validate: (value) => ({ value: value as CallParams }) },
};
