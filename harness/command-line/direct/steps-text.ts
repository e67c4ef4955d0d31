import { printableText } from '../../../reports/text/printable.js';
import { type Screen, wrapped } from '../output/wrapped.js';
import type { NextStep } from './next-steps.js';

/** Formats the next steps as text. Each command stays on one line, so that it can be copied. */
export function stepsText(steps: readonly NextStep[], screen: Screen): string {
  const lines = steps.map(
    ({ why, command }) =>
      `${wrapped(`next: ${printableText(why, 1000)}`, screen)}\n  ${printableText(command, 4000)}\n`,
  );
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}
