import type { Json } from '../../contract/json/json.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { hangingLines, wrapText } from '../text/display-width.js';
import { callLines, differenceLines } from '../calls/call-lines.js';
import { inputWords, sequenceLines } from '../view/words/case-words.js';
import { ownCalls } from '../view/own-calls.js';
import { evidenceGroups, evidenceText } from '../view/words/evidence-groups.js';
import { lastError } from '../text/last-error.js';
import { printableText } from '../text/printable.js';
import type { Proof } from '../../rules/proof.js';
import type { FindingEntry } from '../report.js';
import {
  blameWords,
  DISPOSITION_WORD,
  occurrenceWords,
  SEVERITY_WORD,
  VERDICT_SYMBOL,
  WAIVED_SYMBOL,
  waiverWords,
} from '../view/words/words.js';
import { type Field, INDENT, fieldLines } from './fields.js';
import type { Paint } from './paint.js';

/** One finding with all its details, so that a reader needs no other output. */
export function findingLines(entry: FindingEntry, number: number, paint: Paint, width: number): readonly string[] {
  const { finding, disposition } = entry;
  const waived = disposition !== 'open';
  const tags = [
    SEVERITY_WORD[finding.severity],
    ...(waived ? [DISPOSITION_WORD[disposition]] : []),
    printableText(finding.rule, 200),
  ].join(' ');
  const on = finding.surfaces.length === 0 ? '' : ` on ${printableText(finding.surfaces.join(', '), 200)}`;
  const head = `${waived ? WAIVED_SYMBOL : VERDICT_SYMBOL.fail} #${number} ${tags}${on}`;
  const message = wrapText(printableText(finding.message), width - INDENT.length);
  return [
    ...hangingLines(`${head} [${finding.id}]`, width, '', INDENT).map((line) =>
      paint.tone(waived ? 'waived' : 'fail', line),
    ),
    ...message.map((line) => INDENT + paint.bold(line)),
    ...fields(entry).flatMap((field) => fieldLines(field, paint, width)),
  ];
}

function fields(entry: FindingEntry): readonly Field[] {
  const { finding, waiver, replay } = entry;
  return [
    ['where', 'text', place(entry)],
    ['expected', 'value', finding.expected],
    ['received', 'value', finding.received],
    ...inputFields(entry),
    ...proofFields(finding),
    ['to fix', 'text', blameWords(finding)],
    ['repair', 'text', finding.repair],
    ['rule’s source', 'text', finding.source],
    ...optional('contract', 'copy', finding.location === undefined ? undefined : formatLocation(finding.location)),
    ...optional('waived', 'text', waiver === undefined ? undefined : printableText(waiverWords(waiver), 500)),
    ...some('evidence', 'sentences', evidenceGroups(finding).map(evidenceText)),
    ...optional('replay', 'copy', replay),
    ...optional('curl', 'copy', finding.proof?.curl),
    ...some('by hand', 'traffic', callsByHand(finding.proof)),
  ];
}

function optional(label: string, kind: 'text' | 'copy', content: string | undefined): readonly Field[] {
  return content === undefined ? [] : [[label, kind, content]];
}

function place({ finding }: FindingEntry): string {
  const shown = finding.operations.slice(0, MAX_OPERATIONS).join(', ');
  const more = finding.operations.length - MAX_OPERATIONS;
  return [
    ...(shown === '' ? [] : [more > 0 ? `${shown} and ${more} more` : shown]),
    ...(finding.pointer === '' ? [] : [finding.pointer]),
    ...(finding.backends.length === 0 ? [] : [`against ${finding.backends.join(' and ')}`]),
    occurrenceWords(finding),
  ].join(' · ');
}

/** Code that repeats the calls of a finding. The curl command is left out, because the block already shows it. */
function callsByHand(proof: Proof | undefined): readonly string[] {
  const lines = ownCalls(proof)?.lines ?? [];
  return lines.join('\n') === proof?.curl ? [] : lines.filter((line) => line !== '');
}

const MAX_OPERATIONS = 10;

function inputFields({ finding, cut }: FindingEntry): readonly Field[] {
  const example = finding.counterexample;
  if (example === undefined) return [];
  const calls = sequenceLines(example);
  if (calls.length > 0) return [['fewest calls', 'sentences', calls.map((line) => printableText(line))]];
  return [
    ['smallest input', 'value', example.input as unknown as Json],
    ['', 'text', inputWords(example, cut)],
  ];
}

/** The calls of the finding, and how they differ from the calls of a surface that does not show the finding. */
function proofFields({ proof, pointer }: FindingEntry['finding']): readonly Field[] {
  if (proof === undefined) return [];
  return [
    ['on the wire', 'traffic', callLines(proof, 'short', pointer)],
    ...some('difference', 'traffic', differenceLines(proof)),
    ...some('service log', 'traffic', lastLogLines(proof.serviceLog)),
    ...some('surface log', 'traffic', lastLogLines(proof.surfaceLog)),
  ];
}

/** The maximum number of lines of a log that are printed. The page and the report file have more. */
const LOG_LINES = 4;
const LOG_LENGTH = 300;

function lastLogLines(log = ''): readonly string[] {
  if (log === '') return [];
  const lines = log.split('\n');
  return (lastError(lines, LOG_LINES) ?? lines.slice(-LOG_LINES)).map((line) => printableText(line, LOG_LENGTH));
}

function some(label: string, kind: 'sentences' | 'traffic', content: readonly string[]): readonly Field[] {
  return content.length === 0 ? [] : [[label, kind, content]];
}
