import type { Case, GateChoice, GateWay } from '../../contract/case.js';
import { CLIENT_EXIT } from '../../surfaces/failure-table.js';

/** What a surface must do for a decision at a gate. */
export interface GateDecisionRow {
  /** Completes the phrase "the gate was …". */
  readonly words: string;
  readonly exitCodes: readonly number[];
  /** True if a surface may also refuse the arguments, because no gate has the approved name. */
  readonly mayBeUsage?: true;
}

const { ok, gateDenied, gateUnanswered } = CLIENT_EXIT;

const ROWS: Readonly<Record<GateChoice, Readonly<{ usual: GateDecisionRow } & Partial<Record<GateWay, string>>>>> = {
  approved: {
    usual: { words: 'approved', exitCodes: [ok] },
    variable: 'approved by a variable',
    list: 'approved by a variable among other gates',
    terminal: 'approved at a terminal',
  },
  denied: {
    usual: { words: 'denied', exitCodes: [gateDenied] },
    flag: 'denied by a flag',
    'flag-over-variable': 'denied by a flag and approved by a variable',
    'variable-over-flag': 'denied by a variable and approved by a flag',
    terminal: 'denied at a terminal',
    'terminal-end': 'not answered, because the input of the terminal ended',
  },
  unanswered: {
    usual: { words: 'not answered', exitCodes: [gateUnanswered] },
    ci: 'not answered, in an environment with the variable CI',
    'piped-answer': 'not answered (standard input contained `y`, but was not a terminal)',
  },
  other: {
    usual: { words: 'not approved (only a different gate was approved)', exitCodes: [gateUnanswered] },
    variable: 'not approved (only different gates were approved, by a variable)',
    prefix: 'not approved (only a prefix of its name was approved)',
    extension: 'not approved (only a gate with a longer name was approved)',
    wildcard: 'not approved (only `*`, `all` and `true` were approved)',
    'other-case': 'not approved (only its name in a different case was approved)',
  },
};

const MADE_UP: ReadonlySet<string> = new Set(['prefix', 'extension', 'wildcard', 'other-case']);

export function gateDecisionRow({ gate, gateWay }: Pick<Case, 'gate' | 'gateWay'>): GateDecisionRow {
  const { usual, ...ways } = ROWS[gate];
  if (gateWay === undefined) return usual;
  return {
    words: ways[gateWay] ?? usual.words,
    exitCodes: gateWay === 'terminal-end' ? [gateDenied, gateUnanswered] : usual.exitCodes,
    ...(MADE_UP.has(gateWay) && { mayBeUsage: true }),
  };
}

/** The name of a decision and of the way in which it was given: `denied`, `denied/flag`. */
export function gateDecisionName({ gate, gateWay }: Pick<Case, 'gate' | 'gateWay'>): string {
  return gateWay === undefined ? gate : `${gate}/${gateWay}`;
}
