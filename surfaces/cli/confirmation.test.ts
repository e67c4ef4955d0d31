import { type TestContext, expect, test } from 'vitest';
import type { Misuse } from '../../contract/case.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { Outcome } from '../outcome.js';
import type { CommandMapping } from './calls/command-mapping.js';
import { cliDriver } from './driver.js';

const contract = await itemService();

async function outcomeOf(
  { onTestFinished }: TestContext,
  script: string,
  mapping: Partial<CommandMapping>,
  misuse?: Misuse,
): Promise<Outcome> {
  const operations = { getItem: { command: ['show'], arguments: { item_id: 1 }, ...mapping } };
  const driver = cliDriver({
    command: [process.execPath, '-e', script, '--'],
    operations,
    exitCodes: { 1: 'failure' },
  });
  const where = { surface: 'cli', baseUrl: 'http://127.0.0.1:9/v1', root: process.cwd() };
  const session = await driver.start({ ...where, contract, token: 'right', prefix: 'svc', timeoutMs: 500 });
  onTestFinished(() => session.stop());
  const { gate: _, ...operation } = operationOf(contract, 'getItem');
  const call = { operation, input: { path: { item_id: 'a' } }, token: 'right' };
  return session.run({ ...call, gate: 'approved', ...(misuse && { misuse }) });
}

/** Prints its arguments. If the word that confirms the call is missing, asks a question, and then ends or waits. */
function program(unconfirmed: string): string {
  return `const words = process.argv.slice(1);
if (words.includes('--help') || words.includes('--yes')) console.log(JSON.stringify(words));
else { process.stderr.write('Show a? [y/N] '); ${unconfirmed} }`;
}

const ENDS = program('process.exit(1)');
const CRASHES = program('process.exit(9)');
const WAITS = program('setInterval(() => {}, 1000)');
const CONFIRM = { confirm: ['--yes'] };
const QUESTION = 'Show a? [y/N]';

// Two of the programs wait until their time-out, so the tests run at the same time.
test.concurrent.for<[string, string, Partial<CommandMapping>, Misuse | undefined, object]>([
  [
    'the words that confirm a call are passed',
    ENDS,
    CONFIRM,
    undefined,
    { kind: 'value', value: ['show', '--yes', '--', 'a'] },
  ],
  [
    'without these words, the question of the program is reported',
    ENDS,
    CONFIRM,
    'unconfirmed',
    { kind: 'problem', native: { question: QUESTION } },
  ],
  [
    'without these words, an exit code without a meaning is a refusal',
    CRASHES,
    CONFIRM,
    'unconfirmed',
    { kind: 'refused' },
  ],
  [
    'without these words, a program that waits for an answer is a timeout',
    WAITS,
    CONFIRM,
    'unconfirmed',
    { kind: 'timeout', question: QUESTION },
  ],
  [
    'if no words are configured, a program that waits for an answer is a timeout',
    WAITS,
    {},
    undefined,
    { kind: 'timeout' },
  ],
  [
    'if no words are configured, a call without them is inexpressible',
    ENDS,
    {},
    'unconfirmed',
    { kind: 'inexpressible' },
  ],
])('a command asks for a confirmation: %s', async ([, script, mapping, misuse, want], context) => {
  context.expect(await outcomeOf(context, script, mapping, misuse)).toMatchObject(want);
});

test.each<[string, Partial<CommandMapping>, boolean]>([
  ['with configured words that confirm it', CONFIRM, true],
  ['without configured words that confirm it', {}, false],
])('the driver can call a command %s without a confirmation: $2', (_, mapping, want) => {
  const driver = cliDriver({ command: ['x'], operations: { getItem: { command: ['show'], ...mapping } } });
  expect(driver.misuses?.has('unconfirmed')).toBe(want);
});
