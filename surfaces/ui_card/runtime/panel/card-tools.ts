import { isRecord } from '../model/is-record.js';

/** The tool of an operation, as listed by its server. */
export interface CardTool {
  readonly name: string;
  /** Where a tool result contains the value. `wrapped`: in the member `result` of the structured content. */
  readonly output: string;
}

/** The tools of a server by `operationId`. */
export type CardTools = ReadonlyMap<string, CardTool>;

/**
 * Reads the tools from an attribute of the page. The tool server has written the attribute as JSON, such as
 * `{"getItem":{"name":"get_item","output":"object"}}`.
 */
export function readCardTools(text: string | null): CardTools | undefined {
  if (text === null) return undefined;
  const tools = new Map<string, CardTool>();
  const written = parsed(text);
  for (const [operation, tool] of isRecord(written) ? Object.entries(written) : []) {
    if (isRecord(tool) && typeof tool['name'] === 'string')
      tools.set(operation, { name: tool['name'], output: String(tool['output']) });
  }
  return tools;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
