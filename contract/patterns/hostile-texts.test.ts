import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../fixtures/built-program.js';

const LENGTH = 300_000;

/**
 * Each row: the pattern, the character that the text repeats, the end of the text, and whether the pattern matches. For
 * each text, the JavaScript engine would take hours or exhaust its stack.
 */
const HOSTILE = [
  ['(a+)+$', 'a', '!', false],
  ['(a|aa)+$', 'a', '!', false],
  ['^(\\w+\\s?)*$', 'a', '!', false],
  ['(.*a){20}$', 'a', '!', false],
  ['^(?=.*\\d)(\\w+)+$', 'a', '!', false],
  ['\\s+$', ' ', '!', false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', '', false],
  ['(?<=(?:x+)+)!$', 'x', '!', true],
  ['^(?:[^!]|\\d)*!$', 'é', '!', true],
] as const;

test('no hostile pattern hangs on a long text', async () => {
  const inputs = HOSTILE.map(([pattern, character, end]) => [pattern, character, LENGTH, end]);
  const program = await builtProgram(path.join(import.meta.dirname, 'fixtures/hostile-texts.ts'));
  onTestFinished(program.remove);
  // The test needs a separate process, because a hanging process must be killed.
  const { stdout } = await execa(process.execPath, [program.file, JSON.stringify(inputs)], { timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual(HOSTILE.map(([, , , matches]) => [matches, matches]));
}, 70_000);
