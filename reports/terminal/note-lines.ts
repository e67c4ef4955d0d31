import { formatLocation } from '../../contract/json/source-location.js';
import { hangingLines } from '../text/display-width.js';
import { groupedNotes } from '../view/words/grouped-notes.js';
import { boundedLines, printableText } from '../text/printable.js';
import type { NoteEntry, Verdict } from '../report.js';
import { counted } from '../text/amounts.js';
import type { Paint } from './paint.js';

const TONE: Readonly<Record<NoteEntry['severity'], Verdict>> = {
  error: 'fail',
  warning: 'inconclusive',
  info: 'inapplicable',
};
const SYMBOL: Readonly<Record<NoteEntry['severity'], string>> = { error: '!', warning: '!', info: 'i' };

/** The maximum number of notes in the output. The report has all notes. */
const MAX_NOTES = 20;

/** The notes as lines of text, the most severe first. */
export function noteLines(notes: readonly NoteEntry[], paint: Paint, width: number): readonly string[] {
  const ordered = groupedNotes(notes);
  const more = ordered.length - MAX_NOTES;
  return [
    ...ordered.slice(0, MAX_NOTES).flatMap((note) => oneNote(note, paint, width)),
    ...(more > 0 ? [paint.dim(`${counted(more, 'more note')} in the report.`)] : []),
  ];
}

function oneNote(
  { severity, code, message, repair, location, surface }: NoteEntry,
  paint: Paint,
  width: number,
): readonly string[] {
  const where = [
    ...(surface === undefined ? [] : [surface]),
    ...(location === undefined ? [] : [formatLocation(location)]),
  ].join(' · ');
  const head = paint.tone(TONE[severity], `${SYMBOL[severity]} ${severity} ${printableText(code, 100)}`);
  const sentences = [message, ...(repair === undefined ? [] : [`Repair: ${repair}`])];
  return [
    where === '' ? head : `${head} ${paint.dim(printableText(where, 300))}`,
    ...sentences.flatMap((sentence) => linesOf(sentence, width - 2)).map((line) => `  ${line}`),
  ];
}

/** Wraps a message and keeps its line breaks. A message may end with the output of a process. */
function linesOf(text: string, width: number): readonly string[] {
  return boundedLines(text).flatMap((line) => hangingLines(line.trimStart(), width, indentOf(line), indentOf(line)));
}

function indentOf(line: string): string {
  return ' '.repeat(Math.min(line.length - line.trimStart().length, MAX_INDENT));
}

const MAX_INDENT = 16;
