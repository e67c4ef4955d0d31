import type { NamedExtension, Operation } from '../operation.js';
import { childPlace, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/** The vendor extensions of an operation. Only their shape is checked here; lint rules check the names. */
export function readExtensions(reader: Reader, operation: Place): Pick<Operation, 'tool' | 'command' | 'gate'> {
  const tool = readNamed(reader, operation, `x-${reader.prefix}-mcp-tool`, 'name');
  const command = readNamed(reader, operation, `x-${reader.prefix}-cli`, 'command');
  const gate = readGate(reader, operation, `x-${reader.prefix}-hitl-gate`);
  return { ...(tool && { tool }), ...(command && { command }), ...(gate !== undefined && { gate }) };
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

/** The order in which a description states that its service refuses requests; `undefined` if it states none. */
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
