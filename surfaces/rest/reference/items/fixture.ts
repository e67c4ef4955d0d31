import { readFileSync } from 'node:fs';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { ParityError } from '../../../../contract/parity-error.js';
import type { Item } from './item-store.js';
import type { InputFault } from '../reply/problem.js';

/**
 * The items of a fixture file, `{"items": [Item…]}`, in their order. `check` validates an item against the contract.
 * Throws a `ParityError` (`fixture-unusable`) if the file has a different form, or an item is invalid.
 */
export function readFixture(file: string, check: (item: Json) => readonly InputFault[]): readonly Item[] {
  const items = ownValue(parse(file), 'items');
  if (!Array.isArray(items)) throw unusable(file, 'the file does not contain a list `items`');
  return (items as readonly Json[]).map((item, index) => {
    const [fault] = check(item);
    const place = `/items/${index}${fault?.pointer ?? ''}`;
    if (fault !== undefined || !isItem(item)) throw unusable(file, `${place} ${fault?.detail ?? 'has no item_id'}`);
    return item;
  });
}

function isItem(value: Json): value is Item {
  return isJsonObject(value) && typeof ownValue(value, 'item_id') === 'string';
}

function parse(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch (cause) {
    throw unusable(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unusable(file: string, reason: string, cause?: unknown): ParityError {
  return new ParityError(
    'fixture-unusable',
    `${file} cannot be used as the fixture: ${reason}`,
    'Set --fixture to a JSON file of the form {"items": […]} in which every item is valid against the contract.',
    { cause },
  );
}
