import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { json, peer } from '../../fixtures/peer.js';
import { MAIN, type Variables, problemOf, run } from '../fixtures/run-program.js';

const OPEN = 0;
const DENIED = 3;
const UNANSWERED = 4;

test.each<readonly [string, readonly string[], Variables, number]>([
  ['no approval and no denial', [], {}, UNANSWERED],
  ['a gate that is approved by flag', ['--approve=get_item_review'], {}, OPEN],
  ['a gate that is approved by an environment variable', [], { SVC_APPROVE: 'get_item_review' }, OPEN],
  ['a variable that approves several gates', [], { SVC_APPROVE: 'a, get_item_review ,b' }, OPEN],
  ['a gate that is approved by the second of two flags', ['--approve', 'a', '--approve', 'get_item_review'], {}, OPEN],
  [
    'an approval of a different gate',
    ['--approve=list_items_review'],
    { SVC_APPROVE: 'create_item_review' },
    UNANSWERED,
  ],
  [
    'an approval of a name that is longer or shorter than the name of the gate',
    ['--approve=get_item_review_x'],
    { SVC_APPROVE: 'get_item' },
    UNANSWERED,
  ],
  ['a wildcard, which approves no gate', ['--approve=*'], { SVC_APPROVE: 'all' }, UNANSWERED],
  ['a comma-separated list in a flag, which approves no gate', ['--approve=get_item_review,a'], {}, UNANSWERED],
  ['a gate that is denied by flag', ['--deny=get_item_review'], {}, DENIED],
  ['a gate that is denied by an environment variable', [], { SVC_DENY: 'get_item_review' }, DENIED],
  [
    'a denial by variable overrides an approval by flag',
    ['--approve=get_item_review'],
    { SVC_DENY: 'get_item_review' },
    DENIED,
  ],
  [
    'a denial by flag overrides an approval by variable',
    ['--deny=get_item_review'],
    { SVC_APPROVE: 'get_item_review' },
    DENIED,
  ],
  ['a denial of a different gate', ['--deny=list_items_review'], { SVC_APPROVE: 'get_item_review' }, OPEN],
  ['a wrong token, which does not approve the gate', [], { SVC_TOKEN: 'wrong' }, UNANSWERED],
])('a gate is open or closed: %s', async (_, args, env, code) => {
  const { origin, seen } = await peer(json('{}'));
  const end = await run(['get-item', '--item-id=abc', ...args], { SVC_APPROVE: '', SVC_BASE_URL: origin, ...env });
  expect(end.code).toBe(code);
  expect(seen).toHaveLength(code === OPEN ? 1 : 0);
  if (code === OPEN) return;
  const type = `urn:problem-type:gate-${code === DENIED ? 'denied' : 'unanswered'}`;
  expect(problemOf(end)).toMatchObject({ type, gate: 'get_item_review' });
  expect(end.stdout).toBe('');
});

const TERMINAL = '/usr/bin/script';

test.skipIf(!existsSync(TERMINAL)).each<readonly [string, string, number]>([
  ['y', 'y\n', OPEN],
  ['the answer yes in capitals', 'YES\n', OPEN],
  ['n', 'n\n', DENIED],
  ['an empty answer', '\n', DENIED],
  ['an answer that begins with yes', 'yesterday\n', DENIED],
  ['the end of the input in place of an answer', '\u0004', DENIED],
])('at a terminal, the program asks, and the answer opens or closes the gate: %s', async (_, answer, code) => {
  const { origin, seen } = await peer(json('{}'));
  const command = `${process.execPath} ${MAIN} get-item --item-id=a%b`;
  const env = { PATH: process.env['PATH'] ?? '', SVC_BASE_URL: origin };
  const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { env, stdio: 'pipe' });
  let asked = '';
  child.stdout.on('data', (chunk: Buffer) => {
    // The program asks before it sends a request.
    if (!asked.includes('[y/N]') && (asked + chunk.toString()).includes('[y/N]')) {
      expect(seen).toEqual([]);
      child.stdin.write(answer);
    }
    asked += chunk.toString();
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  child.stdin.destroy();
  expect(exitCode).toBe(code);
  expect(asked).toContain('Fetch one item by identifier: GET /items/a%25b. Approve get_item_review? [y/N]');
  expect(seen).toHaveLength(code === OPEN ? 1 : 0);
});
