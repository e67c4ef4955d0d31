import { isJsonObject } from '../json/json.js';
import type { OperationId } from '../operation.js';
import type { ParityBinding, ParityExclusion, ParityGroup } from './parity-group.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeLocation, textAt } from '../document/place.js';

export type FaultAt = (at: Place, code: string, message: string, repair: string) => void;

export function readGroup(place: Place, fault: FaultAt): ParityGroup | undefined {
  checkKeys(place, ['name', 'bindings', 'excluded'], fault);
  const name = textAt(place, 'name');
  if (name === undefined || name === '') {
    fault(place, 'parity-malformed', 'a group has no `name`', 'Give the group a `name`.');
    return undefined;
  }
  const bindings = readBindings(place, name, fault);
  return { name, bindings, excluded: readExclusions(place, fault), location: placeLocation(place) };
}

/** Reports unknown keys. They are usually misspelt, and the reader would otherwise ignore them. */
export function checkKeys(place: Place, known: readonly string[], fault: FaultAt, code = 'parity-key'): void {
  for (const [key, child] of entryPlaces(place)) {
    if (!known.includes(key))
      fault(child, code, `${JSON.stringify(key)} is not a known key`, `Use ${known.join(', ')}.`);
  }
}

function readBindings(group: Place, name: string, fault: FaultAt): readonly ParityBinding[] {
  const map = childPlace(group, 'bindings');
  const bindings: ParityBinding[] = [];
  for (const [surface, place] of entryPlaces(map)) {
    if (typeof place.value === 'string')
      bindings.push({ surface, operation: place.value as OperationId, location: placeLocation(place) });
    else
      fault(
        place,
        'parity-malformed',
        `the binding of ${surface} is not an operationId`,
        'Write the operationId as a string.',
      );
  }
  if (map === undefined || !isJsonObject(map.value) || Object.keys(map.value).length === 0) {
    fault(
      map ?? group,
      'parity-malformed',
      `group ${JSON.stringify(name)} has no bindings`,
      'Write `bindings` as a map from surface to operationId.',
    );
  }
  return bindings;
}

function readExclusions(group: Place, fault: FaultAt): readonly ParityExclusion[] {
  const list = childPlace(group, 'excluded');
  if (list !== undefined && !Array.isArray(list.value)) {
    fault(list, 'parity-malformed', '`excluded` is not a list', 'Write a list of {surface, operation, reason}.');
  }
  const exclusions: ParityExclusion[] = [];
  for (const place of itemPlaces(list)) {
    const exclusion = readExclusion(place, fault);
    if (exclusion !== undefined) exclusions.push(exclusion);
  }
  return exclusions;
}

function readExclusion(place: Place, fault: FaultAt): ParityExclusion | undefined {
  checkKeys(place, ['surface', 'operation', 'reason'], fault);
  const surface = textAt(place, 'surface');
  const operation = textAt(place, 'operation');
  const reason = textAt(place, 'reason') ?? '';
  if (surface === undefined || operation === undefined) {
    fault(
      place,
      'parity-malformed',
      'an exclusion has no `surface` or no `operation`',
      'Write {surface, operation, reason}.',
    );
    return undefined;
  }
  if (reason.trim() === '') {
    fault(
      place,
      'parity-reason',
      `${operation} is excluded on ${surface} without a reason`,
      'Write the `reason` for the exclusion.',
    );
  }
  return { surface, operation: operation as OperationId, reason, location: placeLocation(place) };
}
