import { operationArguments, optionalParameter } from '../../../contract/arguments.js';
import type { Case, CaseInput, Expectation, Misuse, TokenChoice } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { isSecured } from '../../../contract/wire/request/credentials.js';
import { withoutArgument } from './placed.js';

/** A case that uses the configured token and approves the operation's gate. */
export function aCase(
  operation: Operation,
  kind: Case['provenance']['kind'],
  name: string,
  input: CaseInput,
  expect: Expectation,
): Case {
  const { id } = operation;
  return {
    id: `${id}/${kind}/${name}`,
    operation: id,
    input,
    provenance: { kind, name },
    expect,
    token: 'configured',
    gate: 'approved',
  };
}

/**
 * Incorrect calls of the operation with its simplest input, for example with an unknown argument. Incorrect calls of
 * the whole program are tried with one operation only, for which `isChosen` is true.
 */
export function misuses(operation: Operation, simplest: CaseInput, isChosen: boolean): readonly Case[] {
  const first = operationArguments(operation).find((argument) => argument.in === 'path');
  const misused = (misuse: Misuse, input: CaseInput): Case => ({
    ...aCase(operation, 'invalid', misuse, input, { kind: 'answered' }),
    misuse,
  });
  return [
    misused('unknown-argument', simplest),
    ...(first === undefined ? [] : [misused('missing-argument', withoutArgument(simplest, first))]),
    ...(optionalParameter(operation) === undefined ? [] : [misused('null-argument', simplest)]),
    ...(isChosen && isSecured(operation) ? [misused('token-line-end', simplest)] : []),
    ...(isChosen ? [misused('closed-output', simplest), misused('other-url-variable', simplest)] : []),
    misused('unconfirmed', simplest),
  ];
}

/** Calls with a missing token and with a wrong token. Empty if the operation may be called without a token. */
export function unauthenticatedCases(operation: Operation, input: CaseInput | undefined): readonly Case[] {
  if (input === undefined || !isSecured(operation)) return [];
  const tokens: readonly TokenChoice[] = ['missing', 'wrong'];
  return tokens.map((token) => ({
    ...aCase(operation, 'invalid', `token-${token}`, input, { kind: 'unauthenticated' }),
    token,
  }));
}
