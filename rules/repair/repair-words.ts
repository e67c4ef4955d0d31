import { valueText } from './difference-repair.js';
import type { Violation } from '../finding.js';
import type { Trial } from '../rule.js';

/** Writes the repair of one violation; `undefined` if the general repair of its rule is good enough. */
export type RepairText = (violation: Violation, trial: Trial) => string | undefined;

const TEXT_LENGTH = 200;

/** A text without quotes, or any other value as JSON. Long values are shortened. */
export function boundedText(value: Violation['expected']): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : valueText(value);
}

export function listText(value: Violation['expected']): string {
  return Array.isArray(value)
    ? value.map((each) => boundedText(each as Violation['expected'])).join(', ')
    : boundedText(value);
}

export function requestLine({ operation }: Trial): string {
  return `\`${operation.method.toUpperCase()} ${operation.path}\``;
}
