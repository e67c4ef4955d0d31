import type { BodyWay } from '../../../contract/body-way.js';
import type { Case, CaseInput, Expectation, GateChoice } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { GateWay } from '../../../contract/gate-way.js';
import type { Operation } from '../../../contract/operation.js';
import { aCase } from './a-case.js';

/** The decisions at a human gate that show the most faults. Every run tries them. */
const USUAL_DECISIONS: readonly Decision[] = [
  ['denied'],
  ['unanswered'],
  ['other'],
  ['unanswered', 'ci'],
  ['approved', 'variable'],
  ['unanswered', 'piped-answer'],
  ['other', 'prefix'],
  ['other', 'extension'],
  ['other', 'other-case'],
  ['other', 'other-separator'],
  ['other', 'operation'],
  ['denied', 'flag'],
  ['denied', 'flag-over-variable'],
  ['denied', 'flag-beside-variable'],
  ['denied', 'terminal-end'],
  ['approved', 'list'],
  ['approved', 'terminal-piped'],
];

const DECISIONS: readonly Decision[] = [
  ...USUAL_DECISIONS,
  ['unanswered', 'empty'],
  ['unanswered', 'blank'],
  ['other', 'wildcard'],
  ['other', 'variable'],
  ['denied', 'list'],
  ['denied', 'variable-over-flag'],
  ['denied', 'variable-beside-flag'],
  ['denied', 'terminal'],
  ['denied', 'terminal-empty'],
  ['denied', 'terminal-word'],
  ['denied', 'terminal-late'],
  ['unanswered', 'terminal-unseen'],
  ['approved', 'beside-denial'],
  ['approved', 'beside-flag'],
  ['approved', 'terminal'],
];

/** Decisions that take seconds. They are tried on one operation, because one program asks for all its operations. */
const SLOW_WAYS: ReadonlySet<GateWay | undefined> = new Set(['terminal-late', 'terminal-unseen']);

type Decision = readonly [GateChoice, GateWay?];
type GateDecision = Pick<Case, 'gate' | 'gateWay'> & { readonly name: string };

function gateDecision([gate, gateWay]: Decision): GateDecision {
  return gateWay === undefined ? { name: gate, gate } : { name: `${gate}-${gateWay}`, gate, gateWay };
}

const USUAL_NAMES = new Set(USUAL_DECISIONS.map((decision) => gateDecision(decision).name));

/** Returns true if every run tries the decision with this name. */
export function isUsualDecision(name: string): boolean {
  return USUAL_NAMES.has(name);
}

/**
 * Ways to pass the body. A program may ask for approval only if the body comes from a file, because only then is its
 * standard input free.
 */
const FREED_WAYS: readonly BodyWay[] = ['standard-input', 'file'];

/**
 * One call with the input for each gate decision, if the operation has a human gate. If the operation has a command and
 * a body, there is also one unanswered call for each way to pass the body. `approved` returns the expectation of an
 * approved call. Slow decisions are left out, unless the operation is the first one of the contract with a gate.
 */
export function gateCases(
  { operations }: Contract,
  operation: Operation,
  input: CaseInput | undefined,
  approved: (input: CaseInput) => Expectation,
): readonly Case[] {
  if (operation.gate === undefined || input === undefined) return [];
  const isFirst = operations.find(({ gate }) => gate !== undefined) === operation;
  const decisions = DECISIONS.filter(([, way]) => isFirst || !SLOW_WAYS.has(way));
  const decided = decisions.map(gateDecision).map(({ name, ...decision }) => {
    const expected: Expectation = decision.gate === 'approved' ? approved(input) : { kind: 'gated' };
    return { ...aCase(operation, 'gate', name, input, expected), ...decision };
  });
  const ways = operation.command === undefined || input.body === undefined ? [] : FREED_WAYS;
  const unanswered = ways.map((bodyWay): Case => ({
    ...aCase(operation, 'gate', `unanswered-${bodyWay}`, input, { kind: 'gated' }),
    gate: 'unanswered',
    bodyWay,
  }));
  return [...decided, ...unanswered];
}
