import type { Json } from './json.js';

/** Whether programs use a value for unset variables: null, false, 0, an empty text, list or object. */
export function isUnsetValue(value: Json): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a value may mean "no value": an unset value that is neither a number nor a Boolean. */
export function isEmptyValue(value: Json): boolean {
  return isUnsetValue(value) && typeof value !== 'number' && typeof value !== 'boolean';
}
