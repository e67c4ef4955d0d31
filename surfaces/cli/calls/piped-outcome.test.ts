import { expect, test } from 'vitest';
import type { Outcome } from '../../outcome.js';
import { exitOutcome } from './exit-outcome.js';
import { pipedOutcome } from './piped-outcome.js';

function outcomeOf(exitCode: number, stdout: string): Outcome {
  const end = { kind: 'exited', exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from('') } as const;
  return pipedOutcome(exitOutcome(end, 1000), end);
}

const QUESTION = 'Delete it? [y/N] ';

test.each<[string, number, string, string]>([
  ['a document', 0, '{"a":1}\n', 'value'],
  ['no output', 0, '', 'value'],
  ['a program that declines to ask', 4, '', 'inexpressible'],
  ['a denial', 3, '', 'inexpressible'],
  ['the question before the document', 0, `${QUESTION}{"a":1}\n`, `question at the gate is on standard output`],
  ['the question in a line of its own', 0, `Really?\n[1]\n`, '"Really?"'],
  ['other output', 0, 'Done.\n', 'not one JSON document'],
  ['a cut document', 0, '{"a":', 'not one JSON document'],
  ['a failure', 1, QUESTION, 'exit code 1'],
])('judges an approval while standard output is a pipe: %s', (_, exitCode, stdout, want) => {
  const outcome = outcomeOf(exitCode, stdout);
  expect(outcome.kind === 'crash' ? outcome.detail : outcome.kind).toContain(want);
});
