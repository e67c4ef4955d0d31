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
  ['refused as unanswered without an approval or a denial', [], {}, UNANSWERED],
  ['sent if a flag approves the gate', ['--approve=get_item_review'], {}, OPEN],
  ['sent if an environment variable approves the gate', [], { SVC_APPROVE: 'get_item_review' }, OPEN],
  ['sent if a variable approves several gates', [], { SVC_APPROVE: 'a, get_item_review ,b' }, OPEN],
  ['sent if the second of two flags approves the gate', ['--approve', 'a', '--approve', 'get_item_review'], {}, OPEN],
  [
    'refused as unanswered if a different gate is approved',
    ['--approve=list_items_review'],
    { SVC_APPROVE: 'create_item_review' },
    UNANSWERED,
  ],
  [
    'refused as unanswered if the approved name is longer or shorter than the name of the gate',
    ['--approve=get_item_review_x'],
    { SVC_APPROVE: 'get_item' },
    UNANSWERED,
  ],
  ['refused as unanswered if a wildcard is approved', ['--approve=*'], { SVC_APPROVE: 'all' }, UNANSWERED],
  ['refused as unanswered if a flag has a comma-separated list', ['--approve=get_item_review,a'], {}, UNANSWERED],
  ['denied if a flag denies the gate', ['--deny=get_item_review'], {}, DENIED],
  ['denied if an environment variable denies the gate', [], { SVC_DENY: 'get_item_review' }, DENIED],
  [
    'denied by a variable even if a flag approves the gate',
    ['--approve=get_item_review'],
    { SVC_DENY: 'get_item_review' },
    DENIED,
  ],
  [
    'denied by a flag even if a variable approves the gate',
    ['--deny=get_item_review'],
    { SVC_APPROVE: 'get_item_review' },
    DENIED,
  ],
  [
    'sent if the gate is approved and a different gate is denied',
    ['--deny=list_items_review'],
    { SVC_APPROVE: 'get_item_review' },
    OPEN,
  ],
  ['refused as unanswered with a wrong token and without an approval', [], { SVC_TOKEN: 'wrong' }, UNANSWERED],
])('at its human gate, a call is %s', async (_, args, env, code) => {
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
  ['y approves', 'y\n', OPEN],
  ['YES in capitals approves', 'YES\n', OPEN],
  ['n denies', 'n\n', DENIED],
  ['an empty answer denies', '\n', DENIED],
  ['an answer that only begins with yes denies', 'yesterday\n', DENIED],
  ['the end of the input denies', '\u0004', DENIED],
])('at a terminal, the program asks before it sends a request: %s', async (_, answer, code) => {
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
