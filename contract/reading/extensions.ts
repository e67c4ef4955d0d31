import { type JsonObject, isJsonObject } from '../json/json.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { NamedExtension, Operation, RepeatKey, RepeatSpec } from '../operation.js';
import { childPlace, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/**
 * Reads the vendor extensions of an operation. Only their shape is checked here; lint rules check the names in them.
 */
export function readExtensions(
  reader: Reader,
  operation: Place,
): Pick<Operation, 'tool' | 'command' | 'gate' | 'repeat'> {
  const tool = readNamed(reader, operation, `x-${reader.prefix}-mcp-tool`, 'name');
  const command = readNamed(reader, operation, `x-${reader.prefix}-cli`, 'command');
  const gate = readGate(reader, operation, `x-${reader.prefix}-hitl-gate`);
  const repeat = readRepeat(reader, operation, `x-${reader.prefix}-repeat`);
  return {
    ...(tool && { tool }),
    ...(command && { command }),
    ...(gate !== undefined && { gate }),
    ...(repeat && { repeat }),
  };
}

function readNamed(reader: Reader, operation: Place, key: string, nameKey: string): NamedExtension | undefined {
  const place = childPlace(operation, key);
  if (place === undefined) return undefined;
  const name = textAt(place, nameKey);
  const description = textAt(place, 'description');
  if (name === undefined || name === '' || description === undefined) {
    reader.fault(
      place,
      'extension-malformed',
      `${key} is not an object {${nameKey}, description}`,
      `Write \`${nameKey}\` and \`description\` as strings below ${key}.`,
    );
    return undefined;
  }
  return { name, description, location: placeLocation(place) };
}

function readGate(reader: Reader, operation: Place, key: string): string | undefined {
  const place = childPlace(operation, key);
  if (place === undefined) return undefined;
  if (typeof place.value === 'string' && place.value !== '') return place.value;
  reader.fault(
    place,
    'extension-malformed',
    `${key} is not the name of a gate`,
    'Write the name of the gate as a string.',
  );
  return undefined;
}

function readRepeat(reader: Reader, operation: Place, key: string): RepeatSpec | undefined {
  const place = childPlace(operation, key);
  if (place === undefined) return undefined;
  const spec = isJsonObject(place.value) ? repeatSpec(place.value) : undefined;
  if (spec !== undefined) return spec;
  reader.fault(
    place,
    'extension-malformed',
    `${key} is not an object {key, conflict, deterministic}`,
    `Write the pointer of the key, the status of a conflict, or both, and \`deterministic: true\`: \`${key}: { key: /body/run_id, conflict: 409 }\`.`,
  );
  return undefined;
}

/** The content of a repeat extension; `undefined` if it is malformed. A `conflict` is allowed only with a `key`. */
function repeatSpec({ key, conflict, deterministic, ...others }: JsonObject): RepeatSpec | undefined {
  const named = typeof key === 'string' ? repeatKey(key) : undefined;
  const isConflict = typeof conflict === 'number' && Number.isInteger(conflict) && conflict >= 400 && conflict < 500;
  if (Object.keys(others).length > 0 || (key !== undefined && named === undefined)) return undefined;
  if (conflict !== undefined && !(isConflict && named !== undefined)) return undefined;
  if (deterministic !== undefined && deterministic !== true) return undefined;
  if (named === undefined && deterministic === undefined) return undefined;
  return {
    ...(named && { key: named }),
    ...(isConflict && { conflict }),
    ...(deterministic === true && { deterministic }),
  };
}

function repeatKey(pointer: string): RepeatKey | undefined {
  const [place, name, ...deeper] = pointerTokens(pointer);
  if (name === undefined || deeper.length > 0 || (place !== 'header' && place !== 'body')) return undefined;
  return { in: place, name };
}

/** The size of the largest accepted body; `undefined` if the request body does not state it, or states no size. */
export function readMaxBodyBytes(reader: Reader, requestBody: Place): number | undefined {
  const key = `x-${reader.prefix}-max-body-bytes`;
  const place = childPlace(requestBody, key);
  if (place === undefined) return undefined;
  if (typeof place.value === 'number' && Number.isInteger(place.value) && place.value > 0) return place.value;
  reader.fault(
    place,
    'extension-malformed',
    `${key} is not a positive integer`,
    `Write the size of the largest body that the service accepts, in bytes: \`${key}: 65536\`.`,
  );
  return undefined;
}

/**
 * The event types that may follow each event type; `undefined` if the stream does not state them, or states anything
 * else.
 */
export function readEventOrder(reader: Reader, media: Place): ReadonlyMap<string, readonly string[]> | undefined {
  const key = `x-${reader.prefix}-event-order`;
  const place = childPlace(media, key);
  if (place === undefined) return undefined;
  const entries = isJsonObject(place.value) ? Object.entries(place.value) : [];
  const order = entries.filter((entry): entry is [string, string[]] => isListOfTexts(entry[1]));
  if (order.length > 0 && order.length === entries.length) return new Map(order);
  reader.fault(
    place,
    'extension-malformed',
    `${key} is not an object with a list of event types for each event type`,
    `Write the event types that may follow each event type: \`${key}: { queued: [running], running: [succeeded, failed] }\`.`,
  );
  return undefined;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The order of refusals that the description declares; `undefined` if the declaration is missing or malformed. */
export function readRefusalOrder(reader: Reader, entry: Place): readonly number[] | undefined {
  const key = `x-${reader.prefix}-refusal-order`;
  const place = childPlace(entry, key);
  if (place === undefined) return undefined;
  const order: readonly unknown[] = Array.isArray(place.value) ? place.value : [];
  const statuses = order.filter((status): status is number => Number.isInteger(status));
  if (statuses.length === order.length && order.length > 0 && statuses.every((status) => status >= 400 && status < 500))
    return statuses;
  reader.fault(
    place,
    'extension-malformed',
    `${key} is not a list of statuses from 400 to 499`,
    `Write the statuses in the order in which the service checks them: \`${key}: [401, 405, 415, 400, 422, 404]\`.`,
  );
  return undefined;
}
