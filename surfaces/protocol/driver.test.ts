import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contractOf, itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { MAX_RESTARTS } from '../process/restart-limit.js';
import type { DriverSession } from '../driver.js';
import { isRunning } from '../fixtures/is-running.js';
import type { Outcome } from '../outcome.js';
import type { ProtocolOptions } from './begin.js';
import { protocolDriver } from './driver.js';

const contract = await itemService();
const TIMEOUT_MS = 1500;

async function started(
  options: ProtocolOptions,
  timeoutMs = TIMEOUT_MS,
  signal = new AbortController().signal,
): Promise<DriverSession> {
  const where = { surface: 'acme', baseUrl: 'http://127.0.0.1:9/v1', root: process.cwd() };
  const session = await protocolDriver(options).start({
    ...where,
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs,
    signal,
  });
  onTestFinished(() => session.stop());
  return session;
}

function miniature(...args: readonly string[]): ProtocolOptions {
  return { command: [process.execPath, 'surfaces/protocol/fixtures/miniature-driver.mjs', ...args] };
}

function run(session: DriverSession, id = 'a b', token: string | undefined = 'right'): Promise<Outcome> {
  return session.run({
    operation: operationOf(contract, 'getItem'),
    input: { path: { item_id: id } },
    token,
    gate: 'approved',
  });
}

function valueOf(outcome: Outcome): { readonly [name: string]: Json } {
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value as { readonly [name: string]: Json };
}

function crash(detail: string): Outcome {
  return { kind: 'crash', detail };
}

test.each<readonly [string, ProtocolOptions, RegExp]>([
  ['a driver that refuses to start', miniature('refuse'), /does not start \(it reports: no licence\)$/],
  [
    'a driver that sends an invalid greeting',
    miniature('wrong'),
    /line 1 of its stdout, ".*smell.*", is not a message of the driver protocol: \/observes\/0 must be equal to one of/,
  ],
  [
    'a driver that writes other text before its greeting',
    miniature('banner'),
    /line 1 of its stdout, "Welcome!", is not a message of the driver protocol: the line is not JSON/,
  ],
  ['a driver that writes no greeting', { ...miniature('silent'), startMs: 300 }, /the driver wrote nothing for 1.5 s/],
  ['a driver that exits', miniature('stillborn'), /it exited with code 3; its stderr ends: cannot find the library/],
  ['a driver that does not exist', { command: ['/no/such/driver'] }, /ENOENT/],
  ['a driver that has a NUL character in its name', { command: ['a\0b'] }, /null bytes/],
])('%s makes the surface unavailable', async (_, options, message) => {
  const failure: unknown = await started(options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ParityError);
  expect(failure).toMatchObject({ code: 'surface-unavailable', message: expect.stringMatching(message) as unknown });
  expect((failure as ParityError).repair).toMatch(/^`parity smoke --surface acme` shows/);
});

test('if a program is not on the path, the repair is to install it', async () => {
  const failure: unknown = await started({ command: ['no-such-program'] }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    repair: expect.stringMatching(/^Install no-such-program, .*`command` of the surface/) as unknown,
  });
});

test('if the run is interrupted, a driver that has not sent its greeting is killed', async () => {
  const interruption = new AbortController();
  const starting = started(miniature('silent'), TIMEOUT_MS, interruption.signal);
  setTimeout(() => interruption.abort(), 100);
  await expect(starting).rejects.toMatchObject({
    message: expect.stringContaining('it was ended by SIGKILL') as unknown,
  });
});

test('the description and the inventory of a surface come from the greeting of its driver', async () => {
  const session = await started(miniature('well'));
  expect(session.description).toEqual({ name: 'miniature', version: '1.2.3' });
  expect([...session.observes]).toEqual(['status', 'value']);
  expect(await session.inventory()).toEqual([{ name: 'getItem' }, { name: 'listItems', inputs: ['limit'] }]);
});

const OUTCOMES: readonly Outcome[] = [
  { kind: 'value' },
  { kind: 'value', status: 200, value: null },
  { kind: 'value', status: 201, value: { a: [1, 'ü'] }, native: { exitCode: 0 } },
  { kind: 'problem', status: 404, problem: { type: 'urn:x' }, native: { error: 'NotFoundError' } },
  { kind: 'refused', by: 'client', reason: 'too long' },
  { kind: 'refused', by: 'gate', reason: 'denied' },
  { kind: 'crash', detail: 'the client threw', native: { error: 'TypeError' } },
  { kind: 'timeout', afterMs: 12.5 },
];

test.each(OUTCOMES)('an outcome that the driver reports is returned: %j', async (outcome) => {
  const before = ['problem', 'crash'].includes(outcome.kind) ? [EVENT] : [];
  const lines = [...before, `{"seq":SEQ,"outcome":${JSON.stringify(outcome)}}`];
  const session = await started(miniature('lines', JSON.stringify(lines)));
  // A driver that reports a crash of its surface has not crashed itself.
  expect(await run(session)).toEqual(outcome.kind === 'crash' ? { ...outcome, raised: true } : outcome);
});

