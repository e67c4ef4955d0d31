import { type Json, ownValue } from './json.js';

/** The list in a member of an object, if its elements are strings and numbers. `undefined` for any other value. */
export function scalarList(value: Json | undefined, name: string): readonly Json[] | undefined {
  const list = ownValue(value, name);
  const isScalar = (each: Json): boolean => typeof each === 'string' || typeof each === 'number';
  return Array.isArray(list) && list.every(isScalar) ? list : undefined;
}
