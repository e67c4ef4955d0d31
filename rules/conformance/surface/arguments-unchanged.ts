import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialRule, shows } from '../../rule.js';

/**
 * A call does not change the arguments that its caller passed. Otherwise, a caller that passes the same object to a
 * second call would send a different input.
 */
export const argumentsUnchanged: TrialRule = {
  id: 'conformance/arguments-unchanged',
  severity: 'should',
  statement: 'A method does not change the arguments of its caller.',
  source: 'contract-parity, surfaces: a call takes and returns values, and has no other effect on its caller',
  repair: 'Copy the arguments before filling in a default, removing a member or sorting a list.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => {
    const shown = trial.observations.filter(({ surface }) => shows(context, surface, 'arguments'));
    return shown.length === 0 ? undefined : shown.flatMap(changed);
  },
};

/** Reports all changed members in one violation, because they have the same cause in the client. */
function changed({ surface, outcome }: Observation): readonly Violation[] {
  const pointers = 'native' in outcome ? (outcome.native?.changedArguments ?? []) : [];
  const [first] = pointers;
  if (first === undefined) return [];
  return [
    {
      surface,
      pointer: `/arguments${first}`,
      kind: 'argument-changed',
      message: 'The call changes the arguments of its caller.',
      expected: 'unchanged arguments',
      received: `changed at ${pointers.map((pointer) => (pointer === '' ? 'the root' : pointer)).join(', ')}`,
      blame: 'surface',
      cause: '',
    },
  ];
}
