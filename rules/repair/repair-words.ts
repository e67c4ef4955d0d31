import { valueText } from './difference-repair.js';
import type { Violation } from '../finding.js';
import type { Trial } from '../rule.js';

/** The repair of one violation. `undefined`: the rule's own repair says as much. */
export type RepairText = (violation: Violation, trial: Trial) => string | undefined;

const TEXT_LENGTH = 200;

/** A text as it is, any other value as JSON; bounded. */
export function textOf(value: Violation['expected']): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : valueText(value);
}

export function listText(value: Violation['expected']): string {
  return Array.isArray(value) ? value.map((each) => textOf(each as Violation['expected'])).join(', ') : textOf(value);
}

export function requestLine({ operation }: Trial): string {
  return `\`${operation.method.toUpperCase()} ${operation.path}\``;
}