test.each([
  ['the surface, unless the outcome states otherwise', '', { by: 'surface' }],
  ['the driver, if the outcome has "by": "driver"', ',"by":"driver"', {}],
])('an inexpressible call is attributed to %s', async (_, by, want) => {
  const line = `{"seq":SEQ,"outcome":{"kind":"inexpressible","reason":"no null"${by}}}`;
  const session = await started(miniature('lines', JSON.stringify([line])));
  expect(await run(session)).toEqual({ kind: 'inexpressible', reason: 'no null', ...want });
});

const EVENT = '{"seq":SEQ,"event":{"event":"tick","data":"1"}}';
const DONE = '{"seq":SEQ,"outcome":{"kind":"events"}}';

test('events before an outcome belong to the outcome, and blank lines are ignored', async () => {
  const session = await started(
    miniature('lines', JSON.stringify([EVENT, '', '{"seq":SEQ,"event":{"id":"7","event":"end","data":""}}\r', DONE])),
  );
  const events = [
    { event: 'tick', data: '1' },
    { id: '7', event: 'end', data: '' },
  ];
  expect(await run(session)).toEqual({ kind: 'events', events });
  expect(await run(session)).toEqual({ kind: 'events', events });
});

const NO_MESSAGE = 'is not a message of the driver protocol';
const LOG = { strayOutput: true } as const;

test.each<readonly [string, readonly string[], string, object]>([
  [
    'text that is not JSON',
    [EVENT, 'debug: hello', DONE],
    `line 3 of its stdout, "debug: hello", ${NO_MESSAGE}: the line is not JSON`,
    LOG,
  ],
  [
    'a reply with a wrong `seq`',
    ['{"seq":9,"outcome":{"kind":"value"}}'],
    `${NO_MESSAGE}: the seq of the line is 9, but the seq of the call is 1`,
    {},
  ],
  ['an outcome of an unknown kind', ['{"seq":SEQ,"outcome":{"kind":"success"}}'], NO_MESSAGE, {}],
  [
    'a status that is not a number',
    ['{"seq":SEQ,"outcome":{"kind":"value","status":"200"}}'],
    `${NO_MESSAGE}: /outcome/status must be integer`,
    {},
  ],
  [
    'a line with both an event and an outcome',
    ['{"seq":SEQ,"event":{"event":"a","data":""},"outcome":{"kind":"value"}}'],
    NO_MESSAGE,
    {},
  ],
  [
    'an outcome of kind value after events',
    [EVENT, '{"seq":SEQ,"outcome":{"kind":"value"}}'],
    'the driver sent 1 events, but the outcome of the call is value; only the outcome "events" or a failure may follow events',
    {},
  ],
  ['a deeply nested line', [`{"seq":SEQ,"outcome":{"kind":"value","value":${'['.repeat(20_000)}`], NO_MESSAGE, {}],
])('if a driver sends %s, the call is a crash, and the driver is replaced', async (_, lines, detail, facts) => {
  const session = await started(miniature('lines', JSON.stringify(lines)));
  expect(await run(session)).toEqual({ kind: 'crash', detail: expect.stringContaining(detail) as unknown, ...facts });
});

test('a driver that exits is restarted for the next call, but only a limited number of times', async () => {
  const session = await started(miniature('die'));
  const died = crash('the driver ended during a call: it exited with code 4; its stderr ends: out of luck');
  for (let restart = 0; restart < MAX_RESTARTS; restart += 1) expect(await run(session)).toEqual(died);
  await expect(run(session)).rejects.toMatchObject({
    code: 'surface-dies',
    message: expect.stringContaining('out of luck') as unknown,
  });
});

test('a call that ends with an outcome resets the number of restarts', async () => {
  const session = await started(miniature('well'));
  for (const id of Array.from({ length: MAX_RESTARTS + 2 }, () => ['die', 'abc']).flat()) {
    const { kind } = await run(session, id);
    expect([id, kind]).toEqual([id, id === 'die' ? 'crash' : 'value']);
  }
});

test('if a driver is killed between two calls, the second call is a crash and the third call uses a new driver', async () => {
  const session = await started(miniature('well'));
  const pid = Number(valueOf(await run(session))['pid']);
  process.kill(pid, 'SIGKILL');
  expect(await run(session)).toEqual(crash('the driver ended during a call: it was ended by SIGKILL'));
  expect(valueOf(await run(session))['pid']).not.toBe(pid);
});

test('if a driver hangs in every call, each call is a timeout, and each call gets a new driver', async () => {
  const session = await started(miniature('sulk'), 50);
  for (let count = 0; count < 3; count += 1)
    expect(await run(session)).toEqual({ kind: 'timeout', afterMs: 50, forced: true });
});

test.each([
  ['huge', /the driver wrote a line of more than 16777216 bytes/],
  ['endless', /the driver sent more than 10000 events/],
])('endless output is a crash: the behaviour "%s" → $1', async (behaviour, detail) => {
  const outcome = await run(await started(miniature(behaviour), 20_000));
  expect(outcome).toEqual({ kind: 'crash', detail: expect.stringMatching(detail) as unknown });
});

