import type { Json } from '../../../contract/json/json.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import { callLines, differenceLines } from '../../calls/call-lines.js';
import { inputWords } from './case-words.js';
import { evidenceGroups, evidenceText } from './evidence-groups.js';
import { printable, printableText } from '../../text/printable.js';
import type { FindingEntry } from '../../report.js';
import { blameWords, waiverWords } from './words.js';

/** A finding as lines of text without markup, for JUnit and annotations. */
export function findingTextLines(entry: FindingEntry): readonly string[] {
  const { finding, waiver, replay, cut } = entry;
  const { counterexample: example, proof } = finding;
  return [
    printableText(finding.message),
    `expected: ${printable(finding.expected)}`,
    `received: ${printable(finding.received)}`,
    ...(finding.pointer === '' ? [] : [`where: ${printableText(finding.pointer, 300)}`]),
    ...(example === undefined
      ? []
      : [`smallest input: ${printable(example.input as unknown as Json)}`, printableText(inputWords(example, cut))]),
    ...(proof === undefined
      ? []
      : [...callLines(proof, 'short', finding.pointer), ...differenceLines(proof)].map(
          (line) => `on the wire: ${line}`,
        )),
    `to fix: ${printableText(blameWords(finding))}`,
    `repair: ${printableText(finding.repair)}`,
    ...evidenceGroups(finding).map((group) => `evidence: ${evidenceText(group)}`),
    `source: ${printableText(finding.source)}`,
    ...(finding.location === undefined ? [] : [`contract: ${printableText(formatLocation(finding.location), 300)}`]),
    ...(waiver === undefined ? [] : [`waived: ${printableText(waiverWords(waiver))}`]),
    ...(replay === undefined ? [] : [`replay: ${printableText(replay)}`]),
  ];
}
