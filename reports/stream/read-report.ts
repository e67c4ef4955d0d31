import { entryIdentity, streamIdentity } from './entry-identity.js';
import type { ComparisonEntry, HistoryEntry } from '../change-entries.js';
import type {
  CellEntry,
  CoverageEntry,
  FindingEntry,
  FooterEntry,
  HeaderEntry,
  NoteEntry,
  Report,
  ReportEntry,
  ShardEntry,
  UnsteadyEntry,
} from '../report.js';
import { entryReader } from './read-entry.js';
import { type NumberedLine, readLines } from './read-lines.js';
import { headerFault } from './read-header.js';
import { type ReadBounds, READ_BOUNDS, type ReportFileFault } from './report-fault.js';

/** The report, or its faults. A missing footer is not a fault: it means that the run was interrupted. */
export type ReportReading =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'faults'; readonly faults: readonly ReportFileFault[] };

/**
 * Reads `report.ndjson`, which may come from an untrusted source. Sizes are limited, and every line is validated. Each
 * fault has the number of its line and a pointer.
 */
export function readReport(source: string | Uint8Array, bounds: ReadBounds = READ_BOUNDS): ReportReading {
  const text = readLines(source, bounds);
  if (text.kind === 'faults') return text;
  const [first] = text.lines;
  const fault = headerFault(first);
  if (fault !== undefined) return { kind: 'faults', faults: [fault] };
  const { placed, faults } = readEntries(text.lines, bounds);
  const isComplete = placed.at(-1)?.entry.kind === 'footer';
  const all = isComplete ? [...faults, ...repetitions(placed)].toSorted((one, other) => one.line - other.line) : faults;
  const header = placed[0]?.entry;
  if (all.length > 0 || header?.kind !== 'header') return { kind: 'faults', faults: all.slice(0, bounds.faults) };
  return { kind: 'report', report: assembled(header, isComplete ? placed.map(({ entry }) => entry) : latest(placed)) };
}

/** A valid entry that is at a permitted position in the file. */
interface PlacedEntry {
  readonly entry: ReportEntry;
  /** The line number, counted from 1. */
  readonly line: number;
}

interface EntriesReading {
  readonly placed: readonly PlacedEntry[];
  readonly faults: readonly ReportFileFault[];
}

function readEntries(lines: readonly NumberedLine[], bounds: ReadBounds): EntriesReading {
  const read = entryReader(bounds);
  const placed: PlacedEntry[] = [];
  const faults: ReportFileFault[] = [];
  for (const line of lines) {
    if (faults.length >= bounds.faults) break;
    const reading = read(line);
    const found = reading.kind === 'faults' ? reading.faults : misplaced(reading.entry, line.number, placed);
    faults.push(...found);
    if (reading.kind === 'entry' && found.length === 0) placed.push({ entry: reading.entry, line: line.number });
  }
  return { placed, faults };
}

function misplaced(entry: ReportEntry, line: number, before: readonly PlacedEntry[]): readonly ReportFileFault[] {
  const afterFooter = before.at(-1)?.entry.kind === 'footer';
  if (!afterFooter && (entry.kind !== 'header' || line === 1)) return [];
  const message = `Line ${line} is a ${entry.kind} ${afterFooter ? 'after the footer' : 'below the first line'}.`;
  return [
    {
      code: 'report-entry-misplaced',
      message,
      repair: 'Keep one run in one file, with the header first and the footer last.',
      line,
      pointer: '/kind',
    },
  ];
}

/** A fault for each repeated entry. In a complete report, each entry must occur only once. */
function repetitions(placed: readonly PlacedEntry[]): readonly ReportFileFault[] {
  const seen = new Set<string>();
  return placed.flatMap(({ entry, line }) => {
    const key = entryIdentity(entry);
    if (key === undefined) return [];
    if (seen.has(key)) return [repetition(entry, line)];
    seen.add(key);
    return [];
  });
}

function repetition({ kind }: ReportEntry, line: number): ReportFileFault {
  return {
    code: 'report-entry-repeated',
    message: `Line ${line} repeats a ${kind} of an earlier line.`,
    repair:
      'Keep one line for each finding, for each cell (group, surface and backend), and for the coverage of each contract.',
    line,
    pointer: kind === 'finding' || kind === 'unsteady' ? '/finding/id' : kind === 'coverage' ? '/contract' : '/group',
  };
}

/**
 * The latest entry of each identity. A run that has not ended appends an entry again when it changes; see
 * `ReportStream`.
 */
function latest(placed: readonly PlacedEntry[]): readonly ReportEntry[] {
  return [...new Map(placed.map(({ entry }) => [streamIdentity(entry), entry])).values()];
}

function assembled(header: HeaderEntry, entries: readonly ReportEntry[]): Report {
  const cells: CellEntry[] = [];
  const findings: FindingEntry[] = [];
  const unsteady: UnsteadyEntry[] = [];
  const notes: NoteEntry[] = [];
  const coverage: CoverageEntry[] = [];
  const shard: ShardEntry[] = [];
  let comparison: ComparisonEntry | undefined;
  let history: HistoryEntry | undefined;
  let footer: FooterEntry | undefined;
  for (const entry of entries) {
    if (entry.kind === 'footer') footer = entry;
    else if (entry.kind === 'cell') cells.push(entry);
    else if (entry.kind === 'finding') findings.push(entry);
    else if (entry.kind === 'unsteady') unsteady.push(entry);
    else if (entry.kind === 'coverage') coverage.push(entry);
    else if (entry.kind === 'shard') shard.push(entry);
    else if (entry.kind === 'comparison') comparison = entry;
    else if (entry.kind === 'history') history = entry;
    else if (entry.kind === 'note') notes.push(entry);
  }
  const optional = {
    ...(unsteady.length > 0 && { unsteady }),
    ...(coverage.length > 0 && { coverage }),
    ...(comparison && { comparison }),
    ...(history && { history }),
    ...(shard.length > 0 && { shard }),
    ...(footer && { footer }),
  };
  return { header, cells, findings, notes, ...optional };
}
