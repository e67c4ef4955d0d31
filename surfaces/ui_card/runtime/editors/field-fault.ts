import { patternTest } from '../../../../contract/patterns/pattern-matcher.js';
import type { CardField } from '../model/card-model.js';
import { readNumber } from './read-number.js';

type Text = Extract<CardField, { kind: 'text' }>;
type Numeric = Extract<CardField, { kind: 'number' }>;

/** The fault in an entered text, as a message for the user. `undefined` if the text is valid. */
export function textFault({ minLength, maxLength, pattern }: Text, text: string): string | undefined {
  // JSON Schema counts characters, not UTF-16 units (Validation §6.3.1).
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return `must have at least ${characters(minLength)}`;
  if (maxLength !== undefined && length > maxLength) return `must have at most ${characters(maxLength)}`;
  return pattern !== undefined && !matches(pattern, text) ? `must match ${pattern}` : undefined;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

export function numberFault(field: Numeric, text: string): string | undefined {
  const value = readNumber(text);
  if (value === undefined) return 'must be a number, such as 12 or -0.5';
  if (field.integer && !Number.isInteger(value)) return 'must be a whole number';
  if (field.minimum !== undefined && value < field.minimum) return `must be at least ${field.minimum}`;
  if (field.maximum !== undefined && value > field.maximum) return `must be at most ${field.maximum}`;
  if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum)
    return `must be more than ${field.exclusiveMinimum}`;
  if (field.exclusiveMaximum !== undefined && value >= field.exclusiveMaximum)
    return `must be less than ${field.exclusiveMaximum}`;
  return undefined;
}

/** The hint beside a field. It describes what the user may enter. */
export function hintOf(field: CardField): string {
  if (field.kind === 'text') {
    const { minLength: least, maxLength: most, format } = field;
    return [format ?? '', range(least, most, 'characters')].filter((part) => part !== '').join(', ');
  }
  if (field.kind !== 'number') return '';
  const least =
    field.minimum ?? (field.exclusiveMinimum === undefined ? undefined : `more than ${field.exclusiveMinimum}`);
  const most =
    field.maximum ?? (field.exclusiveMaximum === undefined ? undefined : `less than ${field.exclusiveMaximum}`);
  return [field.integer ? 'whole number' : 'number', range(least, most, '')].filter((part) => part !== '').join(', ');
}

function range(least: number | string | undefined, most: number | string | undefined, of: string): string {
  if (least === undefined && most === undefined) return '';
  const words =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`;
  return of === '' ? words : `${words} ${of}`;
}

/**
 * True if a text matches a pattern, and also if the pattern cannot be compiled or evaluated: the service then validates
 * the value.
 */
function matches(pattern: string, text: string): boolean {
  try {
    return patternTest(pattern)(text);
  } catch {
    return true;
  }
}
