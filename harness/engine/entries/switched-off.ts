import type { CellEntry } from '../../../reports/report.js';
import { authenticationEnforced } from '../../../rules/conformance/service/authentication-enforced.js';
import type { Found } from '../group/found.js';

/** The minimum number of operations that show that a whole service checks no credentials. */
const LEAST_OPEN = 2;

const REPAIR =
  'No secured operation that was called checks its credentials. Authentication seems to be switched off: start the service with authentication. If the service has none, remove `security` from the contract.';

/**
 * Changes the repair of missing authentication if a running service accepted each call without credentials and with
 * wrong credentials. The cause is then probably the way in which the service was started, and not its code.
 */
export function withSwitchedOff(found: readonly Found[], cells: readonly CellEntry[]): readonly Found[] {
  if (!isSwitchedOff(cells.filter(({ backend }) => backend === 'live'))) return found;
  return found.map((each) =>
    each.finding.rule === authenticationEnforced.id && each.finding.operations.length >= LEAST_OPEN
      ? { ...each, finding: { ...each.finding, repair: REPAIR } }
      : each,
  );
}

/**
 * Whether the service refused none of the calls that had no valid credentials. Operations that never worked are not
 * counted.
 */
function isSwitchedOff(cells: readonly CellEntry[]): boolean {
  const counts = cells
    .filter(({ accepted }) => accepted > 0)
    .map(({ verified, broken = {} }) => [
      verified[authenticationEnforced.id] ?? 0,
      broken[authenticationEnforced.id] ?? 0,
    ])
    .filter(([checked = 0]) => checked > 0);
  return counts.length >= LEAST_OPEN && counts.every(([checked, open]) => checked === open);
}
