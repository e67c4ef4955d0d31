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
  const tool = readExtension(reader, operation, 'mcp-tool', namedForm('name'));
  const command = readExtension(reader, operation, 'cli', namedForm('command'));
  const gate = readExtension(reader, operation, 'hitl-gate', GATE);
  const repeat = readExtension(reader, operation, 'repeat', REPEAT);
  return {
    ...(tool && { tool }),
    ...(command && { command }),
    ...(gate !== undefined && { gate }),
    ...(repeat && { repeat }),
  };
}

/** How the value of an extension is read, and the texts that describe the fault if the value is malformed. */
interface Form<T> {
  readonly read: (place: Place) => T | undefined;
  /** What the value must be, as words that complete the sentence "x-acme-gate is not …". */
  readonly wanted: string;
  readonly repair: (key: string) => string;
}

/** Reads the extension `x-<prefix>-<name>` of an object; `undefined` if it is missing or malformed. */
function readExtension<T>(
  reader: Reader,
  owner: Place,
  name: string,
  { read, wanted, repair }: Form<T>,
): T | undefined {
  const key = `x-${reader.prefix}-${name}`;
  const place = childPlace(owner, key);
  if (place === undefined) return undefined;
  const value = read(place);
  if (value === undefined) reader.fault(place, 'extension-malformed', `${key} is not ${wanted}`, repair(key));
  return value;
}

function namedForm(nameKey: string): Form<NamedExtension> {
  return {
    read: (place) => {
      const [name, description] = [textAt(place, nameKey), textAt(place, 'description')];
      if (name === undefined || name === '' || description === undefined) return undefined;
      return { name, description, location: placeLocation(place) };
    },
    wanted: `an object {${nameKey}, description}`,
    repair: (key) => `Write \`${nameKey}\` and \`description\` as strings below ${key}.`,
  };
}

const GATE: Form<string> = {
  read: ({ value }) => (typeof value === 'string' && value !== '' ? value : undefined),
  wanted: 'the name of a gate',
  repair: () => 'Write the name of the gate as a string.',
};

const REPEAT: Form<RepeatSpec> = {
  read: ({ value }) => (isJsonObject(value) ? repeatSpec(value) : undefined),
  wanted: 'an object {key, conflict, deterministic}',
  repair: (key) =>
    `Write the pointer of the idempotency key (and optionally the status of a conflict), \`deterministic: true\`, or both: \`${key}: { key: /body/run_id, conflict: 409 }\`.`,
};

/**
 * The content of the extension `x-<prefix>-repeat`; `undefined` if it is malformed. `conflict` is allowed only beside
 * `key`.
 */
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

/**
 * The size of the largest accepted body, in bytes; `undefined` if the request body does not state it, or if the value
 * is malformed.
 */
export function readMaxBodyBytes(reader: Reader, requestBody: Place): number | undefined {
  return readExtension(reader, requestBody, 'max-body-bytes', {
    read: ({ value }) => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined),
    wanted: 'a positive integer',
    repair: (key) => `Write the size of the largest body that the service accepts, in bytes: \`${key}: 65536\`.`,
  });
}

/**
 * The event types that may follow each event type; `undefined` if the stream does not state them, or if the value is
 * malformed.
 */
export function readEventOrder(reader: Reader, media: Place): ReadonlyMap<string, readonly string[]> | undefined {
  return readExtension(reader, media, 'event-order', {
    read: ({ value }) => {
      const entries = isJsonObject(value) ? Object.entries(value) : [];
      const order = entries.filter((entry): entry is [string, string[]] => isListOfTexts(entry[1]));
      return order.length > 0 && order.length === entries.length ? new Map(order) : undefined;
    },
    wanted: 'an object with a list of event types for each event type',
    repair: (key) =>
      `Write the event types that may follow each event type: \`${key}: { queued: [running], running: [succeeded, failed] }\`.`,
  });
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The order of refusals that the description declares; `undefined` if the declaration is missing or malformed. */
export function readRefusalOrder(reader: Reader, entry: Place): readonly number[] | undefined {
  return readExtension(reader, entry, 'refusal-order', {
    read: ({ value }) => {
      const order: readonly unknown[] = Array.isArray(value) ? value : [];
      const statuses = order.filter((status): status is number => Number.isInteger(status));
      const isWhole = statuses.length === order.length && order.length > 0;
      return isWhole && statuses.every((status) => status >= 400 && status < 500) ? statuses : undefined;
    },
    wanted: 'a list of statuses from 400 to 499',
    repair: (key) =>
      `Write the statuses in the order in which the service checks their conditions: \`${key}: [401, 405, 415, 400, 422, 404]\`.`,
  });
}
