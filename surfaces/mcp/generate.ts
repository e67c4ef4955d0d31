import type { Contract } from '../../contract/contract.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import type { Generator } from '../generation/generator.js';
import { serverVariables } from '../generation/server-variables.js';
import { serviceSlug } from '../generation/service-slug.js';
import { typescriptLiteral } from '../generation/typescript-literal.js';
import { vendorPrefix } from '../generation/vendor-prefix.js';
import { toolAnnotations } from './tools/tool-annotations.js';
import { toolCall } from './tools/tool-call.js';
import { toolInputSchema } from './tools/tool-input.js';
import { toolOutput } from './tools/tool-output.js';
import { BASE_URLS, TOOL_TYPES } from './tools/tool-types.js';

/**
 * Writes `generated/tools.ts`. It has an entry for every operation that the contract declares as a tool: the MCP
 * definition of the tool, and the HTTP request that a call sends.
 */
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
  const call = { ...toolCall(operation), ...baseUrlsOf(operation, contract) };
  return [{ operation: operation.id, definition, output: output.shape, call }];
}

function baseUrlsOf({ servers }: Operation, contract: Contract): JsonObject {
  if (servers === undefined) return {};
  const [stem, variables] = [environmentStem(contract), serverVariables(contract)];
  return { baseUrls: servers.map((url) => `${stem}${variables.get(url) ?? ''}`) };
}

/** The beginning of the names of environment variables: `SVC_` if the contract has the extension `x-svc-mcp-tool`. */
function environmentStem(contract: Contract): string {
  const prefix = vendorPrefix(contract.operations.find(({ tool }) => tool !== undefined)?.tool, 'mcp-tool');
  return prefix === '' ? '' : `${prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`;
}

function environmentNames(contract: Contract): JsonObject {
  const stem = environmentStem(contract);
  return { baseUrl: `${stem}BASE_URL`, token: `${stem}TOKEN` };
}

function toolsModule(projection: Json, header: readonly string[]): string {
  // `project` creates this value. It has lost its type, because it may have been stored as JSON in between.
  const { service, environment, tools } = projection as {
    readonly [part in 'service' | 'environment' | 'tools']: Json;
  };
  const isSeveral = (tools as readonly { readonly call: JsonObject }[]).some(({ call }) => 'baseUrls' in call);
  return `${header.map((line) => `// ${line}\n`).join('')}
${isSeveral ? TOOL_TYPES.replace('readonly parameters:', `${BASE_URLS}$&`) : TOOL_TYPES}
export const SERVICE: Service = ${typescriptLiteral(service)};

export const ENVIRONMENT: Environment = ${typescriptLiteral(environment)};

export const TOOLS: readonly Tool[] = ${typescriptLiteral(tools)};
`;
}
