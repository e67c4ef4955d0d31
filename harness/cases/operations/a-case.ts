import { operationArguments, optionalParameter } from '../../../contract/arguments.js';
import type { Case, CaseInput, Expectation, Misuse, TokenChoice } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
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
 * Incorrect calls of the operation, for example its simplest input with an unknown argument. If `isChosen` is true,
 * there are also incorrect calls that concern the whole program, such as a call whose output is closed. One operation
 * is enough for these.
 */
export function misuses(
  contract: Contract,
  operation: Operation,
  simplest: CaseInput,
  isChosen: boolean,
): readonly Case[] {
  const first = operationArguments(operation).find((argument) => argument.in === 'path');
  const misused = (misuse: Misuse, input: CaseInput): Case => ({
    ...aCase(operation, 'invalid', misuse, input, { kind: 'answered' }),
    misuse,
  });
  return [
    misused('unknown-argument', simplest),
    ...(first === undefined ? [] : [misused('missing-argument', withoutArgument(simplest, first))]),
    ...(optionalParameter(operation) === undefined ? [] : [misused('null-argument', simplest)]),
    ...asJsonText(contract, operation, simplest).map((input) => misused('json-text', input)),
    ...(isChosen && isSecured(operation) ? [misused('token-line-end', simplest)] : []),
    ...(isChosen ? OF_PROGRAM.map((misuse) => misused(misuse, simplest)) : []),
    misused('unconfirmed', simplest),
  ];
}

/** Incorrect calls that concern the whole program, with or without a token. */
const OF_PROGRAM: readonly Misuse[] = ['word-argument', 'closed-output', 'other-url-variable'];

/**
 * The input with its body as a string of JSON, as language models and careless clients send it. Empty if the body is
 * neither an object nor an array, or if the contract permits the string.
 */
function asJsonText({ schemas }: Contract, { requestBody }: Operation, input: CaseInput): readonly CaseInput[] {
  const [content] = requestBody?.content ?? [];
  const { body, mediaType = content?.mediaType } = input;
  if (content?.schema === undefined || mediaType !== content.mediaType || !isJsonMediaType(mediaType)) return [];
  if (typeof body !== 'object' || body === null) return [];
  const text = JSON.stringify(body);
  return schemas.accepts(content.schema, text) ? [] : [{ ...input, body: text }];
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
