import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../../contract/json/json.js';
import type { OperationName } from '../../generated/routes.js';
import type { Route } from '../../runtime/route.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import type { RouteInput } from '../input/input-checker.js';
import type { ItemStore } from './item-store.js';
import { invalidInput, problemReply } from '../reply/problem.js';
import { type Reply, jsonReply } from '../reply/reply.js';

/** Handles one operation. The input is already validated, and defaults of the contract are filled in. */
export type Handler = (input: RouteInput, route: Route, store: ItemStore) => Reply;

export const handlers: Readonly<Record<OperationName, Handler>> = { listItems, createItem, getItem };

/** Lists one page. The store is asked for one item more than the page has, to find out whether another page follows. */
function listItems({ query }: RouteInput, route: Route, store: ItemStore): Reply {
  const sequence = query['cursor'] === undefined ? 0 : decodeCursor(String(query['cursor']));
  if (sequence === undefined)
    return invalidInput([{ pointer: '/query/cursor', detail: 'is not a cursor of this service' }]);
  const limit = Number(query['limit']);
  const found = store.after(sequence, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last !== undefined ? encodeCursor(last.sequence) : null;
  const chunks = page.flatMap(({ record }, index) => (index === 0 ? [record] : [COMMA, record]));
  return jsonReply(
    route.success.status,
    Buffer.concat([LIST_START, ...chunks, Buffer.from(`],"next_cursor":${JSON.stringify(next)}}`)]),
  );
}

const LIST_START = Buffer.from('{"items":[');
const COMMA = Buffer.from(',');

/**
 * Creates an item. The spread syntax copies a member with the name `__proto__` as an ordinary member (ECMA-262
 * §7.3.26). A member that is omitted, null or empty stays as the client sent it.
 */
function createItem({ body }: RouteInput, route: Route, store: ItemStore): Reply {
  const now = new Date().toISOString();
  const item = { item_id: randomUUID(), version: 1, ...(body as JsonObject), created_at: now, updated_at: now };
  store.add(item);
  // The location is relative to the URL of the request (RFC 9110 §10.2.2), so that it is correct behind a proxy with
  // any path prefix.
  return jsonReply(route.success.status, Buffer.from(JSON.stringify(item)), { location: `items/${item.item_id}` });
}

function getItem({ path }: RouteInput, route: Route, store: ItemStore): Reply {
  const record = store.get(String(path['item_id']));
  if (record === undefined) return problemReply('not-found', { detail: 'No item has this identifier.' });
  return jsonReply(route.success.status, record);
}
