import type { SourceLocation } from '../../contract/json/source-location.js';
import { findingTextLines } from '../view/words/finding-text.js';
import { printableText } from '../text/printable.js';
import type { NoteEntry, Report } from '../report.js';
import { findingsInOrder } from '../view/totals.js';
import { amount } from '../text/amounts.js';
import { scopeClauses } from '../view/words/scope-words.js';
import { DISPOSITION_WORD } from '../view/words/words.js';
import { unsteadySentences, unsteadyTitle } from '../view/words/unsteady-words.js';

/** The maximum number of annotations of each level. GitHub shows ten annotations of a step and discards all others. */
const MAX_PER_LEVEL = 10;

/** The maximum length of a message. GitHub truncates log lines at 64 KiB. */
const MESSAGE_LENGTH = 8000;

type Level = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly lines: readonly string[];
  readonly location: SourceLocation | undefined;
}

const NOTE_LEVEL: Readonly<Record<NoteEntry['severity'], Level>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/**
 * The report as GitHub workflow commands, one on each line. They must be printed to standard output if `GITHUB_ACTIONS`
 * is set. A finding becomes an error, and a waived finding a notice. The severity of a note decides its level.
 */
export function renderAnnotations(report: Report): string {
  const findings = findingsInOrder(report).map((entry): Annotation => {
    const { rule, surfaces, location } = entry.finding;
    const waived = entry.disposition !== 'open';
    const title = `${rule}${surfaces.length === 0 ? '' : ` on ${surfaces.join(', ')}`}${waived ? ` (${DISPOSITION_WORD[entry.disposition]})` : ''}`;
    return { level: waived ? 'notice' : 'error', title, lines: findingTextLines(entry), location };
  });
  const notes = report.notes.map(({ severity, code, message, repair, location }): Annotation => ({
    level: NOTE_LEVEL[severity],
    title: code,
    lines: [message, ...(repair === undefined ? [] : [`repair: ${repair}`])],
    location,
  }));
  const unsteady = (report.unsteady ?? []).map((entry): Annotation => ({
    level: 'warning',
    title: unsteadyTitle(entry),
    lines: unsteadySentences(entry),
    location: entry.finding.location,
  }));
  const clauses = scopeClauses(report);
  const scope: readonly Annotation[] =
    clauses.length === 0 ? [] : [{ level: 'notice', title: 'scope', lines: [clauses.join('; ')], location: undefined }];
  const all = [...findings, ...unsteady, ...scope, ...notes];
  const levels = ['error', 'warning', 'notice'] as const;
  return levels.flatMap((level) => levelLines(all.filter((annotation) => annotation.level === level))).join('');
}

/**
 * The annotations of one level, such as `error`. If there are more than `MAX_PER_LEVEL`, the last one states how many
 * are omitted.
 */
function levelLines(annotations: readonly Annotation[]): readonly string[] {
  const more = annotations.length - MAX_PER_LEVEL;
  return annotations.slice(0, MAX_PER_LEVEL).map((annotation, index) => {
    const last = more > 0 && index === MAX_PER_LEVEL - 1 ? [`(and ${amount(more)} more in the report)`] : [];
    return command({ ...annotation, lines: [...annotation.lines, ...last] });
  });
}

function command({ level, title, lines, location }: Annotation): string {
  const place =
    location === undefined
      ? []
      : [
          `file=${escapeProperty(printableText(location.file.replaceAll('\\', '/'), 500))}`,
          `line=${location.line}`,
          `col=${location.column}`,
        ];
  const properties = [...place, `title=${escapeProperty(printableText(title, 200))}`].join(',');
  // Line breaks in a line are escaped, so only the breaks between lines remain.
  const message = lines.map((line) => printableText(line, MESSAGE_LENGTH)).join('\n');
  return `::${level} ${properties}::${escapeData(message)}\n`;
}

/** Escapes a string for a workflow command. `%` is escaped first, because the runner decodes `%25` last. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
