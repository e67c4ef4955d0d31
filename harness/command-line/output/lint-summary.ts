import { formatLocation } from '../../../contract/json/source-location.js';
import { counted } from '../../../reports/text/amounts.js';
import type { LintResult } from '../../../rules/contract/lint/lint-result.js';

/** The maximum number of errors whose locations the summary lists. */
const MAX_PLACES = 5;

/**
 * A summary of the lint results of one contract: the number of results of each severity, and the locations of the
 * errors.
 */
export function lintSummary(results: readonly Pick<LintResult, 'severity' | 'location'>[]): string {
  if (results.length === 0) return 'no errors or warnings';
  const errors = results.filter(({ severity }) => severity === 'error');
  const warnings = results.filter(({ severity }) => severity === 'warning').length;
  const hints = results.length - errors.length - warnings;
  const places = errors.slice(0, MAX_PLACES).map(({ location }) => formatLocation(location));
  const more = errors.length > MAX_PLACES ? ` and ${errors.length - MAX_PLACES} more` : '';
  const where = errors.length === 0 ? '' : ` (${places.join(', ')}${more})`;
  return [
    `${counted(errors.length, 'error')}${where}`,
    counted(warnings, 'warning'),
    ...(hints === 0 ? [] : [counted(hints, 'hint')]),
  ].join(', ');
}
