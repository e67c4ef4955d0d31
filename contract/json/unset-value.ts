import type { Json } from './json.js';

/** Whether a value is one that programs often use for "not set": null, false, 0, or an empty string, list or object. */
export function isUnsetValue(value: Json): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a value may mean "no value": null, or an empty string, list or object. */
export function isEmptyValue(value: Json): boolean {
  return isUnsetValue(value) && typeof value !== 'number' && typeof value !== 'boolean';
}
