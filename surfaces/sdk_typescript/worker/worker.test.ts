import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { DriverContext, DriverSession } from '../../driver.js';
import { descendants } from '../../fixtures/descendants.js';
import { isRunning } from '../../fixtures/is-running.js';
import type { Outcome } from '../../outcome.js';
import { sdkTypescriptDriver } from '../driver.js';
import { workerFile } from './worker-file.js';

const contract = await itemService();
const UNRULY = 'surfaces/sdk_typescript/fixtures/unruly-sdk.mjs';
/** A time limit that only an endless call would exceed. */
const LONG_MS = 100_000;
const SHORT_MS = 300;
const PATIENT = { timeout: 30_000 };

async function started(given: Partial<DriverContext> = {}, module = UNRULY): Promise<DriverSession> {
  const where = {
    surface: 'sdk',
    contract,
    baseUrl: 'http://127.0.0.1:9',
    token: 'right',
    prefix: 'svc',
    root: process.cwd(),
  };
  const session = await sdkTypescriptDriver({ module, env: { GIVEN: '1' } }).start({
    ...where,
    timeoutMs: LONG_MS,
    ...given,
  });
  onTestFinished(() => session.stop());
  return session;
}

function run(session: DriverSession, behaviour: string): Promise<Outcome> {
  return session.run({
    operation: operationOf(contract, 'getItem'),
    input: { path: { item_id: behaviour } },
    token: 'right',
    gate: 'approved',
  });
}

const GOOD: Outcome = { kind: 'value', value: 'good' };

test('the state of an SDK module is kept within a session, and a new session starts without it', async () => {
  const first = await started();
  expect([await run(first, 'count'), await run(first, 'count')]).toEqual([
    { kind: 'value', value: 1 },
    { kind: 'value', value: 2 },
  ]);
  expect(await run(await started(), 'count')).toEqual({ kind: 'value', value: 1 });
});

test.each(['loop', 'blocked in a native call', 'never'])(
  'a call of a method that does not return (%s) is a timeout, and the next call succeeds',
  async (behaviour) => {
    const others = new Set(descendants());
    const session = await started({ timeoutMs: SHORT_MS });
    const pids = descendants().filter((pid) => !others.has(pid));
    expect(await run(session, behaviour)).toMatchObject({ kind: 'timeout', afterMs: SHORT_MS });
    expect(pids.filter(isRunning)).toEqual([]);
    expect(await run(session, 'value')).toEqual(GOOD);
  },
);

test.each([
  ['exit', /it exited with code 3; its output ends: last words$/, { exitCode: 3 }],
  ['throws', /uncaught RangeError: in a callback$/, { error: 'RangeError' }],
  ['rejects', /uncaught RangeError: unhandled$/, { error: 'RangeError' }],
  ['heap', /heap exceeds 256 MB$/, undefined],
])('a call that ends its process (%s) is a crash, and the next call succeeds', async (behaviour, detail, native) => {
  const session = await started();
  const crash = { kind: 'crash', detail: expect.stringMatching(detail) as string, ...(native && { native }) };
  expect(await run(session, behaviour)).toEqual(crash);
  expect(await run(session, 'value')).toEqual(GOOD);
});

test('an allocation that exceeds the heap limit ends only the call, and the next call succeeds', async () => {
  const session = await started({ timeoutMs: 2000 });
  // V8 may collect garbage for several seconds before it aborts.
  expect(['crash', 'timeout']).toContain((await run(session, 'one array')).kind);
  expect(await run(session, 'value')).toEqual(GOOD);
});

test.skipIf(!existsSync('/proc/self/status'))(
  'a call that allocates too much memory outside the heap is ended',
  async () => {
    const session = await started();
    expect(await run(session, 'buffers')).toMatchObject({
      kind: 'crash',
      detail: expect.stringMatching(/640 MB/) as string,
    });
  },
);

test('an unhandled rejection between two calls is reported once', async () => {
  const others = new Set(descendants());
  const session = await started();
  expect(await run(session, 'rejects later')).toEqual(GOOD);
  await expect.poll(() => descendants().filter((pid) => !others.has(pid)), PATIENT).toEqual([]);
  expect(await run(session, 'value')).toMatchObject({ kind: 'crash', native: { error: 'RangeError' } });
  expect(await run(session, 'value')).toEqual(GOOD);
});

