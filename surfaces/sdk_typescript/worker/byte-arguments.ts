import type { Json } from '../../../contract/json/json.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { BytePlaces } from '../../byte-places.js';

/**
 * Converts the parts of a body that are bytes to `Uint8Array`: the whole body, a member of a form, or the elements of
 * such a member. The other arguments stay unchanged.
 */
export function withBytes(args: { readonly [name: string]: Json }, places: BytePlaces): Record<string, unknown> {
  const { body } = args;
  if (body === undefined || places.length === 0) return args;
  if (places === 'body') return { ...args, body: bytesOf(body) };
  if (!isJsonObject(body)) return args;
  const members = Object.entries(body).map(([name, value]) => [name, places.includes(name) ? fileOf(value) : value]);
  return { ...args, body: Object.fromEntries(members) as unknown };
}

function fileOf(value: Json): unknown {
  return Array.isArray(value) ? (value as readonly Json[]).map(bytesOf) : bytesOf(value);
}

function bytesOf(value: Json): unknown {
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'latin1')) : value;
}
