import { FAITHFUL } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

export const GATE_FAULTS: readonly Faulty[] = [
  fault('parity/same-gate', 'a denial is ignored', 'request-before-approval', '/gate', {
    surface: { ...FAITHFUL, refuse: (call) => (call.gate === 'denied' ? undefined : FAITHFUL.refuse(call)) },
  }),
  fault('parity/same-gate', 'the approval of one gate opens all gates', 'request-before-approval', '/gate', {
    surface: { ...FAITHFUL, refuse: (call) => (call.gate === 'other' ? undefined : FAITHFUL.refuse(call)) },
  }),
  fault('parity/same-gate', 'a refusal by the gate is reported as a success', 'refusal-not-reported', '/gate', {
    surface: { ...FAITHFUL, refuse: (call) => FAITHFUL.refuse(call) && { kind: 'value' } },
  }),
  fault('parity/same-gate', 'a denial ends like a missing answer', 'other-exit-code', '/gate', {
    surface: {
      ...FAITHFUL,
      refuse: (call) => FAITHFUL.refuse({ ...call, gate: call.gate === 'denied' ? 'unanswered' : call.gate }),
    },
  }),
];
