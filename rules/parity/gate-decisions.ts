import type { Case, GateChoice } from '../../contract/case.js';
import type { GateWay } from '../../contract/gate-way.js';
import { CLIENT_EXIT } from '../../surfaces/failure-table.js';

/** One kind of decision at a gate (a person's approval of a call), and what a surface must do after it. */
export interface GateDecisionRow {
  /** Words that complete the phrase "the gate was …", such as "denied by a flag". */
  readonly words: string;
  readonly exitCodes: readonly number[];
  /**
   * True if the surface may also refuse the call as wrongly used: no gate has the approved name, no name was given, or
   * the answer is unclear.
   */
  readonly mayBeUsage?: true;
}

const { ok, gateDenied, gateUnanswered } = CLIENT_EXIT;

const ROWS: Readonly<Record<GateChoice, Readonly<{ usual: GateDecisionRow } & Partial<Record<GateWay, string>>>>> = {
  approved: {
    usual: { words: 'approved', exitCodes: [ok] },
    variable: 'approved by a variable',
    list: 'approved by a variable that also approved other gates',
    'beside-denial': 'approved (a variable denied a different gate)',
    'beside-flag': 'approved by a variable (a flag approved a different gate)',
    terminal: 'approved at a terminal',
    'terminal-piped': 'approved at a terminal, with standard output in a pipe',
  },
  denied: {
    usual: { words: 'denied', exitCodes: [gateDenied] },
    flag: 'denied by a flag',
    'flag-over-variable': 'denied by a flag and approved by a variable',
    'variable-over-flag': 'denied by a variable and approved by a flag',
    'variable-beside-flag': 'denied by a variable and approved by a flag (a flag also denied a different gate)',
    'flag-beside-variable': 'denied by a flag and approved by a variable (a variable also denied a different gate)',
    terminal: 'denied at a terminal',
    'terminal-end': 'not answered, because the input of the terminal ended',
    'terminal-empty': 'not approved (the answer at a terminal was empty)',
    'terminal-late': 'denied at a terminal, some seconds after the question',
    'terminal-word': 'not approved (the answer at a terminal was `yet`, which only begins like `yes`)',
  },
  unanswered: {
    usual: { words: 'not answered', exitCodes: [gateUnanswered] },
    ci: 'not answered, in an environment with the variable CI',
    'piped-answer': 'not answered (standard input contained `y`, but was not a terminal)',
    'terminal-unseen': 'not answered (only standard input was a terminal, so nobody could see a question)',
    empty: 'not answered (the variables for approvals and denials were set, but empty)',
    blank: 'not answered (the approvals contained only commas and blanks)',
  },
  other: {
    usual: { words: 'not approved (only a different gate was approved)', exitCodes: [gateUnanswered] },
    variable: 'not approved (only different gates were approved, by a variable)',
    prefix: 'not approved (only parts of its name were approved)',
    extension: 'not approved (only gates with longer names were approved)',
    wildcard: 'not approved (approvals had only words like `*`, `all` and `true`)',
    'other-case': 'not approved (only its name in a different letter case was approved)',
    'other-separator': 'not approved (only its name with dashes for underscores, or the reverse, was approved)',
    operation: 'not approved (only the names of the operation, its command or its tool were approved)',
  },
};

const MAY_BE_USAGE: ReadonlySet<string> = new Set([
  'prefix',
  'extension',
  'wildcard',
  'other-case',
  'other-separator',
  'operation',
  'empty',
  'blank',
  'terminal-empty',
  'terminal-word',
]);

/**
 * Answers at a terminal after which a program may ask again. No further answer follows, because the input of the
 * terminal then ends.
 */
const UNCLEAR: ReadonlySet<string> = new Set(['terminal-end', 'terminal-empty', 'terminal-word']);

export function gateDecisionRow({ gate, gateWay }: Pick<Case, 'gate' | 'gateWay'>): GateDecisionRow {
  const { usual, ...ways } = ROWS[gate];
  if (gateWay === undefined) return usual;
  return {
    words: ways[gateWay] ?? usual.words,
    exitCodes: UNCLEAR.has(gateWay) ? [gateDenied, gateUnanswered] : usual.exitCodes,
    ...(MAY_BE_USAGE.has(gateWay) && { mayBeUsage: true }),
  };
}

/** The name of a decision at a gate, with the way in which it was given: `denied`, `denied/flag`. */
export function gateDecisionName({ gate, gateWay }: Pick<Case, 'gate' | 'gateWay'>): string {
  return gateWay === undefined ? gate : `${gate}/${gateWay}`;
}
