import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { BodyWay } from '../../contract/body-way.js';
import type { GateChoice, Misuse } from '../../contract/case.js';
import type { Json } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { type DriverSession, UNKNOWN_OPERATION, type UnknownReply } from '../driver.js';
import { isRunning } from '../fixtures/is-running.js';
import type { Outcome } from '../outcome.js';
import type { ExitCodes } from './calls/command-mapping.js';
import type { CliOptions } from './config.js';
import { cliDriver } from './driver.js';

const contract = await itemService();

const TIMEOUT_MS = 2000;

async function started(options: CliOptions, timeoutMs = TIMEOUT_MS): Promise<DriverSession> {
  const where = { surface: 'cli', baseUrl: 'http://127.0.0.1:9/v1', root: process.cwd() };
  const session = await cliDriver(options).start({ ...where, contract, token: 'right', prefix: 'svc', timeoutMs });
  onTestFinished(() => session.stop());
  return session;
}

function miniature(behaviour: string): CliOptions {
  return { command: [process.execPath, 'surfaces/cli/fixtures/miniature-cli.mjs', behaviour] };
}

function run(
  session: DriverSession,
  token: string | undefined = 'right',
  gate: GateChoice = 'approved',
): Promise<Outcome> {
  const operation = operationOf(contract, 'getItem');
  return session.run({ operation, input: { path: { item_id: 'a b' } }, token, gate });
}

const exit = (exitCode: number) => ({ native: { exitCode } });
const ownExit = (ownExitCode: number) => ({ native: { ownExitCode } });
const NOT_FOUND = { type: 'urn:problem-type:not-found', status: 404 };

test.each<readonly [string, Outcome]>([
  ['value', { kind: 'value', value: { a: null }, ...exit(0) }],
  ['nothing', { kind: 'value', ...exit(0) }],
  [
    'text',
    { kind: 'crash', detail: 'exit code 0, but standard output is not one JSON document: Created.', ...exit(0) },
  ],
  [
    'two documents',
    { kind: 'crash', detail: 'exit code 0, but standard output is not one JSON document: {}\n{}', ...exit(0) },
  ],
  [
    'cut document',
    {
      kind: 'crash',
      detail:
        'exit code 0, but standard output ends after 65536 bytes within a JSON document; the program may exit before it has written all output',
      ...exit(0),
    },
  ],
  ['a value on stdout and a log on stderr', { kind: 'value', value: [1], ...exit(0) }],
  ['not found', { kind: 'problem', status: 404, problem: NOT_FOUND, ...exit(11) }],
  ['noisy problem', { kind: 'problem', status: 404, problem: NOT_FOUND, ...exit(11) }],
  ['pretty problem', { kind: 'problem', status: 422, problem: { status: 422 }, ...exit(17) }],
  ['failure without a problem document', { kind: 'problem', status: 500, ...exit(20) }],
  ['other status', { kind: 'problem', status: 503, problem: { status: 503 }, ...exit(21) }],
  ['malformed status', { kind: 'problem', problem: { status: '503' }, ...exit(21) }],
  ['no reply', { kind: 'problem', problem: { type: 'urn:problem-type:transport' }, ...exit(30) }],
  ['usage', { kind: 'refused', by: 'client', reason: 'no such flag', ...exit(2) }],
  ['denied', { kind: 'refused', by: 'gate', reason: 'Denied.', ...exit(3) }],
  ['unanswered', { kind: 'refused', by: 'gate', reason: 'Nobody is here', ...exit(4) }],
  ['code 1', { kind: 'crash', detail: 'exit code 1: Error: boom', ...exit(1) }],
  ['exit code 0 after a failure', { kind: 'value', ...exit(0) }],
  ['signal', { kind: 'crash', detail: 'ended by SIGTERM' }],
  ['flood', { kind: 'crash', detail: 'the program wrote more output than the harness reads' }],
])('the end of a program becomes an outcome: the behaviour "%s" → $1', async (behaviour, outcome) => {
  expect(await run(await started(miniature(behaviour)))).toEqual(outcome);
});

test.each<readonly [string, ExitCodes, Outcome]>([
  ['value', {}, { kind: 'value', value: { a: null }, ...ownExit(0) }],
  ['failure without a problem document', { 20: 503 }, { kind: 'problem', status: 503, ...ownExit(20) }],
  ['not found', { '*': 'failure' }, { kind: 'problem', status: 404, problem: NOT_FOUND, ...ownExit(11) }],
  ['code 1', { '*': 'failure' }, { kind: 'problem', ...ownExit(1) }],
  ['code 1', { 1: 'usage' }, { kind: 'refused', by: 'client', reason: 'Error: boom', ...ownExit(1) }],
  ['usage', { 2: 'denied' }, { kind: 'refused', by: 'gate', reason: 'no such flag', ...ownExit(2) }],
  ['code 1', { 4: 404 }, { kind: 'crash', detail: 'exit code 1: Error: boom', ...ownExit(1) }],
])(
  'configured exit codes determine the outcome: the behaviour "%s" with the codes %j → $2',
  async (behaviour, exitCodes, outcome) => {
    expect(await run(await started({ ...miniature(behaviour), exitCodes }))).toEqual(outcome);
  },
);

