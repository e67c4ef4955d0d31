import type { Client } from '@modelcontextprotocol/client';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { InventoryEntry } from '../../driver.js';
import { AS_IT_CAME } from './connection.js';
import { schemaFaults } from './schema-faults.js';
import { statedInputs } from '../tools/declared-inputs.js';

const MOST_PAGES = 100;
const MOST_TOOLS = 10_000;
/**
 * The maximum length of all names and descriptions together. This limit is needed because a single page may be as long
 * as the longest permitted line.
 */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** A tool in a list of tools. `page` is only the address of the page that shows its results, not its content. */
export interface ListedTool extends Omit<InventoryEntry, 'page'> {
  readonly pageUri?: string;
}

/**
 * Lists every tool on all pages of `tools/list`. Rejects if the pages do not end. `check` may throw an error for a
 * page, which is then the reason of the rejection.
 */
export async function toolInventory(
  client: Client,
  timeoutMs: number,
  check: (page: Json) => void = () => undefined,
): Promise<readonly ListedTool[]> {
  const entries: ListedTool[] = [];
  let characters = 0;
  const faultsOf = schemaFaults();
  for await (const page of listPages(client, timeoutMs)) {
    check(page);
    for (const tool of toolsOf(page)) {
      const entry = { ...inventoryEntry(tool), ...faultsOf(tool), ...statedInputs(tool) };
      characters += [entry.name, entry.description ?? '', ...(entry.inputs ?? [])].join('').length;
      characters += JSON.stringify(entry.defaults ?? {}).length;
      if (entries.push(entry) > MOST_TOOLS || characters > MOST_CHARACTERS)
        throw endless(`returned ${entries.length} tools with ${characters} characters in total`);
    }
  }
  return entries;
}

export function toolsOf(page: Json): readonly Json[] {
  const tools = ownValue(page, 'tools');
  return Array.isArray(tools) ? tools : [];
}

/** The pages of `tools/list`, one after another. Throws if the pages do not end. */
export async function* listPages(client: Client, timeoutMs: number): AsyncGenerator<Json, void> {
  const seen = new Set<string>();
  let count = 0;
  for (let cursor: string | undefined, page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = (await client.request({ method: 'tools/list', params }, AS_IT_CAME, { timeout: timeoutMs })) as Json;
    count += toolsOf(result).length;
    yield result;
    const next = ownValue(result, 'nextCursor');
    if (typeof next !== 'string') return;
    if (seen.has(next)) throw endless(`returned a cursor of an earlier page: ${JSON.stringify(next.slice(0, 100))}`);
    if (page >= MOST_PAGES) throw endless(`did not end after ${page} pages and ${count} tools`);
    seen.add(next);
    cursor = next;
  }
}

/**
 * The inventory entry of a tool. Some servers declare an input schema without `properties`. The inputs of such a tool
 * are then unknown, which is not the same as an empty list.
 */
function inventoryEntry(tool: Json): ListedTool {
  const name = ownValue(tool, 'name');
  const schema = ownValue(tool, 'inputSchema');
  const properties = ownValue(schema, 'properties');
  const description = ownValue(tool, 'description');
  const annotations = ownValue(tool, 'annotations');
  const [readOnly, idempotent, destructive] = ['readOnlyHint', 'idempotentHint', 'destructiveHint'].map((hint) =>
    ownValue(annotations, hint),
  );
  const pageUri = ownValue(ownValue(ownValue(tool, '_meta'), 'ui'), 'resourceUri');
  return {
    name: typeof name === 'string' ? name : '',
    ...(isJsonObject(properties) ? { inputs: Object.keys(properties) } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    // MCP 2025-11-25, ToolAnnotations: the default is false.
    isReadOnly: readOnly === true,
    ...(typeof idempotent === 'boolean' && { isIdempotent: idempotent }),
    ...(typeof destructive === 'boolean' && { isDestructive: destructive }),
    ...(typeof pageUri === 'string' ? { pageUri } : {}),
    ...(isJsonObject(properties) && withDefaults(schema, properties)),
  };
}

/**
 * The default values of scalar inputs. If the schema of an input is a reference within the tool's schema, the reference
 * is followed once.
 */
function withDefaults(schema: Json | undefined, properties: JsonObject): Pick<InventoryEntry, 'defaults'> {
  const stated = Object.entries(properties).flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const reference = ownValue(property, '$ref');
    const target = typeof reference === 'string' && reference.startsWith('#/') ? reference.slice(1) : undefined;
    const preset = ownValue(property, 'default') ?? (target && ownValue(valueAt(schema ?? null, target), 'default'));
    return preset === undefined || preset === '' || typeof preset === 'object' ? [] : [[name, preset]];
  });
  return stated.length === 0 ? {} : { defaults: Object.fromEntries(stated) };
}

function endless(what: string): ParityError {
  const repair = 'Make the server omit `nextCursor` on its last page.';
  return new ParityError('tool-list-endless', `The tool server's tools/list ${what}.`, repair);
}
