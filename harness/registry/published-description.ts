import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { AdvertisedTools } from '../../rules/registry/probed-server.js';

/** The maximum size of a description file that is read. */
const MOST_BYTES = 1024 * 1024;

/**
 * The member of `_meta` with the metadata of the publisher (MCP Registry, generic server.json). A `package.json` uses
 * the same member.
 */
const PUBLISHER = 'io.modelcontextprotocol.registry/publisher-provided';

type Reader = (description: Json) => Pick<AdvertisedTools, 'count' | 'names' | 'open'> | undefined;

/** Files in which a server may publish its tools, in the order in which they are read. */
const SOURCES: readonly (readonly [file: string, read: Reader])[] = [
  ['server.json', (description) => publisherTools(description)],
  ['manifest.json', (description) => bundleTools(description)],
  ['package.json', (description) => publisherTools(description)],
];

/**
 * The tools that a description file in `folder` (relative to `root`) advertises. `undefined` if no description file
 * lists tools.
 */
export async function readAdvertised(
  root: string,
  { folder, shown }: { readonly folder: string; readonly shown: string },
): Promise<AdvertisedTools | undefined> {
  for (const [file, read] of SOURCES) {
    const description = await readJson(resolve(root, folder, file));
    const tools = description === undefined ? undefined : read(description);
    if (tools !== undefined) return { file: join(shown, file), ...tools };
  }
  return undefined;
}

function publisherTools(description: Json): ReturnType<Reader> {
  const metadata = ownValue(ownValue(description, '_meta'), PUBLISHER);
  const count = ownValue(metadata, 'toolCount');
  const names = toolNames(ownValue(metadata, 'tools'));
  if (names !== undefined) return { count: names.length, names, open: false };
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? { count, open: false } : undefined;
}

/**
 * The tools of an MCPB manifest. `tools` contains objects with name and description. `tools_generated` means that the
 * server adds tools at run time.
 */
function bundleTools(manifest: Json): ReturnType<Reader> {
  if (ownValue(manifest, 'manifest_version') === undefined && ownValue(manifest, 'dxt_version') === undefined)
    return undefined;
  const names = toolNames(ownValue(manifest, 'tools'));
  return names === undefined
    ? undefined
    : { count: names.length, names, open: ownValue(manifest, 'tools_generated') === true };
}

/**
 * The names of tools. An item may be a name, or an object with a `name`. `undefined` if the value is not an array of
 * such items.
 */
function toolNames(tools: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  const names = (tools as readonly Json[]).map((tool) => (isJsonObject(tool) ? ownValue(tool, 'name') : tool));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

async function readJson(path: string): Promise<Json | undefined> {
  try {
    const bytes = await readFile(path);
    return bytes.byteLength > MOST_BYTES ? undefined : (JSON.parse(bytes.toString('utf8')) as Json);
  } catch {
    // A missing or unreadable file advertises no tools.
    return undefined;
  }
}
