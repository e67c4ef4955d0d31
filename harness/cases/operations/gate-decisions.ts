import type { Case, GateChoice, GateWay } from '../../../contract/case.js';

/** The decisions at a gate, the usual ones first. */
const DECISIONS: readonly (readonly [GateChoice, GateWay?])[] = [
  ['denied'],
  ['unanswered'],
  ['other'],
  ['unanswered', 'ci'],
  ['unanswered', 'piped-answer'],
  ['other', 'prefix'],
  ['other', 'extension'],
  ['other', 'wildcard'],
  ['other', 'other-case'],
  ['other', 'variable'],
  ['denied', 'flag'],
  ['denied', 'flag-over-variable'],
  ['denied', 'variable-over-flag'],
  ['denied', 'terminal'],
  ['denied', 'terminal-end'],
  ['approved', 'variable'],
  ['approved', 'list'],
  ['approved', 'terminal'],
];

type GateDecision = Pick<Case, 'gate' | 'gateWay'> & { readonly name: string };

export function gateDecisions(): readonly GateDecision[] {
  return DECISIONS.map(([gate, gateWay]) =>
    gateWay === undefined ? { name: gate, gate } : { name: `${gate}-${gateWay}`, gate, gateWay },
  );
}
