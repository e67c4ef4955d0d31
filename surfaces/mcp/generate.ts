import type { Contract } from '../../contract/contract.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import type { Generator } from '../generation/generator.js';
import { serviceSlug } from '../generation/service-slug.js';
import { typescriptLiteral } from '../generation/typescript-literal.js';
import { vendorPrefix } from '../generation/vendor-prefix.js';
import { toolAnnotations } from './tools/tool-annotations.js';
import { toolCall } from './tools/tool-call.js';
import { toolInputSchema } from './tools/tool-input.js';
import { toolOutput } from './tools/tool-output.js';
import { TOOL_TYPES } from './tools/tool-types.js';

/** Writes `generated/tools.ts`: for every operation with a tool extension, its MCP definition and its HTTP request. */
export const mcpGenerator: Generator = {
  project: (contract) => ({
    service: { name: serviceSlug(contract.title), title: contract.title, version: contract.version },
    environment: environmentNames(contract),
    tools: contract.operations.flatMap((operation) => projectTool(operation, contract)),
  }),
  render: (projection, header) => [{ path: 'generated/tools.ts', text: toolsModule(projection, header) }],
};

function projectTool(operation: Operation, contract: Contract): readonly JsonObject[] {
  if (operation.tool === undefined) return [];
  const output = toolOutput(operation, contract);
  const definition: JsonObject = {
    name: operation.tool.name,
    ...(operation.summary === '' ? {} : { title: operation.summary }),
    description: operation.tool.description,
    inputSchema: toolInputSchema(operation, contract),
    ...(output.shape === 'none' ? {} : { outputSchema: output.schema }),
    annotations: toolAnnotations(operation),
  };
  return [{ operation: operation.id, definition, output: output.shape, call: toolCall(operation) }];
}

/** Named after the prefix: `x-svc-mcp-tool` makes `SVC_BASE_URL`. */
function environmentNames(contract: Contract): JsonObject {
  const prefix = vendorPrefix(contract.operations.find(({ tool }) => tool !== undefined)?.tool, 'mcp-tool');
  const stem = prefix === '' ? '' : `${prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`;
  return { baseUrl: `${stem}BASE_URL`, token: `${stem}TOKEN` };
}

function toolsModule(projection: Json, header: readonly string[]): string {
  // `project` made this projection; it may have been read back from JSON.
  const { service, environment, tools } = projection as {
    readonly [part in 'service' | 'environment' | 'tools']: Json;
  };
  return `${header.map((line) => `// ${line}\n`).join('')}
${TOOL_TYPES}
export const SERVICE: Service = ${typescriptLiteral(service)};

export const ENVIRONMENT: Environment = ${typescriptLiteral(environment)};

export const TOOLS: readonly Tool[] = ${typescriptLiteral(tools)};
`;
}
