import { type Json, ownValue } from '../../contract/json/json.js';
import { printable } from '../text/printable.js';
import { READ_VERSIONS, REPORT_FORMAT } from '../report.js';
import type { ReportFileFault } from './report-fault.js';
import type { NumberedLine } from './read-lines.js';

/**
 * The reason why a line is not the header of a report of a known version; `undefined` if it is. The version is checked
 * before all other lines, because a report of an unknown version would otherwise cause faults in many lines. The schema
 * checks the other members of the header.
 */
export function headerFault(line: NumberedLine | undefined): ReportFileFault | undefined {
  if (line === undefined) {
    return fault(0, '', 'report-empty', 'The report is empty; it has no header.', 'Run parity check again.');
  }
  const entry = parsed(line.text);
  if (line.number !== 1 || ownValue(entry, 'kind') !== 'header' || ownValue(entry, 'format') !== REPORT_FORMAT) {
    const message = `The first line is not the header of a ${REPORT_FORMAT}.`;
    return fault(1, '', 'report-format-unknown', message, 'Pass a report.ndjson that parity check wrote.');
  }
  const version = ownValue(entry, 'version');
  if (READ_VERSIONS.some((known) => known === version)) return undefined;
  const writer = printable(ownValue(entry, 'tool') ?? null);
  return fault(
    1,
    '/version',
    'report-version-unknown',
    `The report has version ${printable(version ?? null)} and was written by ${writer}; this program reads versions ${READ_VERSIONS.join(', ')}.`,
    'Read the report with the program that wrote it, or run parity check again with this program.',
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function fault(line: number, pointer: string, code: string, message: string, repair: string): ReportFileFault {
  return { code, message, repair, line, pointer };
}
