import type { CellEntry, CoverageEntry, FindingEntry, FooterEntry, HeaderEntry, NoteEntry, Report, ReportEntry, UnsteadyEntry } from './report.js';
import { entryReader } from './read-entry.js';
import { type NumberedLine, readLines } from './read-lines.js';
import { headerFault } from './read-header.js';
import { type ReadBounds, READ_BOUNDS, type ReportFault } from './report-fault.js';

/** Every fault that was found, or the report. A report without a footer is of an interrupted run, and no fault. */
export type ReportReading =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'faults'; readonly faults: readonly ReportFault[] };

/** Parses `report.ndjson`. Anyone may have written it: sizes are bounded, every line is validated, faults say line and pointer. */
export function readReport(source: string | Uint8Array, bounds: ReadBounds = READ_BOUNDS): ReportReading {
  const text = readLines(source, bounds);
  if (text.kind === 'faults') return text;
  const [first] = text.lines;
  const fault = headerFault(first);
  if (fault !== undefined) return { kind: 'faults', faults: [fault] };
  const sorted = sortEntries(text.lines, bounds);
  if (sorted.faults.length > 0 || sorted.header === undefined) return { kind: 'faults', faults: sorted.faults };
  const { header, cells, findings, unsteady, notes, coverage, footer } = sorted;
  const optional = { ...(unsteady.length > 0 && { unsteady }), ...(coverage.length > 0 && { coverage }), ...(footer && { footer }) };
  return { kind: 'report', report: { header, cells, findings, notes, ...optional } };
}

/** Filled line by line within one reading. */
interface Sorted {
  header?: HeaderEntry;
  footer?: FooterEntry;
  readonly cells: CellEntry[];
  readonly findings: FindingEntry[];
  readonly unsteady: UnsteadyEntry[];
  readonly notes: NoteEntry[];
  readonly coverage: CoverageEntry[];
  readonly seen: Set<string>;
  readonly faults: ReportFault[];
}

function sortEntries(lines: readonly NumberedLine[], bounds: ReadBounds): Sorted {
  const read = entryReader(bounds);
  const sorted: Sorted = { cells: [], findings: [], unsteady: [], notes: [], coverage: [], seen: new Set(), faults: [] };
  for (const line of lines) {
    if (sorted.faults.length >= bounds.faults) break;
    const entry = read(line);
    if (entry.kind === 'faults') sorted.faults.push(...entry.faults);
    else placeEntry(entry.entry, line.number, sorted);
  }
  return sorted;
}

function placeEntry(entry: ReportEntry, line: number, sorted: Sorted): void {
  const fault = misplaced(entry, line, sorted) ?? repeated(entry, line, sorted);
  if (fault !== undefined) {
    sorted.faults.push(fault);
    return;
  }
  if (entry.kind === 'header') sorted.header = entry;
  else if (entry.kind === 'footer') sorted.footer = entry;
  else if (entry.kind === 'cell') sorted.cells.push(entry);
  else if (entry.kind === 'finding') sorted.findings.push(entry);
  else if (entry.kind === 'unsteady') sorted.unsteady.push(entry);
  else if (entry.kind === 'coverage') sorted.coverage.push(entry);
  else sorted.notes.push(entry);
}

function misplaced(entry: ReportEntry, line: number, sorted: Sorted): ReportFault | undefined {
  const afterFooter = sorted.footer !== undefined;
  if (!afterFooter && (entry.kind !== 'header' || line === 1)) return undefined;
  return {
    code: 'report-entry-misplaced',
    message: `Line ${line} is a ${entry.kind} ${afterFooter ? 'after the footer' : 'that is not the first line'}.`,
    repair: 'Keep one run in one file: header first, footer last.',
    line,
    pointer: '/kind',
  };
}

function repeated(entry: ReportEntry, line: number, sorted: Sorted): ReportFault | undefined {
  const key = identity(entry);
  if (key === undefined) return undefined;
  if (!sorted.seen.has(key)) {
    sorted.seen.add(key);
    return undefined;
  }
  return {
    code: 'report-entry-repeated',
    message: `Line ${line} repeats a ${entry.kind} that stands further up.`,
    repair: 'Keep one line for each finding, for each group, surface and backend, and for the coverage of each contract.',
    line,
    pointer: entry.kind === 'finding' || entry.kind === 'unsteady' ? '/finding/id' : entry.kind === 'coverage' ? '/contract' : '/group',
  };
}

/** JSON keeps the parts apart, whatever characters they hold. */
function identity(entry: ReportEntry): string | undefined {
  if (entry.kind === 'cell') return JSON.stringify(['cell', entry.group, entry.surface, entry.backend]);
  if (entry.kind === 'coverage') return JSON.stringify(['coverage', entry.contract]);
  return entry.kind === 'finding' || entry.kind === 'unsteady' ? JSON.stringify([entry.kind, entry.finding.id]) : undefined;
}
