import type { Json } from '../../contract/json/json.js';
import { shapeEntry } from './entry-shape.js';
import { visibleJson } from '../text/json-text.js';
import type { Report, ReportEntry } from '../report.js';
import { sortKeys } from '../text/sort-keys.js';

/** `report.ndjson`: one entry on each line. Each line ends with a line feed. The same report gives the same bytes. */
export function renderNdjson(report: Report): string {
  return reportEntries(report).map(entryLine).join('');
}

/**
 * Formats an entry as one line. Keys have the order of the schema. In values that the schema does not restrict, keys
 * are sorted, except in an input, whose order of keys is significant. Invisible characters are escaped, so that the
 * file is safe to print.
 */
export function entryLine(entry: ReportEntry): string {
  const ordered = shapeEntry(entry, (leaf, kind) => (kind === 'json' ? sortKeys(leaf) : leaf));
  return `${visibleJson(ordered as unknown as Json, 'compact')}\n`;
}

/** The entries of a report in the order of the file. */
function reportEntries(report: Report): readonly ReportEntry[] {
  const {
    header,
    cells,
    findings,
    unsteady = [],
    notes,
    coverage = [],
    comparison,
    history,
    shard = [],
    footer,
  } = report;
  return [
    header,
    ...notes,
    ...cells,
    ...findings,
    ...unsteady,
    ...coverage,
    ...(comparison === undefined ? [] : [comparison]),
    ...(history === undefined ? [] : [history]),
    ...shard,
    ...(footer === undefined ? [] : [footer]),
  ];
}