test.each(['hang', 'hang with a child process'])(
  'a program that does not end is a timeout: the behaviour "%s"',
  async (behaviour) => {
    expect(await run(await started(miniature(behaviour), 700))).toEqual({ kind: 'timeout', afterMs: 700 });
  },
);

test('the driver ends processes that a program leaves running', async () => {
  const outcome = await run(await started(miniature('leave a child')));
  const pid = outcome.kind === 'value' ? Number(outcome.value) : NaN;
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('stop ends the running call, and a second stop changes nothing', async () => {
  const session = await started(miniature('hang'));
  const running = run(session);
  await session.stop();
  await session.stop();
  expect(await running).toEqual({ kind: 'crash', detail: 'ended by SIGKILL' });
  expect(await run(session)).toEqual({ kind: 'crash', detail: 'ended by SIGKILL' });
});

test.each<readonly [GateChoice, readonly string[], Readonly<Record<string, string>>]>([
  ['approved', ['--approve=get_item_review'], {}],
  ['denied', [], { SVC_DENY: 'get_item_review' }],
  ['unanswered', [], {}],
  ['other', ['--approve=list_items_review'], {}],
])(
  'the decision `%s` at a human gate adds only its own flags or variables to the call',
  async (gate, args, variables) => {
    const session = await started({ ...miniature('environment'), env: { EXTRA: '1' } });
    const outcome = await run(session, 'right', gate);
    type Received = readonly [argv: Json, environment: Readonly<Record<string, string>>, terminal: boolean];
    const [argv, environment, terminal] = outcome.kind === 'value' ? (outcome.value as Received) : [];
    expect(argv).toEqual(['get-item', '--item-id=a b', ...args]);
    const { PATH: _, HOME: _home, ...rest } = environment ?? {};
    expect(rest).toEqual({ SVC_BASE_URL: 'http://127.0.0.1:9/v1', SVC_TOKEN: 'right', EXTRA: '1', ...variables });
    expect(terminal).toBe(false);
  },
);

test.each<readonly [BodyWay | undefined, string]>([
  [undefined, 'argument'],
  ['standard-input', 'standard input'],
  ['file', 'file'],
  ['at-file', 'file'],
])('a body reaches the program as the `bodyWay` of the case requires: %s → %s', async (bodyWay, seen) => {
  const session = await started(miniature('body'));
  const operation = operationOf(contract, 'createItem');
  const body = { name: 'é "\n' };
  const outcome = await session.run({
    operation,
    input: { body },
    token: 'right',
    gate: 'approved',
    ...(bodyWay && { bodyWay }),
  });
  expect(outcome).toEqual({ kind: 'value', value: [seen, JSON.stringify(body)], ...exit(0) });
});

test('without a token, the token variable is not set', async () => {
  const operation = operationOf(contract, 'getItem');
  const session = await started(miniature('environment'));
  const outcome = await session.run({
    operation,
    input: { path: { item_id: 'abc' } },
    token: undefined,
    gate: 'approved',
  });
  expect(JSON.stringify(outcome)).not.toContain('SVC_TOKEN');
});

test('the inventory comes from the help of the program, and the version comes from --version', async () => {
  const session = await started(miniature('value'));
  expect(await session.inventory()).toEqual([
    { name: 'get-item', inputs: ['--item-id'], required: new Map([['--item-id', false]]) },
    { name: 'list-items', inputs: ['--item-id'], required: new Map([['--item-id', false]]) },
  ]);
  expect(session.description.version).toBe('1.2.3');
  expect([...session.observes]).toEqual(['value', 'problem']);
});

const ITEMS = { command: ['items', 'get'] };

test.each<readonly [string, string, CliOptions['operations'], UnknownReply | undefined]>([
  ['is an error', 'usage', undefined, 'refused'],
  ['has exit code 0', 'text', undefined, 'exit-0'],
  ['has no exit code', 'signal', undefined, undefined],
  ['has exit code 0 in a program with own commands', 'text', { a: ITEMS, b: { command: ['list'] } }, 'exit-0'],
  ['may be an argument, because there is one command', 'text', { a: ITEMS }, undefined],
  ['may be an argument, because a flag selects the operation', 'text', { a: ITEMS, b: { command: ['-l'] } }, undefined],
])('an unknown command %s', async (_, behaviour, operations, want) => {
  const session = await started({ ...miniature(behaviour), ...(operations && { operations }) });
  expect(await session.unknownOperation?.(UNKNOWN_OPERATION)).toBe(want);
});

test.each<readonly [string, CliOptions]>([
  ['a program that does not exist', { command: ['./no-such-program'] }],
  ['a program whose script does not exist', { command: [process.execPath, 'no-such-script.js'] }],
  ['no program', { command: [] }],
  ['a program whose --help fails', miniature('no help')],
])('%s makes the surface unavailable', async (_, options) => {
  const error: unknown = await started(options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ParityError);
  expect(error).toMatchObject({ code: 'surface-unavailable' });
});

test('a relative path of a program is resolved against the root of the configuration', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-root-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const where = { surface: 'cli', baseUrl: 'http://127.0.0.1:9', root: folder };
  const context = { ...where, contract, token: 'right', prefix: 'svc', timeoutMs: TIMEOUT_MS };
  await expect(cliDriver(miniature('value')).start(context)).rejects.toMatchObject({ code: 'surface-unavailable' });
});

test('one session reads the version for all sessions; if it fails, the next session reads the version', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = path.join(folder, 'log');
  // The first call of `--help` fails.
  const script = `const fs = require('node:fs'), [log, flag] = process.argv.slice(1);
fs.appendFileSync(log, flag + '\\n');
if (flag === '--version') console.log('2.1');
else process.exit(fs.readFileSync(log, 'utf8').split('--help').length > 2 ? 0 : 1);`;
  const driver = cliDriver({ command: [process.execPath, '-e', script, '--', log] });
  const where = { surface: 'cli', baseUrl: 'http://127.0.0.1:9', root: folder };
  const context = { ...where, contract, token: 'right', prefix: 'svc', timeoutMs: TIMEOUT_MS };
  await expect(driver.start(context)).rejects.toMatchObject({ code: 'surface-unavailable' });
  for (let count = 0; count < 3; count += 1) {
    const session = await driver.start(context);
    onTestFinished(() => session.stop());
    expect(session.description.version).toBe('2.1');
  }
  expect(readFileSync(log, 'utf8').match(/--help/g)).toHaveLength(2);
});

