import type { InventoryEntry } from '../../driver.js';
import type { PageReading } from '../../hosted-page.js';
import type { Connection } from './connection.js';
import { isShown, readPage } from './linked-page.js';
import { assertListed, listingFault } from './listing-fault.js';
import type { ServerSlot } from './server-slot.js';
import { type ListedTool, toolInventory } from './tool-inventory.js';

/** The maximum number of pages of tools that are read. */
const MOST_LINKED = 20;

/**
 * Lists the tools of a server, and reads the pages on which they show results. If the list cannot be read, it is
 * requested once more. If this also fails, rejects with a `ParityError` whose code begins with `tool-list-`. `asHost`
 * connects to the server as a client that shows pages.
 */
export async function serverInventory(
  slot: ServerSlot,
  asHost: () => Promise<Connection>,
  timeoutMs: number,
): Promise<readonly InventoryEntry[]> {
  const tools = await listed(slot, timeoutMs).catch(() => listed(slot, timeoutMs));
  const uris = [...new Set(tools.flatMap(({ pageUri }) => pageUri ?? []))].slice(0, MOST_LINKED);
  const readings = await readPages(uris, slot, asHost, timeoutMs);
  return tools.map(({ pageUri: uri, ...entry }) => {
    const reading = uri === undefined ? undefined : readings.get(uri);
    return uri === undefined || reading === undefined ? entry : { ...entry, page: { uri, reading } };
  });
}

/** Lists the tools. If this fails, the server is ended, because an unanswered request could affect later calls. */
async function listed(slot: ServerSlot, timeoutMs: number): Promise<readonly ListedTool[]> {
  const connection = await slot.connection();
  let page = 1;
  try {
    return await toolInventory(connection.client, timeoutMs, (result) => {
      assertListed(result, page);
      page += 1;
    });
  } catch (error) {
    const fault = listingFault(error, connection, page, timeoutMs);
    await slot.discard();
    throw fault;
  }
}

/**
 * Reads the pages. If a page is not one that hosts can show, it is read again by a client that declares the
 * capabilities of a host, because a server may offer the page only to hosts.
 */
async function readPages(
  uris: readonly string[],
  slot: ServerSlot,
  asHost: () => Promise<Connection>,
  timeoutMs: number,
): Promise<ReadonlyMap<string, PageReading>> {
  if (uris.length === 0) return new Map();
  const readings = await readingsOf(uris, await slot.connection(), timeoutMs);
  const others = uris.filter((uri) => !isShown(readings.get(uri)));
  if (others.length === 0) return readings;
  await slot.discard();
  const host = await asHost();
  try {
    return new Map([...readings, ...(await readingsOf(others, host, timeoutMs))]);
  } finally {
    await Promise.allSettled([host.client.close(), host.link?.close()]);
  }
}

async function readingsOf(
  uris: readonly string[],
  connection: Connection,
  timeoutMs: number,
): Promise<Map<string, PageReading>> {
  const readings = new Map<string, PageReading>();
  for (const uri of uris) readings.set(uri, await readPage(connection, uri, timeoutMs));
  return readings;
}
