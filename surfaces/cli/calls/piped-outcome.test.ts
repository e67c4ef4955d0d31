import { expect, test } from 'vitest';
import type { Outcome } from '../../outcome.js';
import { exitOutcome } from './exit-outcome.js';
import type { GateDecision } from './gate-choice.js';
import { outcomeAtTerminal } from './piped-outcome.js';

type Shown = Pick<GateDecision, 'isOutputPiped' | 'isUnseen'>;

function outcomeOf(exitCode: number, stdout: string, shown: Shown = { isOutputPiped: true }): Outcome {
  const end = { kind: 'exited', exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from('') } as const;
  return outcomeAtTerminal(exitOutcome(end, 1000), end, shown);
}

const QUESTION = 'Delete it? [y/N] ';

test.each<[string, number, string, string]>([
  ['a JSON document is a value', 0, '{"a":1}\n', 'value'],
  ['no output is a value', 0, '', 'value'],
  ['the call is inexpressible if the program refuses it without asking', 4, '', 'inexpressible'],
  ['the call is inexpressible if the program reports a denial', 3, '', 'inexpressible'],
  [
    'a question before the document is a crash',
    0,
    `${QUESTION}{"a":1}\n`,
    `question at the gate is on standard output`,
  ],
  ['a question on its own line before the document is a crash', 0, `Really?\n[1]\n`, '"Really?"'],
  ['output that is not a document is a crash', 0, 'Done.\n', 'not one JSON document'],
  ['a truncated document is a crash', 0, '{"a":', 'not one JSON document'],
  ['exit code 1 is a crash', 1, QUESTION, 'exit code 1'],
])('the outcome of an approved call while standard output is a pipe: %s', (_, exitCode, stdout, want) => {
  const outcome = outcomeOf(exitCode, stdout);
  expect(outcome.kind === 'crash' ? outcome.detail : outcome.kind).toContain(want);
});

test.each<[string, number, string, string]>([
  ['a program that refuses without a question', 4, '', 'refused'],
  ['a program that asks in its hidden output and reports a denial', 3, '', 'refused'],
  ['a program that asks at the terminal itself', 3, `${QUESTION}\r\n`, 'inexpressible'],
])('the outcome of a call at a terminal that shows no output: %s', (_, exitCode, terminal, want) => {
  expect(outcomeOf(exitCode, terminal, { isUnseen: true }).kind).toBe(want);
});