test('an operation without a command is inexpressible', async () => {
  const { command: _, ...bare } = operationOf(contract, 'getItem');
  const session = await started(miniature('value'));
  expect(await session.run({ operation: bare, input: {}, token: undefined, gate: 'approved' })).toMatchObject({
    kind: 'inexpressible',
  });
});

test.each<readonly [string, Misuse, Outcome['kind']]>([
  ['value', 'closed-output', 'crash'],
  ['a value, or exit code 1 if nobody reads it', 'closed-output', 'refused'],
  ['value', 'token-line-end', 'value'],
  ['usage', 'token-line-end', 'refused'],
  ['code 1', 'token-line-end', 'refused'],
])(
  'a program that is called wrongly may refuse, but not print a stack trace: the behaviour "%s", the misuse `%s` → %s',
  async (behaviour, misuse, kind) => {
    const operation = operationOf(contract, 'getItem');
    const session = await started(miniature(behaviour));
    const input = { path: { item_id: 'abc' } };
    expect((await session.run({ operation, input, token: 'right', gate: 'approved', misuse })).kind).toBe(kind);
  },
);

test('a token that ends with a line break is passed unchanged in environment variables', async () => {
  const operation = operationOf(contract, 'getItem');
  const session = await started({ ...miniature('environment'), env: { OWN: '{token}' } });
  const call = { operation, input: { path: { item_id: 'abc' } }, token: 'right', gate: 'approved' } as const;
  const outcome = await session.run({ ...call, misuse: 'token-line-end' });
  expect(outcome.kind === 'value' && (outcome.value as readonly Json[])[1]).toMatchObject({
    SVC_TOKEN: 'right\n',
    OWN: 'right\n',
  });
});

test.each<readonly [string, Outcome]>([
  [
    '--base-url <url>',
    {
      kind: 'value',
      value: [
        ['get-item', '--item-id=abc', '--approve=get_item_review', '--base-url=http://127.0.0.1:9/v1'],
        'http://127.0.0.1:9',
      ],
      ...exit(0),
    },
  ],
  ['--item-id <id>', { kind: 'inexpressible', reason: 'the help of the program has no flag --base-url' }],
])(
  'a call with one base URL by flag and another by variable is made only if the help lists --base-url: it lists %s → $1',
  async (flag, want) => {
    const script = `const words = process.argv.slice(1);
console.log(words.includes('--help') ? 'Flags:\\n  ${flag}  A flag' : JSON.stringify([words, process.env.SVC_BASE_URL]))`;
    const session = await started({ command: [process.execPath, '-e', script, '--'] });
    const call = { operation: operationOf(contract, 'getItem'), input: { path: { item_id: 'abc' } }, token: 'right' };
    expect(await session.run({ ...call, gate: 'approved', misuse: 'other-url-variable' })).toEqual(want);
  },
);
