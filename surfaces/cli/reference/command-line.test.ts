import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';

/** As `npm test` builds it. */
const MAIN = path.resolve('dist/surfaces/cli/reference/main.js');

interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function peer(answer: (response: ServerResponse) => void): Promise<{ readonly origin: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function json(body: string, status = 200, type = 'application/json') {
  return (response: ServerResponse): void => void response.writeHead(status, { 'content-type': type }).end(body);
}

type Variables = Readonly<Record<string, string>>;

async function ended(child: ChildProcess, stdin?: string): Promise<Ended> {
  child.stdin?.end(stdin);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** The program with its gates open, unless `env` says otherwise. */
function run(args: readonly string[], env: Variables, stdin?: string): Promise<Ended> {
  const stdio = [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [MAIN, ...args], { env: { SVC_APPROVE: GATES, ...env }, stdio: [...stdio] });
  return ended(child, stdin);
}

const GATES = 'list_items_review, create_item_review,get_item_review';

function problemOf({ stderr }: Ended): unknown {
  return JSON.parse(stderr.split('\n')[0] ?? '');
}

test.each(['', '/', '/v1', '/v1/'])('a base URL that ends in %j', async (suffix) => {
  const { origin, seen } = await peer(json('{"items":[]}'));
  expect(await run(['list-items'], { SVC_BASE_URL: origin + suffix })).toEqual({ code: 0, stdout: '{"items":[]}\n', stderr: '' });
  expect(seen.map(({ line }) => line)).toEqual([`GET ${suffix.replace(/\/$/, '')}/items`]);
});

test('the flag wins over the variable', async () => {
  const { origin, seen } = await peer(json('{}'));
  expect(await run(['list-items', '--base-url', `${origin}/flag`], { SVC_BASE_URL: `${origin}/variable` })).toMatchObject({ code: 0 });
  expect(seen[0]?.line).toBe('GET /flag/items');
});

test('ids are encoded', async () => {
  const { origin, seen } = await peer(json('{}'));
  const ids = ['a/b', 'a?b#c', '100%25', '..%2f', 'a b', '日本語', '🧰', "it's!(*)", '--help', '-1', '$&'];
  for (const id of ids) expect(await run(['get-item', `--item-id=${id}`], { SVC_BASE_URL: origin })).toMatchObject({ code: 0 });
  expect(seen.map(({ line }) => line.replace('GET /items/', ''))).toEqual([
    'a%2Fb', 'a%3Fb%23c', '100%2525', '..%252f', 'a%20b', '%E6%97%A5%E6%9C%AC%E8%AA%9E', '%F0%9F%A7%B0', 'it%27s%21%28%2A%29', '--help', '-1', '%24%26',
  ]);
});

test('values go as they were given, and what was not given does not go', async () => {
  const { origin, seen } = await peer(json('{}'));
  await run(['list-items'], { SVC_BASE_URL: origin });
  await run(['list-items', '--limit=-1', '--cursor='], { SVC_BASE_URL: origin });
  await run(['list-items', '--limit', '007', '--cursor', 'a+b&c'], { SVC_BASE_URL: origin });
  expect(seen.map(({ line }) => line)).toEqual(['GET /items', 'GET /items?limit=-1&cursor=', 'GET /items?limit=007&cursor=a%2Bb%26c']);
});

test('a body goes byte for byte, from an argument, a file or standard input', async () => {
  const { origin, seen } = await peer(json('{}', 201));
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-body-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'body.json');
  const body = '{ "name" : "é🧰", "n": 1.0, "n": 9007199254740993, "note": null }\n';
  writeFileSync(file, body);
  const long = JSON.stringify({ name: 'x'.repeat(300_000) });
  await run(['create-item', `--body=${body}`], { SVC_BASE_URL: origin });
  await run(['create-item', '--body-file', file], { SVC_BASE_URL: origin });
  await run(['create-item', '--body-file=-'], { SVC_BASE_URL: origin }, long);
  await run(['create-item', '--body', 'no JSON'], { SVC_BASE_URL: origin });
  await run(['create-item', '--body='], { SVC_BASE_URL: origin });
  expect(seen.map((one) => one.body)).toEqual([body, body, long, 'no JSON', '']);
  expect(new Set(seen.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/json']));
});

test('a value comes out as it came in', async () => {
  const { origin } = await peer(json('{ "serial": 9007199254740993 }'));
  expect((await run(['list-items'], { SVC_BASE_URL: origin })).stdout).toBe('{ "serial": 9007199254740993 }\n');
});

const NOT_FOUND = '{"type":"urn:problem-type:not-found","title":"There is no such item.","status":404}';

test.each<readonly [string, number, string, string, number, object]>([
  ['404', 404, 'application/problem+json', NOT_FOUND, 11, { type: 'urn:problem-type:not-found', status: 404 }],
  ['422 over several lines', 422, 'application/problem+json', '{\n "status": 422\n}', 17, { status: 422 }],
  ['500 in HTML', 500, 'text/html', '<h1>', 20, { type: 'about:blank', status: 500, detail: '<h1>' }],
  ['500 with broken JSON', 500, 'application/json', '{', 20, { type: 'about:blank', status: 500, detail: '{' }],
  ['a status the table does not have', 418, 'application/json', '[]', 21, { status: 418, detail: '[]' }],
  ['a redirection', 302, 'application/json', '{}', 21, {}],
  ['garbage for a success', 200, 'application/json', '{', 21, { type: 'urn:problem-type:unreadable-reply', status: 200 }],
  ['a success without its body', 200, 'application/json', '', 21, { type: 'urn:problem-type:unreadable-reply', status: 200 }],
  ['a success of another type', 200, 'text/plain', 'fine', 21, { type: 'urn:problem-type:unreadable-reply', detail: 'fine' }],
])('%s', async (_, status, type, body, code, problem) => {
  const { origin, seen } = await peer(json(body, status, type));
  const end = await run(['list-items'], { SVC_BASE_URL: origin });
  expect(end).toMatchObject({ code, stdout: '' });
  expect(problemOf(end)).toMatchObject(problem);
  expect(seen).toHaveLength(1);
});

test('no reply is exit code 30, and is not asked for again', async () => {
  const reset = await peer((response) => response.socket?.resetAndDestroy());
  const cut = await peer((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10' });
    response.write('{', () => response.socket?.destroy());
  });
  for (const { origin, seen } of [reset, cut]) {
    const end = await run(['list-items'], { SVC_BASE_URL: origin });
    expect([end.code, problemOf(end), seen.length]).toEqual([30, expect.objectContaining({ type: 'urn:problem-type:transport' }), 1]);
  }
  expect(await run(['list-items'], { SVC_BASE_URL: 'http://127.0.0.1:9' })).toMatchObject({ code: 30 });
});

test.each<readonly [string, readonly string[], Variables, RegExp]>([
  ['no command', [], {}, /A command is needed/],
  ['an unknown command', ['delete-item'], {}, /no command "delete-item"/],
  ['an unknown flag', ['list-items', '--colour=red'], {}, /--colour/],
  ['a word that belongs to nothing', ['list-items', 'word'], {}, /word/],
  ['a flag without its value', ['list-items', '--limit'], {}, /--limit/],
  ['a flag twice', ['list-items', '--limit=1', '--limit=2'], {}, /--limit can be given once only/],
  ['a missing flag', ['get-item'], {}, /--item-id is required/],
  ['a missing body', ['create-item'], {}, /--body or --body-file is required/],
  ['two bodies', ['create-item', '--body={}', '--body-file=-'], {}, /exclude each other/],
  ['a file that is not there', ['create-item', '--body-file=/nowhere/body.json'], {}, /--body-file cannot be read: ENOENT/],
  ['a dot segment', ['get-item', '--item-id=..'], {}, /cannot be part of a path/],
  ['an empty segment', ['get-item', '--item-id='], {}, /cannot be part of a path/],
  ['no base URL', ['list-items'], { SVC_BASE_URL: '' }, /SVC_BASE_URL has to say where the service is/],
  ['a base URL that is none', ['list-items', '--base-url=ftp://host'], {}, /http or https URL/],
  ['a base URL with credentials', ['list-items', '--base-url=http://user:s3cr3t@host'], {}, /without user/],
  ['a token that no header can hold', ['list-items'], { SVC_TOKEN: 's3cr3t\n' }, /SVC_TOKEN holds characters/],
])('usage: %s', async (_, args, env, hint) => {
  const { origin, seen } = await peer(json('{}'));
  const end = await run(args, { SVC_BASE_URL: origin, ...env });
  expect(end).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(hint) as string });
  expect(problemOf(end)).toMatchObject({ type: 'urn:problem-type:usage', detail: expect.stringMatching(hint) as string });
  expect(end.stderr).toMatch(/\nTry: svc-items .*--help\n$/);
  expect(end.stderr).not.toContain('s3cr3t');
  expect(seen).toEqual([]);
});

const OPEN = 0;
const DENIED = 3;
const UNANSWERED = 4;

test.each<readonly [string, readonly string[], Variables, number]>([
  ['nobody answers', [], {}, UNANSWERED],
  ['approved by flag', ['--approve=get_item_review'], {}, OPEN],
  ['approved by variable', [], { SVC_APPROVE: 'get_item_review' }, OPEN],
  ['approved among others', [], { SVC_APPROVE: 'a, get_item_review ,b' }, OPEN],
  ['approved by the second flag', ['--approve', 'a', '--approve', 'get_item_review'], {}, OPEN],
  ['another gate approved', ['--approve=list_items_review'], { SVC_APPROVE: 'create_item_review' }, UNANSWERED],
  ['a longer name approved', ['--approve=get_item_review_x'], { SVC_APPROVE: 'get_item' }, UNANSWERED],
  ['all of them is no name', ['--approve=*'], { SVC_APPROVE: 'all' }, UNANSWERED],
  ['several in one flag is no name', ['--approve=get_item_review,a'], {}, UNANSWERED],
  ['denied by flag', ['--deny=get_item_review'], {}, DENIED],
  ['denied by variable', [], { SVC_DENY: 'get_item_review' }, DENIED],
  ['a denial wins over a flag', ['--approve=get_item_review'], { SVC_DENY: 'get_item_review' }, DENIED],
  ['a denial wins over a variable', ['--deny=get_item_review'], { SVC_APPROVE: 'get_item_review' }, DENIED],
  ['another gate denied', ['--deny=list_items_review'], { SVC_APPROVE: 'get_item_review' }, OPEN],
  ['a wrong token changes nothing', [], { SVC_TOKEN: 'wrong' }, UNANSWERED],
])('gate: %s', async (_, args, env, code) => {
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
  ['yes in capitals', 'YES\n', OPEN],
  ['n', 'n\n', DENIED],
  ['just return', '\n', DENIED],
  ['something else', 'yesterday\n', DENIED],
  ['the end of the input', '\u0004', DENIED],
])('at a terminal, %s', async (_, answer, code) => {
  const { origin, seen } = await peer(json('{}'));
  const command = `${process.execPath} ${MAIN} get-item --item-id=a%b`;
  const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { env: { PATH: process.env['PATH'] ?? '', SVC_BASE_URL: origin }, stdio: 'pipe' });
  let asked = '';
  child.stdout.on('data', (chunk: Buffer) => {
    // Nothing has left while the question stands.
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

test('the token is sent and never shown', async () => {
  const { origin, seen } = await peer(json('{}'));
  const env = { SVC_BASE_URL: origin, SVC_TOKEN: 's3cr3t' };
  const ends = [
    await run(['list-items'], env),
    await run(['list-items'], { ...env, SVC_BASE_URL: 'http://127.0.0.1:9' }),
    await run(['list-items', '--nope'], env),
    await run(['list-items'], { ...env, SVC_APPROVE: '' }),
    await run(['list-items', '--help'], env),
  ];
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer s3cr3t']);
  expect(ends.map(({ code }) => code)).toEqual([0, 30, 2, 4, 0]);
  expect(JSON.stringify(ends)).not.toContain('s3cr3t');
  await run(['list-items'], { SVC_BASE_URL: origin });
  expect(seen[1]?.headers.authorization).toBeUndefined();
});

test('help and version need nothing and send nothing', async () => {
  const program = await run(['--help'], {});
  expect(program).toMatchObject({ code: 0, stderr: '' });
  expect(program.stdout).toMatch(/^Commands:\n {2}list-items {3}List item records\n {2}create-item {2}Create one item record\n {2}get-item {5}Fetch one item by identifier\n$/m);
  const command = await run(['get-item', '--help'], {});
  expect(command.stdout).toMatch(/^Flags:\n {2}--item-id <string> {2}Any characters, .* \(required\)\n$/m);
  expect(command.stdout).toContain('Gate: get_item_review');
  expect(await run(['--version'], {})).toEqual({ code: 0, stdout: 'svc-items 0.1.0\n', stderr: '' });
});

test('a reader that has gone is no failure', async () => {
  const { origin } = await peer(json(JSON.stringify('x'.repeat(5_000_000))));
  const child = spawn(process.execPath, [MAIN, 'list-items'], { env: { SVC_APPROVE: GATES, SVC_BASE_URL: origin }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  const [[code], stderr] = await Promise.all([once(child, 'exit') as Promise<[number]>, text(child.stderr)]);
  expect([code, stderr]).toEqual([0, '']);
});

test('IPv6', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? '');
    json('{}')(response);
  });
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const listening = await new Promise<boolean>((resolve) => server.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true)));
  if (!listening) return;
  const { port } = server.address() as AddressInfo;
  expect(await run(['list-items'], { SVC_BASE_URL: `http://[::1]:${port}` })).toMatchObject({ code: 0 });
  expect(seen).toEqual([`[::1]:${port}`]);
});

