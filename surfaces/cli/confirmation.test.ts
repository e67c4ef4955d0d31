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
    'a call has the words that confirm it',
    ENDS,
    CONFIRM,
    undefined,
    { kind: 'value', value: ['show', '--yes', '--', 'a'] },
  ],
  ['a call lacks the words', ENDS, CONFIRM, 'unconfirmed', { kind: 'problem', native: { question: QUESTION } }],
  ['a call lacks the words, with a code without a meaning', CRASHES, CONFIRM, 'unconfirmed', { kind: 'refused' }],
  ['a program waits for an answer', WAITS, CONFIRM, 'unconfirmed', { kind: 'timeout', question: QUESTION }],
  ['a program waits for an answer that the configuration does not know', WAITS, {}, undefined, { kind: 'timeout' }],
  ['a program without words that confirm a call', ENDS, {}, 'unconfirmed', { kind: 'inexpressible' }],
])('commands that ask for a confirmation: %s', async ([, script, mapping, misuse, want], context) => {
  context.expect(await outcomeOf(context, script, mapping, misuse)).toMatchObject(want);
});

test.each<[string, Partial<CommandMapping>, boolean]>([
  ['with words that confirm it', CONFIRM, true],
  ['without words that confirm it', {}, false],
])('a program with a command %s makes unconfirmed calls: $2', (_, mapping, want) => {
  const driver = cliDriver({ command: ['x'], operations: { getItem: { command: ['show'], ...mapping } } });
  expect(driver.misuses?.has('unconfirmed')).toBe(want);
});
