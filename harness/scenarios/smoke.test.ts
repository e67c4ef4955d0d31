import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { isRunning } from '../../surfaces/fixtures/is-running.js';
import { command } from './command.js';
import { MAIN } from './tree.js';

const FAITHFUL = "input.path ? '/items/' + encodeURIComponent(input.path.item_id) : '/items'";

/** A minimal driver of one operation, with optional faults. */
function driver(changes: Readonly<Record<string, string>> = {}): string {
  const text = `
let start;
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const order = JSON.parse(line);
  const { cmd, seq, operation, input, token } = order;
  if (cmd === 'start') { start = order; say({ ok: true, surface: { name: 'mine' }, operations: ['getItem'], observes: ['value'] }); }
  if (cmd === 'run') {
    if (operation !== 'getItem') return say({ seq, outcome: { kind: 'inexpressible', reason: 'no such method' } });
    const reply = await fetch(start.baseUrl + (${FAITHFUL}), { headers: { authorization: 'Bearer ' + token, accept: 'application/json' } });
    say({ seq, outcome: { kind: 'value', value: await reply.json() } });
  }
  if (cmd === 'stop') process.exit();
});
`;
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`there is no ${from}`);
    return changed.replace(from, () => to);
  }, text);
}

interface Smoked {
  readonly exitCode: number | undefined;
  readonly all: string;
}

/** Writes the driver and its configuration, and runs `work` in their folder. */
async function inProject<T>(text: string, timeoutMs: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-smoke-'));
  await writeFile(join(folder, 'driver.cjs'), text);
  const config = {
    contracts: [resolve('contract/item-service.openapi.yaml')],
    token: 'secret-of-the-test',
    timeoutMs,
    surfaces: { mine: { driver: 'protocol', command: [process.execPath, 'driver.cjs'] } },
  };
  await writeFile(join(folder, 'parity.config.json'), JSON.stringify(config));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SMOKE = ['smoke', '--surface', 'mine'];

function smoke(text: string, args: readonly string[] = [], timeoutMs = 20_000): Promise<Smoked> {
  return inProject(text, timeoutMs, async (folder) => {
    const { exitCode, stdout, stderr } = await command(folder, [...SMOKE, ...args]);
    return { exitCode, all: `${stdout}\n${stderr}` };
  });
}

const ONE = ['--operation', 'getItem'] as const;

test('a smoke run lists the operations that the driver lacks, and calls its other operations', async () => {
  const { exitCode, all } = await smoke(driver());
  expect(exitCode).toBe(1);
  expect(all).toMatch(
    /^FAIL inventory\n {2}mine does not offer listItems\..*\n {2}mine does not offer createItem\..*\n {2}→ Generate/m,
  );
  expect(all).toMatch(/^\? {4}listItems$/m);
  expect(all).toMatch(/^ok {3}getItem\n {2}→ GET \/items\/item-0001\n {2}← 200 \{"item_id"/m);
  expect(all).toMatch(/^ok {3}an unknown operation\nok {3}stop$/m);
  expect(all).not.toContain('secret-of-the-test');
});

test.each<readonly [string, string, number, RegExp]>([
  ['a driver without a fault → exit code 0', driver(), 0, /^ok {3}inventory\n {2}getItem\nok {3}getItem$/m],
  [
    'a driver that calls a different route → exit code 1',
    driver({ [FAITHFUL]: "'/things'" }),
    1,
    /^FAIL getItem\n {2}→ GET \/things\n[^]*parity\/same-operation on mine/m,
  ],
  [
    'a driver that returns a wrong value → exit code 1',
    driver({ 'await reply.json()': 'null' }),
    1,
    /^FAIL getItem\n[^]*on mine[^]*→ /m,
  ],
  [
    'a driver that prints other lines to stdout → exit code 1',
    driver({ 'const reply': "console.log('calling'); const reply" }),
    1,
    /^FAIL getItem\n[^]*line 2 of its stdout, \\"calling/m,
  ],
  [
    'a driver whose process ends at an unknown operation → exit code 1',
    driver({ 'return say(': 'process.exit(7); (' }),
    1,
    /^FAIL an unknown operation\n[^]*received crash\n {2}→ Answer the command with/m,
  ],
  [
    'a driver that does not start → exit code 2',
    'console.error("no such library"); process.exit(3)',
    2,
    /^\? {4}start\n.*exited with code 3; its stderr ends: no such library/m,
  ],
  [
    'a driver with an invalid answer to the start command → exit code 2',
    driver({ 'ok: true': 'ok: 1' }),
    2,
    /^\? {4}start\n.*line 1 of its stdout/m,
  ],
])('a smoke run tests %s', async (_, text, exitCode, says) => {
  const ran = await smoke(text, ONE);
  expect(ran.all).toMatch(says);
  expect(ran.exitCode).toBe(exitCode);
});

test('a smoke run fails if the driver does not answer a call', async () => {
  const { exitCode, all } = await smoke(driver({ "if (cmd === 'run')": "if (cmd === 'walk')" }), ONE, 300);
  expect(exitCode).toBe(1);
  expect(all).toMatch(/^FAIL getItem\n[^]*conformance\/outcome on mine: The call ended in a timeout/m);
});

test.each<readonly [readonly string[], RegExp]>([
  [['--operation', 'getThing'], /no served contract has the operation `getThing`/],
  [['--surface', 'yours'], /has no surface `yours`/],
])('a smoke run refuses %j', async (args, says) => {
  const { exitCode, all } = await smoke(driver(), args);
  expect(exitCode).toBe(2);
  expect(all).toMatch(says);
});

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a smoke run with exit code 130 and leaves no process, even if the driver has not answered',
  async (signal) => {
    const silent =
      "require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000); process.on('SIGTERM', () => {});";
    let driverId = 0;
    const exitCode = await inProject(silent, 20_000, async (folder) => {
      const parity = execa(process.execPath, [MAIN, ...SMOKE, ...ONE], { cwd: folder, reject: false });
      await expect
        .poll(async () => (driverId = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0))), {
          timeout: 60_000,
        })
        .toBeGreaterThan(0);
      parity.kill(signal);
      return (await parity).exitCode;
    });
    expect(exitCode).toBe(130);
    expect(isRunning(driverId)).toBe(false);
  },
);
