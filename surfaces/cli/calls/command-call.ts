import { join } from 'node:path';
import type { Contract } from '../../../contract/contract.js';
import { type Call, UNKNOWN_ARGUMENT } from '../../driver.js';
import type { Outcome } from '../../outcome.js';
import { type ArgumentVector, argumentVector } from './argument-vector.js';
import type { CommandMapping } from './command-mapping.js';
import { inBodyWay } from './body-way.js';
import { type GateDecision, gateDecision } from './gate-choice.js';

/** A program. `operations` describes the calls of operations that do not follow our conventions. */
export interface Program {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly operations?: Readonly<Record<string, CommandMapping>>;
}

/** A call as a process: the arguments after the program, the standard input, and the decision at the gate. */
export interface CommandCall extends Pick<Extract<ArgumentVector, { kind: 'arguments' }>, 'files' | 'stdin'> {
  readonly kind: 'command';
  readonly args: readonly string[];
  readonly decision: GateDecision;
}

/** The command of a call, or the reason why the call has no command. Arguments name files in `folder`. */
export function commandCall(
  call: Call,
  { operations }: Pick<Program, 'operations'>,
  contract: Contract,
  folder: string,
): CommandCall | Extract<Outcome, { kind: 'inexpressible' }> {
  const mapping = operations?.[call.operation.id];
  const words = mapping?.command ?? (call.operation.command && [call.operation.command.name]);
  if (words === undefined)
    return { kind: 'inexpressible', reason: `the contract names no command for ${call.operation.id}` };
  const made = argumentVector(call, contract.schemas, mapping, folder);
  if (made.kind === 'inexpressible') return made;
  if (call.misuse !== undefined && mapping !== undefined && !isUnusual(call))
    return { kind: 'inexpressible', reason: 'a program with other conventions may accept a call with this fault' };
  const unknown = call.misuse === 'unknown-argument' ? [`--${UNKNOWN_ARGUMENT.replaceAll('_', '-')}=x`] : [];
  // A program that the configuration maps has none of the default flags.
  const { args, files, stdin } = mapping === undefined ? inBodyWay(made, call.bodyWay, join(folder, 'body')) : made;
  const decision = gateDecision(call, contract);
  const input = stdin ?? decision.stdin;
  return {
    kind: 'command',
    args: [...words, ...args, ...unknown, ...decision.args],
    ...(files && { files }),
    ...(input && { stdin: input }),
    decision,
  };
}

/** Whether the misuse is possible with every program: a token that ends with a line break, or closed output. */
export function isUnusual({ misuse }: Call): boolean {
  return misuse === 'token-line-end' || misuse === 'closed-output';
}

/** The name of a variable of the generated command line: `SVC_BASE_URL`. */
export function prefixedName(prefix: string, name: string): string {
  return `${prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${name}`;
}
