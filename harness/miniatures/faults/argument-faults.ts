import { DECLARED, FAITHFUL, withOutcome } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

/** Faults of a surface that is called with wrong arguments, or that changes its arguments. */
export const ARGUMENT_FAULTS: readonly Faulty[] = [
  fault(
    'conformance/arguments-checked',
    'a tool ignores unknown arguments',
    'unknown-argument-accepted',
    '/arguments',
    {
      surface: {
        ...FAITHFUL,
        refuse: ({ misuse, ...call }) =>
          misuse === 'missing-argument' ? FAITHFUL.refuse({ ...call, misuse }) : FAITHFUL.refuse(call),
        read: async (reply, call) => {
          const outcome = await FAITHFUL.read(reply, call);
          return call.misuse === undefined || !('native' in outcome)
            ? outcome
            : { ...outcome, native: { ...outcome.native, ...DECLARED } };
        },
      },
    },
  ),
  fault(
    'conformance/own-problem',
    'the problem for a wrong argument has an undocumented type',
    'undocumented-problem',
    '/problem/type',
    {
      surface: {
        ...FAITHFUL,
        refuse: (call) => {
          const refused = FAITHFUL.refuse(call);
          if (call.misuse === undefined || refused === undefined || !('native' in refused)) return refused;
          const problem = { type: 'about:invalid', title: 'The input is invalid.', status: 422 };
          return { kind: 'problem', status: 422, problem, native: refused.native ?? {} };
        },
      },
    },
  ),
  fault(
    'conformance/arguments-unchanged',
    'a tool server removes a parameter from the arguments',
    'argument-changed',
    '/arguments/note_id',
    {
      surface: withOutcome((outcome, { input }) =>
        outcome.kind === 'value' && input.path?.['note_id'] !== undefined
          ? { ...outcome, native: { ...outcome.native, changedArguments: ['/note_id'] } }
          : outcome,
      ),
    },
  ),
];
