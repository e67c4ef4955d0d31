import type { OperationId } from '../../../contract/operation.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { OFFERED, checkOffered } from '../../../rules/inventory/offered.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { BackendRun } from '../drive/backend-run.js';
import { staticFinding } from '../entries/findings.js';
import { type StaticResult, errorNote } from './static-result.js';

type Bound = (surface: string, operation: OperationId) => boolean;

/**
 * Compares the operations that each surface offers at run time with the contract. `rest` is skipped on a mock, whose
 * routes are Prism's.
 */
export async function inventoryPhase(
  backendRun: BackendRun,
  surfaces: readonly Surface[],
  offers: Bound,
  chosen: Bound,
): Promise<StaticResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  for (const surface of surfaces) {
    const [lane] = backendRun.lanes.get(surface.id) ?? [];
    const isRest = surface.config.driver === 'rest';
    const { backend, contract, plan } = backendRun.options;
    if (lane === undefined || (isRest && backend.kind === 'mock')) continue;
    try {
      const expected = surface
        .expectedInventory(contract)
        .filter(({ operation }) => offers(surface.id, operation))
        .filter(({ operation }) => !isRest || plan.unserved?.has(operation) !== true);
      const offered = await lane.inventory();
      const violations = checkOffered(surface.id, expected, offered).filter(
        ({ operation }) => operation === undefined || chosen(surface.id, operation),
      );
      findings.push(
        ...violations.map(({ violation, operation }) =>
          staticFinding(OFFERED, violation, operation === undefined ? [] : [operation]),
        ),
      );
    } catch (error) {
      const note = errorNote(error, surface.id);
      // A service need not list its routes; its cases show whether it has the operations of the contract.
      notes.push(note.code === 'inventory-unavailable' && isRest ? { ...note, severity: 'warning' } : note);
    }
  }
  return { findings, notes };
}
