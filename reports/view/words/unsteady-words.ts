import type { UnsteadyEntry } from '../../report.js';

/** The title of an unsteady entry: how often the violation occurred, the rule, the surfaces and the operations. */
export function unsteadyTitle({ finding, shown, attempts }: UnsteadyEntry): string {
  const where = finding.surfaces.length === 0 ? '' : ` on ${finding.surfaces.join(', ')}`;
  return `unsteady, occurred in ${shown} of ${attempts} attempts: ${finding.rule}${where}, ${finding.operations.join(', ')}`;
}

export function unsteadySentences({ finding, shown }: UnsteadyEntry): readonly string[] {
  const again =
    shown === 0
      ? 'The finding did not occur again when its case was run in new sessions.'
      : 'The finding did not occur every time that its case was run in a new session.';
  return [finding.message, `${again} ${UNSTEADY_REPAIR}`];
}

const UNSTEADY_REPAIR =
  'The entry fails the run only with `parity check --strict`. Look for behaviour that depends on time, load, order or chance.';