test('an operation is no longer called after it has ended the process ten times in a row', async () => {
  const session = await started();
  for (let end = 0; end < 10; end += 1) expect((await run(session, 'exit')).kind).toBe('crash');
  await expect(run(session, 'exit')).rejects.toMatchObject({ code: 'surface-dies' });
});

test('an SDK that prints to standard output does not disturb its replies', async () => {
  const session = await started();
  expect(await run(session, 'prints')).toEqual(GOOD);
  expect(await run(session, 'value')).toEqual(GOOD);
});

test('the process of an SDK has a minimal environment', async () => {
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
  onTestFinished(() => void delete process.env['HTTP_PROXY']);
  const outcome = await run(await started(), 'environment');
  const names = outcome.kind === 'value' ? (outcome.value as readonly string[]) : [];
  expect(names).toEqual(expect.arrayContaining(['GIVEN', 'PATH']));
  expect(
    names.filter((name) => !['GIVEN', 'PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'].includes(name)),
  ).toEqual([]);
});

test.each<[string, { readonly fails?: true }, Outcome]>([
  ['succeeds', {}, { kind: 'value', value: 'good', native: { changedArguments: ['/body/name', '/body/note'] } }],
  [
    'fails',
    { fails: true },
    { kind: 'problem', status: 422, native: { error: 'Error', changedArguments: ['/body/name', '/body/note'] } },
  ],
])('the outcome of a call that changes its arguments and %s has pointers to the changes', async (_, more, outcome) => {
  const input = { body: { name: 'a', note: null, ...more } };
  const session = await started();
  const call = { operation: operationOf(contract, 'createItem'), input, token: 'right', gate: 'approved' } as const;
  expect(await session.run(call)).toEqual(outcome);
  expect(input).toEqual({ body: { name: 'a', note: null, ...more } });
});

test.each([
  ['a method that starts a process', 2],
  ['loop', 1],
])('a session stopped during a call (%s) leaves no process', async (behaviour, most) => {
  const others = new Set(descendants());
  const own = (): readonly number[] => descendants().filter((pid) => !others.has(pid));
  const handles = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  // Process handles of the previous test may still be closing.
  await expect.poll(handles, PATIENT).toBe(0);
  const session = await started();
  const outcome = run(session, behaviour);
  await expect.poll(own, PATIENT).toHaveLength(most);
  const pids = own();
  await session.stop();
  expect(await outcome).toEqual({ kind: 'crash', detail: 'the session was stopped during this call' });
  await expect.poll(() => pids.filter(isRunning), PATIENT).toEqual([]);
  await expect.poll(handles, PATIENT).toBe(0);
});

test('a module that ends its process on import makes the surface unavailable', async () => {
  const error: unknown = await started({}, 'surfaces/sdk_typescript/fixtures/exiting-sdk.mjs').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ParityError);
  expect(error).toMatchObject({
    code: 'surface-unavailable',
    message: expect.stringMatching(/cannot be imported: it exited with code 4$/) as string,
  });
});

test.each([true, false])(
  'an interrupted run does not wait for a module that never loads (interrupted before the start: %s)',
  async (isBefore) => {
    const interruption = new AbortController();
    if (isBefore) interruption.abort();
    const starting = started({ signal: interruption.signal }, 'surfaces/sdk_typescript/fixtures/never-loaded-sdk.mjs');
    interruption.abort();
    const message = expect.stringMatching(/it was ended by SIGKILL$/) as string;
    await expect(starting).rejects.toMatchObject({ code: 'surface-unavailable', message });
  },
);

test('the driver starts the compiled worker, even if the driver itself runs from its TypeScript source', () => {
  expect(workerFile('file:///a/dist/surfaces/sdk_typescript/worker/worker-file.js')).toBe(
    '/a/dist/surfaces/sdk_typescript/worker/worker.js',
  );
  expect(workerFile()).toBe(`${process.cwd()}/dist/surfaces/sdk_typescript/worker/worker.js`);
  expect(() => workerFile('file:///nowhere/surfaces/sdk_typescript/worker/worker-file.ts')).toThrow(
    expect.objectContaining({ code: 'not-built' }),
  );
});