test('a line that is not UTF-8 is rejected', async () => {
  const { detail } = (await run(await started(miniature('latin1')))) as Extract<Outcome, { kind: 'crash' }>;
  expect(detail).toMatch(
    /^line 2 of its stdout, ".*caf\uFFFD.*", is not a message of the driver protocol: the line is not UTF-8$/,
  );
});

test.each(['short', 'long'])(
  'a driver that writes %s lines between two calls is ended, and the outcome of the next call quotes the first line',
  async (length) => {
    const session = await started(miniature('chatter', length));
    const pid = Number(valueOf(await run(session))['pid']);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    expect(await run(session)).toMatchObject({
      kind: 'crash',
      detail: expect.stringContaining('line 3 of its stdout, "after hours') as unknown,
    });
  },
);

test('a driver receives the documented commands and a minimal environment', async () => {
  process.env['PROTOCOL_TEST_SECRET'] = 'of the parent';
  onTestFinished(() => void delete process.env['PROTOCOL_TEST_SECRET']);
  const session = await started({ ...miniature('well'), env: { EXTRA: '1' } });
  const operation = operationOf(contract, 'createItem');
  const input = { query: { a: null }, body: '\ud800\u2028', mediaType: 'application/json' };
  const received = valueOf(await session.run({ operation, input, token: undefined, gate: 'denied' }));
  expect(received['start']).toEqual({
    cmd: 'start',
    protocol: 1,
    baseUrl: 'http://127.0.0.1:9/v1',
    token: 'right',
    timeoutMs: TIMEOUT_MS,
  });
  expect(received['order']).toEqual({
    cmd: 'run',
    seq: 1,
    operation: 'createItem',
    input,
    token: null,
    gate: 'denied',
    timeoutMs: TIMEOUT_MS,
  });
  const names = Object.keys(received['env'] as object).filter((name) => name !== '__CF_USER_TEXT_ENCODING');
  expect(names.toSorted()).toEqual(['EXTRA', 'HOME', 'PATH']);
  expect(valueOf(await run(session, 'abc', 'wrong'))['order']).toMatchObject({
    seq: 2,
    token: 'wrong',
    gate: 'approved',
  });
});

test('stop ends drivers that ignore signals, and the children of drivers; a second stop changes nothing', async () => {
  const sessions = [await started(miniature('stubborn')), await started(miniature('parent'))];
  const values = await Promise.all(sessions.map(async (session) => valueOf(await run(session))));
  const pids = [values[0]?.['pid'], values[1]?.['pid'], values[1]?.['child']].map(Number);
  expect(pids.map(isRunning)).toEqual([true, true, true]);
  await Promise.all(sessions.flatMap((session) => [session.stop(), session.stop()]));
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false, false]);
  expect(await Promise.all(sessions.map((session) => run(session)))).toEqual(
    sessions.map(() => crash('the session was stopped before this call')),
  );
});

test('each of two concurrent stops waits until the driver has ended', async () => {
  const session = await started(miniature('stubborn'));
  const pid = Number(valueOf(await run(session))['pid']);
  const first = session.stop();
  await session.stop();
  expect(isRunning(pid)).toBe(false);
  await first;
});

test('a stop during a call ends the call', async () => {
  const session = await started(miniature('sulk'), 60_000);
  const running = run(session);
  await session.stop();
  expect(await running).toMatchObject({
    kind: 'crash',
    detail: expect.stringContaining('the driver ended during a call: it') as unknown,
  });
});

test('a stop during a restart of the driver leaves no process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const list = join(folder, 'pids');
  const session = await started(miniature('listed', list));
  await run(session, 'die');
  const running = run(session);
  await session.stop();
  expect(await running).toEqual(crash('the session was stopped before this call'));
  const pids = readFileSync(list, 'utf8').trim().split('\n').map(Number);
  expect(pids).toHaveLength(2);
  expect(pids.map(isRunning)).toEqual([false, false]);
});

test('a driver gets an XML body as the text of its document', async () => {
  const schema = { type: 'object', xml: { name: 'part' }, properties: { size: { type: 'integer' } } };
  const content = { 'application/json': { schema }, 'application/xml': { schema } };
  const parts = await contractOf({
    paths: {
      '/': {
        post: { operationId: 'addPart', requestBody: { content }, responses: { 204: { description: 'Added.' } } },
      },
    },
  });
  const session = await started(miniature());
  const sent = async (body: Json, mediaType?: string): Promise<unknown> => {
    const input = { body, ...(mediaType !== undefined && { mediaType }) };
    const call = { operation: operationOf(parts, 'addPart'), input, token: 'right', gate: 'approved' } as const;
    const outcome = await session.run(call);
    return outcome.kind === 'value' ? (valueOf(outcome)['order'] as { readonly input: Json }).input : outcome;
  };
  const xml = { mediaType: 'application/xml' };
  expect(await sent({ size: 1 })).toEqual({ body: { size: 1 } });
  expect(await sent({ size: 1 }, 'application/xml')).toEqual({ ...xml, body: '<part><size>1</size></part>' });
  expect(await sent({ size: null }, 'application/xml')).toEqual({
    kind: 'inexpressible',
    reason: 'size: XML cannot express null',
  });
});
