import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialRule, shows } from '../rule.js';

/** A caller may pass the same object twice: a call that changes it makes the second call a different one. */
export const argumentsUnchanged: TrialRule = {
  id: 'conformance/arguments-unchanged',
  severity: 'should',
  statement: 'A method leaves the arguments of its caller as they are.',
  source: 'contract-parity, surfaces: a call takes plain data and returns plain data',
  repair: 'Copy the arguments before a default is filled in, a member is removed or a list is sorted.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => {
    const shown = trial.observations.filter(({ surface }) => shows(context, surface, 'arguments'));
    return shown.length === 0 ? undefined : shown.flatMap(changed);
  },
};

/** One habit of a client changes many members: the first one stands for all. */
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
      expected: 'arguments as they were passed',
      received: `changed at ${pointers.map((pointer) => (pointer === '' ? 'the root' : pointer)).join(', ')}`,
      blame: 'surface',
      cause: '',
    },
  ];
}
