import type { Case, CaseInput, Expectation, GateChoice, GateWay } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { aCase } from './a-case.js';

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

function gateDecisions(): readonly GateDecision[] {
  return DECISIONS.map(([gate, gateWay]) =>
    gateWay === undefined ? { name: gate, gate } : { name: `${gate}-${gateWay}`, gate, gateWay },
  );
}

/** One call for each decision, if the operation has a gate. `approved` is the expectation of a call that may go on. */
export function gateCases(operation: Operation, input: CaseInput, approved: () => Expectation): readonly Case[] {
  if (operation.gate === undefined) return [];
  return gateDecisions().map(({ name, ...decision }) => {
    const expected: Expectation = decision.gate === 'approved' ? approved() : { kind: 'gated' };
    return { ...aCase(operation, 'gate', name, input, expected), ...decision };
  });
}
