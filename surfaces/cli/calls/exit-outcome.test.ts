import { expect, test } from 'vitest';
import type { ProcessEnd } from '../../process/host/process-run.js';
import { exitOutcome, withLineOfToken } from './exit-outcome.js';

const TOKEN = 'a-long-token-of-a-call';
const PROBLEM = '{"type":"about:blank","title":"Not Found","status":404}';
const HEADERS = `sent: Authorization: Bearer ${TOKEN}`;

function ended(exitCode: number, stderr: string): ProcessEnd {
  return { kind: 'exited', exitCode, stdout: Buffer.from('{}'), stderr: Buffer.from(stderr) };
}

test.each<readonly [string, ProcessEnd, string | undefined, string | undefined]>([
  ['the line before the problem document', ended(11, `${HEADERS}\n${PROBLEM}\n`), TOKEN, HEADERS],
  ['the line after a usage error', ended(2, `no such option\n${HEADERS}`), TOKEN, HEADERS],
  ['no line if the program does not print the token', ended(11, `not found\n${PROBLEM}\n`), TOKEN, undefined],
  ['no line for a call without a token', ended(11, `${HEADERS}\n${PROBLEM}\n`), undefined, undefined],
  ['no line for an empty token', ended(11, `${HEADERS}\n${PROBLEM}\n`), '', undefined],
  ['no line for a success', ended(0, HEADERS), TOKEN, undefined],
])('the outcome has the line of standard error that contains the token: %s', (_, end, token, want) => {
  const outcome = withLineOfToken(exitOutcome(end, 1000), end, token);
  expect('native' in outcome ? outcome.native?.lineWithToken : undefined).toBe(want);
});

test('half a JSON document on standard output is a crash, or a value if the command has `output: raw`', () => {
  const end: ProcessEnd = { kind: 'exited', exitCode: 0, stdout: Buffer.from('{"a":'), stderr: Buffer.from('') };
  expect(exitOutcome(end, 1000)).toMatchObject({ kind: 'crash' });
  expect(exitOutcome(end, 1000, undefined, 'raw')).toMatchObject({ kind: 'value', value: '{"a":' });
});
