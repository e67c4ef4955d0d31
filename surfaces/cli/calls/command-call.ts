import { join } from 'node:path';
import type { Contract } from '../../../contract/contract.js';
import { type Call, UNKNOWN_ARGUMENT } from '../../driver.js';
import type { Outcome } from '../../outcome.js';
import { type ArgumentVector, argumentVector } from './argument-vector.js';
import type { CommandMapping } from './command-mapping.js';
import { inBodyWay } from './body-way.js';
import { inSeparateWords, usesSeparateWords } from './separate-words.js';
import { type GateDecision, gateDecision } from './gate-choice.js';

/**
 * A program and its environment. `operations` has an entry for each operation whose command does not have the name and
 * flags that the generator would give it.
 */
export interface Program {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly operations?: Readonly<Record<string, CommandMapping>>;
}

/**
 * What is needed to run a call as a process: the arguments after the name of the program, the standard input, and the
 * decision at the human gate (an approval or denial by a person).
 */
export interface CommandCall extends Pick<Extract<ArgumentVector, { kind: 'arguments' }>, 'files' | 'stdin'> {
  readonly kind: 'command';
  readonly args: readonly string[];
  readonly decision: GateDecision;
}

/**
 * The command for a call, or the reason why a command line cannot express the call. If arguments contain paths of
 * files, the files are in `folder`. The path of a file with the body begins with `named`, which is `folder` relative to
 * the working directory.
 */
export function commandCall(
  call: Call,
  { operations }: Pick<Program, 'operations'>,
  contract: Contract,
  folder: string,
  named = folder,
): CommandCall | Extract<Outcome, { kind: 'inexpressible' }> {
  const mapping = operations?.[call.operation.id];
  const words = mapping?.command ?? (call.operation.command && [call.operation.command.name]);
  if (words === undefined)
    return { kind: 'inexpressible', reason: `the contract has no command for ${call.operation.id}` };
  const made = argumentVector(call, contract.schemas, mapping, folder);
  if (made.kind === 'inexpressible') return made;
  if (call.misuse !== undefined && mapping !== undefined && !isUnusual(call))
    return {
      kind: 'inexpressible',
      reason: `a program with configured commands may accept this wrong call: ${call.misuse}`,
    };
  if (call.misuse === 'unconfirmed' && mapping?.confirm === undefined)
    return {
      kind: 'inexpressible',
      reason: 'the configuration has no `confirm` for this command, so a call without the confirmation cannot be made',
    };
  const confirmed = call.misuse === 'unconfirmed' ? [] : (mapping?.confirm ?? []);
  const unknown = unknownWords(call);
  // A program with a mapping in the configuration does not have our default flags.
  const own = mapping === undefined ? inBodyWay(made, call.bodyWay, join(folder, 'body'), join(named, 'body')) : made;
  const { files, stdin } = own;
  const args = mapping === undefined && usesSeparateWords(call) ? inSeparateWords(own.args) : own.args;
  const decision = gateDecision(call, contract);
  const input = stdin ?? decision.stdin;
  return {
    kind: 'command',
    args: [...words, ...confirmed, ...args, ...unknown, ...decision.args],
    ...(files && { files }),
    ...(input && { stdin: input }),
    decision,
  };
}

/** The words of a call that is wrong on purpose: a flag that the command does not have, or a word without a flag. */
function unknownWords({ misuse }: Call): readonly string[] {
  const name = UNKNOWN_ARGUMENT.replaceAll('_', '-');
  if (misuse === 'word-argument') return [`${name}=x`];
  return misuse === 'unknown-argument' ? [`--${name}=x`] : [];
}

/**
 * True if the call deliberately uses the program wrongly, in a way that is possible with every program: the token ends
 * with a line break, the output is closed, or the confirmation is missing.
 */
export function isUnusual({ misuse }: Call): boolean {
  return misuse === 'token-line-end' || misuse === 'closed-output' || misuse === 'unconfirmed';
}

/**
 * True if the first argument of the program is the name of a command. A program with one configured command may take a
 * value there.
 */
export function hasCommands({ operations }: Pick<Program, 'operations'>): boolean {
  if (operations === undefined) return true;
  const first = Object.values(operations).map(({ command: [word = '-'] }) => word);
  return new Set(first).size > 1 && !first.some((word) => word.startsWith('-'));
}

/** The name of an environment variable that a generated program reads, such as `SVC_BASE_URL` for the prefix `svc`. */
export function prefixedName(prefix: string, name: string): string {
  return `${prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${name}`;
}
