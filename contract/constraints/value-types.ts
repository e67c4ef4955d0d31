import type { Json } from '../json/json.js';
import type { JsonType } from './constraint-types.js';

/** The types of a value. A number without a fraction is an integer, even if it is written as `1.0` (Core §4.2.3). */
export function typesOfValue(value: Json): readonly JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value as 'string' | 'boolean' | 'object'];
}
