import type { Json } from '../../../contract/json/json.js';
import { printableBlock, printableText } from '../../../reports/text/printable.js';
import { inputWords, sequenceLines } from '../../../reports/view/words/case-words.js';
import type { Counterexample } from '../../engine/minimise/counterexample.js';

type Shown = Pick<Counterexample, 'case' | 'surfaces' | 'rule' | 'message'>;

/**
 * The output before the replay: the finding in the file, then the calls in their order. The calls of a sequence are
 * numbered. For other cases, the last line is a summary of the input.
 */
export function caseLines({ case: example, surfaces, rule, message }: Shown): readonly string[] {
  const title = printableText(
    `stored finding: ${rule}${surfaces.length === 0 ? '' : ` on ${surfaces.join(', ')}`}: ${message}`,
  );
  const steps = sequenceLines(example);
  if (steps.length > 0) return [title, ...steps.map((step) => printableText(step))];
  const calls = [...(example.precedingCalls ?? []), example];
  return [
    title,
    ...calls.map(
      ({ operation, input }) => `${printableText(operation, 200)} ${printableBlock(input as unknown as Json)}`,
    ),
    printableText(inputWords(example, undefined)),
  ];
}
