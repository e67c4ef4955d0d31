import { ParityError } from '../../../contract/parity-error.js';
import { printableText } from '../../../reports/text/printable.js';
import type { FindingEntry, Report } from '../../../reports/report.js';

/**
 * Returns the finding with the given id. Throws a `ParityError` if the report does not contain it, or if the finding is
 * unsteady (did not occur in every attempt).
 */
export function findingNamed({ findings, unsteady = [] }: Report, id: string, path: string): FindingEntry {
  const found = findings.find(({ finding }) => finding.id === id);
  if (found !== undefined) return found;
  if (unsteady.some(({ finding }) => finding.id === id)) {
    const repair = 'Find out whether the finding depends on time, load, order or chance.';
    throw new ParityError('finding-unsteady', `finding ${id} is unsteady: it did not occur again`, repair);
  }
  const ids = findings.map(({ finding }) => finding.id).join(', ');
  const repair = ids === '' ? 'The report has no findings.' : `Name one of ${printableText(ids, 500)}.`;
  throw new ParityError('finding-unknown', `${path} has no finding ${printableText(id, 50)}`, repair);
}
