import type { Client } from '@modelcontextprotocol/client';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { InventoryEntry } from '../../driver.js';
import { AS_IT_CAME } from './connection.js';

const MOST_PAGES = 100;
const MOST_TOOLS = 10_000;
/** Limit for all names and descriptions together: a single page may be as long as a line. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Every tool on all pages of `tools/list`. Rejects if the list does not end. */
export async function toolInventory(client: Client, timeoutMs: number): Promise<readonly InventoryEntry[]> {
  const entries: InventoryEntry[] = [];
  let characters = 0;
  for await (const tools of toolPages(client, timeoutMs)) {
    for (const tool of tools) {
      const entry = inventoryEntry(tool);
      characters += [entry.name, entry.description ?? '', ...(entry.inputs ?? [])].join('').length;
      if (entries.push(entry) > MOST_TOOLS || characters > MOST_CHARACTERS)
        throw endless(`named ${entries.length} tools with ${characters} characters`);
    }
  }
  return entries;
}

/** The tools of `tools/list`, page by page. Throws if the list does not end. */
export async function* toolPages(client: Client, timeoutMs: number): AsyncGenerator<readonly Json[], void> {
  const seen = new Set<string>();
  let count = 0;
  for (let cursor: string | undefined, page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = (await client.request({ method: 'tools/list', params }, AS_IT_CAME, { timeout: timeoutMs })) as Json;
    const tools = ownValue(result, 'tools');
    if (Array.isArray(tools)) {
      count += tools.length;
      yield tools as readonly Json[];
    }
    const next = ownValue(result, 'nextCursor');
    if (typeof next !== 'string') return;
    if (seen.has(next)) throw endless(`came back to the cursor ${JSON.stringify(next.slice(0, 100))}`);
    if (page >= MOST_PAGES) throw endless(`went on after ${page} pages and ${count} tools`);
    seen.add(next);
    cursor = next;
  }
}

/** Some servers declare inputs without `properties`: their inputs are unknown, which differs from none. */
function inventoryEntry(tool: Json): InventoryEntry {
  const name = ownValue(tool, 'name');
  const schema = ownValue(tool, 'inputSchema');
  const properties = ownValue(schema, 'properties');
  const description = ownValue(tool, 'description');
  return {
    name: typeof name === 'string' ? name : '',
    ...(isJsonObject(properties) ? { inputs: Object.keys(properties) } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    // MCP 2025-11-25, ToolAnnotations: the default is false.
    isReadOnly: ownValue(ownValue(tool, 'annotations'), 'readOnlyHint') === true,
  };
}

function endless(what: string): ParityError {
  const repair = 'Make the server omit `nextCursor` on its last page.';
  return new ParityError('tool-list-endless', `The tool server's tools/list ${what}.`, repair);
}
