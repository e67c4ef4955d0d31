import type { GateWay } from '../../../contract/gate-way.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import type { Call } from '../../driver.js';
import type { TerminalDialogue } from '../../process/host/terminal-run.js';

/**
 * How a test passes a person's decision (approve or deny) to a program that needs an approval before it sends a
 * request.
 */
export interface GateDecision {
  readonly args: readonly string[];
  /** Environment variables by their names without the vendor prefix: `APPROVE` for `SVC_APPROVE`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Environment variables whose names have no vendor prefix. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The bytes on standard input. Standard input is then a pipe and not a terminal. */
  readonly stdin?: Uint8Array;
  /** The answer that is typed when the program asks for approval. The program then runs on a terminal. */
  readonly answer?: string;
  /** True if standard output is a pipe although the program runs on a terminal. */
  readonly isOutputPiped?: true;
  /** True if only standard input is the terminal. */
  readonly isUnseen?: true;
  /** The time between the question and the answer. Default: none. */
  readonly delayMs?: number;
}

const NOTHING: GateDecision = { args: [], variables: {} };

/**
 * Determines how the decision of a call is passed to the program. Unless `gateWay` states a way, an approval is passed
 * by a flag and a denial by an environment variable, so that both are tested.
 */
export function gateDecision({ operation, gate: choice, gateWay }: Call, contract: Contract): GateDecision {
  const { gate } = operation;
  if (gate === undefined) return NOTHING;
  switch (choice) {
    case 'approved':
      return approval(gate, gateWay, contract);
    case 'denied':
      return denial(gate, gateWay, contract);
    case 'unanswered':
      return noAnswer(gateWay);
    case 'other':
      return otherApproval(operation, gate, gateWay, contract);
    default:
      return choice satisfies never;
  }
}

function approval(gate: string, way: GateWay | undefined, contract: Contract): GateDecision {
  if (way === 'terminal') return { ...NOTHING, answer: 'y\n' };
  if (way === 'terminal-piped') return { ...NOTHING, answer: 'y\n', isOutputPiped: true };
  if (way === 'variable') return { args: [], variables: { APPROVE: gate } };
  // A program may refuse a name that no gate has.
  const [other] = realGates(gate, contract);
  if (way === 'beside-denial' && other !== undefined)
    return { args: [`--approve=${gate}`], variables: { DENY: other } };
  if (way === 'beside-flag')
    return { args: other === undefined ? [] : [`--approve=${other}`], variables: { APPROVE: gate } };
  if (way === 'list') return { args: [], variables: { APPROVE: amongOthers(gate, contract) } };
  return { args: [`--approve=${gate}`], variables: {} };
}

/** Ctrl-D. A terminal ends its input at this character (termios(3), VEOF). */
const END_OF_INPUT = '\u0004';

/**
 * An answer at the terminal that is neither a clear yes nor a clear no. If the program then asks again, it reads the
 * end of its input.
 */
function unclear(answer: string): GateDecision {
  return { ...NOTHING, answer: `${answer}\n${END_OF_INPUT}` };
}

/**
 * The value of an approval variable that lists several gates: the tested gate is between two other names, such as `a,
 * gate,b`.
 */
function amongOthers(gate: string, contract: Contract): string {
  const others = otherGates(gate, contract);
  return `${others[0]}, ${gate},${others[1] ?? `${gate}_2`}`;
}

function denial(gate: string, way: GateWay | undefined, contract: Contract): GateDecision {
  const [byFlag, byVariable] = [[`--deny=${gate}`], { DENY: gate }];
  // A program may refuse a name that no gate has.
  const [other] = realGates(gate, contract);
  switch (way) {
    case 'terminal':
      return { ...NOTHING, answer: 'n\n' };
    case 'terminal-late':
      return { ...NOTHING, answer: 'n\n', delayMs: LATE_MS };
    case 'terminal-end':
      return { ...NOTHING, answer: END_OF_INPUT };
    case 'terminal-empty':
      return unclear('');
    case 'terminal-word':
      return unclear('yet');
    case 'flag':
      return { args: byFlag, variables: {} };
    case 'list':
      return { args: [], variables: { DENY: amongOthers(gate, contract) } };
    case 'flag-over-variable':
      return { args: byFlag, variables: { APPROVE: gate } };
    case 'variable-over-flag':
      return { args: [`--approve=${gate}`], variables: byVariable };
    case 'variable-beside-flag':
      return { args: [...besides('--deny=', other), `--approve=${gate}`], variables: byVariable };
    case 'flag-beside-variable':
      return { args: byFlag, variables: { APPROVE: gate, ...(other !== undefined && { DENY: other }) } };
    default:
      return { args: [], variables: byVariable };
  }
}

