import type { Json } from '../../contract/json/json.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { proofLines } from '../calls/call-lines.js';
import { inputWords, sequenceLines } from '../view/words/case-words.js';
import { ownCalls } from '../view/own-calls.js';
import { evidenceGroups, evidenceText } from '../view/words/evidence-groups.js';
import { codeBlock, codeSpan, markdownProse, markdownText } from '../text/markdown.js';
import { LINE_BOUNDS, printable, printableBlock, printableText } from '../text/printable.js';
import type { FindingEntry } from '../report.js';
import { cutText } from '../text/visible.js';
import {
  blameWords,
  DISPOSITION_WORD,
  SEVERITY_WORD,
  VERDICT_SYMBOL,
  WAIVED_SYMBOL,
  waiverWords,
} from '../view/words/words.js';

/**
 * One finding as a short block with a heading. Its calls are rendered separately by `trafficBlock`, because they are
 * long.
 */
export function findingBlock(entry: FindingEntry, number: number): string {
  const { finding, disposition, waiver, replay } = entry;
  const scope = [...finding.surfaces, ...finding.operations.slice(0, 5)].map((name) => codeSpan(name, 80)).join(' · ');
  const sign = disposition === 'open' ? VERDICT_SYMBOL.fail : `${WAIVED_SYMBOL} ${DISPOSITION_WORD[disposition]}`;
  return [
    `### ${number}. ${sign} ${SEVERITY_WORD[finding.severity]} ${codeSpan(finding.rule, 120)}${scope === '' ? '' : ` · ${scope}`}`,
    '',
    markdownProse(finding.message),
    '',
    `- Expected ${codeSpan(printable(finding.expected), 500)}`,
    `- Received ${codeSpan(printable(finding.received), 500)}`,
    ...(finding.pointer === '' ? [] : [`- Where ${codeSpan(finding.pointer)}`]),
    ...evidence(finding),
    `- To fix: ${markdownText(blameWords(finding))}`,
    `- Repair: ${markdownProse(finding.repair)}`,
    `- Source: ${markdownProse(finding.source)}`,
    ...(finding.location === undefined ? [] : [`- Contract ${codeSpan(formatLocation(finding.location))}`]),
    ...(waiver === undefined ? [] : [`- Waived: ${markdownText(waiverWords(waiver))}`]),
    ...(replay === undefined ? [] : [`- Replay ${codeSpan(replay)}`]),
    ...smallestInput(entry),
  ].join('\n');
}

function smallestInput({ finding, cut }: FindingEntry): readonly string[] {
  const example = finding.counterexample;
  if (example === undefined) return [];
  const calls = sequenceLines(example);
  if (calls.length > 0)
    return details('Fewest calls', codeBlock(calls.map((call) => printableText(call)).join('\n'), 'text'));
  const block = codeBlock(printableBlock(example.input as unknown as Json, { ...LINE_BOUNDS, total: 1500 }), 'json');
  return details('Smallest input', block, '', markdownText(inputWords(example, cut)));
}

function details(title: string, ...content: readonly string[]): readonly string[] {
  return ['', `<details><summary>${title}</summary>`, '', ...content, '', '</details>'];
}

function evidence(finding: FindingEntry['finding']): readonly string[] {
  return evidenceGroups(finding).map((group) => `- Evidence: ${markdownProse(evidenceText(group), 600)}`);
}

/** The maximum length, in characters, of the calls that are shown for one finding. */
const PROOF_LENGTH = 3000;

/** The calls of a finding as a collapsed block. Empty if there are none. */
export function trafficBlock({ finding: { proof } }: FindingEntry): string {
  if (proof === undefined) return '';
  const kept = cutText(proofLines(proof).join('\n'), PROOF_LENGTH);
  return ['<details><summary>On the wire</summary>', '', codeBlock(kept, 'text'), '', '</details>'].join('\n');
}

/**
 * Code with which a user of the surface can repeat the calls of a finding, as a collapsed block. Empty if there is
 * none.
 */
export function callsBlock({ finding: { proof } }: FindingEntry): string {
  const own = ownCalls(proof);
  if (own === undefined || own.lines.some((line) => LOG_COMMAND.test(line))) return '';
  return [
    '<details><summary>By hand</summary>',
    '',
    codeBlock(own.lines.join('\n'), own.language),
    '',
    '</details>',
  ].join('\n');
}

/**
 * Matches lines that CI systems such as GitHub execute as commands if they occur in a log. Code with such a line is not
 * shown, because a summary may be printed to a log. The code of our own drivers never contains such lines.
 */
const LOG_COMMAND = /^\s*::|##\w*\[/;