test('the package builds by itself, and its command runs', async () => {
  const room = path.resolve('surfaces/cli');
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-package-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(room, 'package.json'), path.join(folder, 'package.json'));
  execFileSync(path.resolve('node_modules/.bin/tsc'), ['-p', room, '--outDir', path.join(folder, 'dist')]);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { readonly version: string; readonly bin: Variables };
  const [[name, file]] = Object.entries(manifest.bin) as [[string, string]];
  const main = path.join(folder, file);
  chmodSync(main, 0o755);
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  expect(await ended(spawn(main, ['--version'], { env }))).toEqual({ code: 0, stdout: `${name} ${manifest.version}\n`, stderr: '' });
}, 60_000);

test('nothing but the few modules of Node is loaded', () => {
  const folder = path.dirname(MAIN);
  const files = ['main', 'command-line', 'invocation', 'request', 'exchange', 'failure', '../generated/commands', '../generated/failures'];
  const imports = files.flatMap((file) => [...readFileSync(path.join(folder, `${file}.js`), 'utf8').matchAll(/^import .*?from '([^.'][^']*)'/gm)].map((match) => match[1]));
  expect([...new Set(imports)].toSorted()).toEqual(['node:fs', 'node:http', 'node:util']);
  expect(createConnection).toBeTypeOf('function');
});