/** The time in which a program must not take the silence of a person for an approval. */
const LATE_MS = 3000;

function besides(flag: string, other: string | undefined): readonly string[] {
  return other === undefined ? [] : [flag + other];
}

/** Environment variables that most CI services set. */
const CI = { CI: 'true', GITHUB_ACTIONS: 'true' };

/**
 * Passes no decision to the program. CI services often set variables to empty texts, for example if a secret or an
 * input of a workflow has no value. Such texts must not count as an approval.
 */
function noAnswer(way: GateWay | undefined): GateDecision {
  if (way === 'terminal-unseen') return { ...NOTHING, answer: END_OF_INPUT, isUnseen: true };
  if (way === 'ci') return { ...NOTHING, environment: CI };
  if (way === 'empty') return { args: [], variables: { APPROVE: '', DENY: '' } };
  if (way === 'blank') return { args: ['--approve=,'], variables: { APPROVE: ' , ' } };
  return way === 'piped-answer' ? { ...NOTHING, stdin: Buffer.from('y\n') } : NOTHING;
}

/**
 * Approvals that do not approve this operation, so the program must not send a request. They name the gate of a
 * different operation, a name that only resembles the right name, or the operation instead of its gate.
 */
function otherApproval(operation: Operation, gate: string, way: GateWay | undefined, contract: Contract): GateDecision {
  const others = otherGates(gate, contract);
  switch (way) {
    case 'variable':
      return { args: [], variables: { APPROVE: others.join() } };
    case 'prefix':
      return approvals(partsOf(gate));
    case 'extension':
      return approvals([`${gate}_2`, `not_${gate}`]);
    case 'wildcard':
      return approvals(ANY);
    case 'other-case':
      return approvals([resembling(gate, [gate.toUpperCase(), gate.toLowerCase()])]);
    case 'other-separator':
      return approvals([resembling(gate, [gate.replaceAll('_', '-'), gate.replaceAll('-', '_')])]);
    case 'operation':
      return approvals(operationNames(operation, gate));
    default:
      return { args: [`--approve=${others[0]}`], variables: {} };
  }
}

/** Words that often mean "everything" or "yes", and patterns that match every name. */
const ANY: readonly string[] = ['*', '.*', 'all', 'true', '1', 'yes'];

/** Names that are only a part of the name of a gate. For `list_items_review`, these are `list_items` and `review`. */
function partsOf(gate: string): readonly string[] {
  const [, start, end] = /^(.*)[_-]([^_-]+)$/s.exec(gate) ?? [];
  return othersThan(gate, start === undefined ? [gate.slice(0, -1)] : [start, end]);
}

/** The names of the operation, of its command and of its tool, without names that equal the name of the gate. */
function operationNames({ id, command, tool }: Operation, gate: string): readonly string[] {
  const own = command?.name ?? id;
  const names = [id, own, own.replaceAll('-', '_'), tool?.name ?? id];
  return othersThan(gate, names);
}

/**
 * The given names without empty names and without the name of the gate. If no name is left, the result is the name of
 * the gate with a suffix.
 */
function othersThan(gate: string, names: readonly (string | undefined)[]): readonly string[] {
  const others = [...new Set(names)].filter((name) => name !== undefined && name !== '' && name !== gate);
  return others.length > 0 ? (others as readonly string[]) : [`${gate}_2`];
}

/**
 * The first of the given spellings that differs from the name of the gate. If none differs, the result is the name of
 * the gate with a suffix.
 */
function resembling(gate: string, variants: readonly string[]): string {
  return variants.find((name) => name !== gate) ?? `${gate}_2`;
}

function approvals(names: readonly string[]): GateDecision {
  return { args: names.map((name) => `--approve=${name}`), variables: { APPROVE: names.join() } };
}

/** The names of the human gates of all other operations. If there are none, the result is a name that no gate has. */
function otherGates(gate: string, contract: Contract): readonly [string, ...string[]] {
  const [first = `not_${gate}`, ...more] = realGates(gate, contract);
  return [first, ...more];
}

function realGates(gate: string, { operations }: Contract): readonly string[] {
  return operations.flatMap((operation) => operation.gate ?? []).filter((other) => other !== gate);
}

/** The answer that a call gives to the question which the program asks at a terminal. */
export function dialogueOf(
  { operation: { gate } }: Call,
  { answer, isOutputPiped, isUnseen, delayMs = 0 }: GateDecision,
): TerminalDialogue | undefined {
  return answer === undefined || gate === undefined
    ? undefined
    : { gate, answer, delayMs, ...(isOutputPiped && { isOutputPiped }), ...(isUnseen && { isUnseen }) };
}
