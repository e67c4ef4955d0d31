import { FAITHFUL } from '../surface.js';
import { type Faulty, bySurface } from './faulty.js';

export const GATE_FAULTS: readonly Faulty[] = [
  bySurface('parity/same-gate', 'a denial is overheard', 'request-before-approval', '/gate', {
    ...FAITHFUL,
    refuse: (call) => (call.gate === 'denied' ? undefined : FAITHFUL.refuse(call)),
  }),
  bySurface('parity/same-gate', 'the approval of one gate opens them all', 'request-before-approval', '/gate', {
    ...FAITHFUL,
    refuse: (call) => (call.gate === 'other' ? undefined : FAITHFUL.refuse(call)),
  }),
  bySurface('parity/same-gate', 'a refusal of the gate looks like a success', 'refusal-not-told', '/gate', {
    ...FAITHFUL,
    refuse: (call) => FAITHFUL.refuse(call) && { kind: 'value' },
  }),
  bySurface('parity/same-gate', 'a denial ends like a missing answer', 'other-exit-code', '/gate', {
    ...FAITHFUL,
    refuse: (call) => FAITHFUL.refuse({ ...call, gate: call.gate === 'denied' ? 'unanswered' : call.gate }),
  }),
];
