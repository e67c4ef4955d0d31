import type { UnsteadyEntry } from '../report.js';

/** What an unsteady entry is, in a title and sentences. */
export function unsteadyTitle({ finding, shown, attempts }: UnsteadyEntry): string {
  const where = finding.surfaces.length === 0 ? '' : ` on ${finding.surfaces.join(', ')}`;
  return `unsteady, ${shown} of ${attempts} attempts: ${finding.rule}${where}, ${finding.operations.join(', ')}`;
}

export function unsteadySentences({ finding, shown }: UnsteadyEntry): readonly string[] {
  const again = shown === 0 ? 'It did not show again when its case was run in fresh sessions.' : 'It did not show each time its case was run in a fresh session.';
  return [finding.message, `${again} ${UNSTEADY_REPAIR}`];
}

const UNSTEADY_REPAIR = 'It does not fail the run; `parity check --strict` makes it. Look for what depends on time, load, order or chance.';
