import type { GateWay } from '../../../contract/gate-way.js';
import type { Call } from '../../../surfaces/driver.js';
import { FAITHFUL } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

type Decision = Pick<Call, 'gate' | 'gateWay'>;

/** A faulty surface: at a human gate, it treats each decision for which `isOpen` returns true as an approval. */
function open(isOpen: (decision: Decision) => boolean): Faulty['setup'] {
  return {
    workload: 'gates',
    surface: { ...FAITHFUL, refuse: (call) => (isOpen(call) ? undefined : FAITHFUL.refuse(call)) },
  };
}

/** A faulty surface: it confuses some decisions at a human gate with others, as `read` states. */
function misread(read: (decision: Decision) => Call['gate'] | undefined): Faulty['setup'] {
  return {
    workload: 'gates',
    surface: { ...FAITHFUL, refuse: (call) => FAITHFUL.refuse({ ...call, gate: read(call) ?? call.gate }) },
  };
}

const BY_FLAG: ReadonlySet<GateWay | undefined> = new Set(['flag', 'flag-over-variable', 'flag-beside-variable']);

const DECISIONS: readonly Faulty[] = [
  fault(
    'parity/same-gate',
    'the environment variable CI opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'ci'),
  ),
  fault(
    'parity/same-gate',
    'a `y` on the standard input opens the gate without a terminal',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'piped-answer'),
  ),
  fault(
    'parity/same-gate',
    'a prefix of the name of a gate opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'prefix'),
  ),
  fault(
    'parity/same-gate',
    'an empty variable for approvals opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'empty' || gateWay === 'blank'),
  ),
  fault(
    'parity/same-gate',
    'an approval with the name of the command opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'operation'),
  ),
  fault(
    'parity/same-gate',
    'the gate is not checked at all',
    'request-before-approval',
    '/gate',
    open(() => true),
  ),
  fault(
    'parity/same-gate',
    'an approval takes precedence over a denial',
    'request-before-approval',
    '/gate',
    open(
      ({ gate, gateWay = 'flag' }) => gate === 'denied' && (gateWay.includes('-over-') || gateWay.includes('-beside-')),
    ),
  ),
  fault(
    'parity/same-gate',
    'a flag that denies a different gate replaces the variable for denials',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'variable-beside-flag'),
  ),
  fault(
    'parity/same-gate',
    'an answer that only begins like an approval opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'terminal-word'),
  ),
  fault(
    'parity/same-gate',
    'every answer at a terminal that is not a denial opens the gate',
    'request-before-approval',
    '/gate',
    open(({ gateWay }) => gateWay === 'terminal-word' || gateWay === 'terminal-empty'),
  ),
  fault(
    'parity/same-gate',
    'the request is sent before the answer',
    'request-before-approval',
    '/gate',
    open(({ gate, gateWay }) => gate === 'denied' && gateWay?.startsWith('terminal') === true),
  ),
  fault('parity/same-gate', 'a denial by flag is ignored', 'other-exit-code', '/gate', {
    workload: 'gates',
    surface: {
      ...FAITHFUL,
      refuse: (call) => {
        if (call.gate !== 'denied' || !BY_FLAG.has(call.gateWay)) return FAITHFUL.refuse(call);
        return call.gateWay === 'flag' ? FAITHFUL.refuse({ ...call, gate: 'unanswered' }) : undefined;
      },
    },
  }),
  fault(
    'parity/same-gate',
    'an approval by variable is ignored',
    'approval-ignored',
    '/gate',
    misread(({ gate, gateWay }) =>
      gate === 'approved' && (gateWay === 'variable' || gateWay === 'list') ? 'unanswered' : undefined,
    ),
  ),
  fault(
    'parity/same-gate',
    'every approval is ignored',
    'approval-ignored',
    '/gate',
    misread(({ gate }) => (gate === 'approved' ? 'unanswered' : undefined)),
  ),
];

export const GATE_FAULTS: readonly Faulty[] = [
  ...DECISIONS,
  fault('parity/same-gate', 'every denial is ignored', 'request-before-approval', '/gate', {
    workload: 'gates',
    surface: { ...FAITHFUL, refuse: (call) => (call.gate === 'denied' ? undefined : FAITHFUL.refuse(call)) },
  }),
  fault('parity/same-gate', 'the approval of one gate opens all gates', 'request-before-approval', '/gate', {
    workload: 'gates',
    surface: { ...FAITHFUL, refuse: (call) => (call.gate === 'other' ? undefined : FAITHFUL.refuse(call)) },
  }),
  fault('parity/same-gate', 'a refusal by the gate is reported as a success', 'refusal-not-reported', '/gate', {
    workload: 'gates',
    surface: { ...FAITHFUL, refuse: (call) => FAITHFUL.refuse(call) && { kind: 'value' } },
  }),
  fault('parity/same-gate', 'a denial has the exit code of a missing answer', 'other-exit-code', '/gate', {
    workload: 'gates',
    surface: {
      ...FAITHFUL,
      refuse: (call) => FAITHFUL.refuse({ ...call, gate: call.gate === 'denied' ? 'unanswered' : call.gate }),
    },
  }),
];
