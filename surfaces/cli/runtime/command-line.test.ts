import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { json, peer } from '../../fixtures/peer.js';
import { MAIN, type Variables, problemOf, run } from '../fixtures/run-program.js';

test.each(['', '/', '/v1', '/v1/'])('the program accepts a base URL that ends in %j', async (suffix) => {
  const { origin, seen } = await peer(json('{"items":[]}'));
  expect(await run(['list-items'], { SVC_BASE_URL: origin + suffix })).toEqual({
    code: 0,
    stdout: '{"items":[]}\n',
    stderr: '',
  });
  expect(seen.map(({ line }) => line)).toEqual([`GET ${suffix.replace(/\/$/, '')}/items`]);
});

test('the flag --base-url takes precedence over the environment variable', async () => {
  const { origin, seen } = await peer(json('{}'));
  expect(
    await run(['list-items', '--base-url', `${origin}/flag`], { SVC_BASE_URL: `${origin}/variable` }),
  ).toMatchObject({ code: 0 });
  expect(seen[0]?.line).toBe('GET /flag/items');
});

test('ids are percent-encoded in the path', async () => {
  const { origin, seen } = await peer(json('{}'));
  const ids = ['a/b', 'a?b#c', '100%25', '..%2f', 'a b', '日本語', '🧰', "it's!(*)", '--help', '-1', '$&'];
  for (const id of ids)
    expect(await run(['get-item', `--item-id=${id}`], { SVC_BASE_URL: origin })).toMatchObject({ code: 0 });
  expect(seen.map(({ line }) => line.replace('GET /items/', ''))).toEqual([
    'a%2Fb',
    'a%3Fb%23c',
    '100%2525',
    '..%252f',
    'a%20b',
    '%E6%97%A5%E6%9C%AC%E8%AA%9E',
    '%F0%9F%A7%B0',
    'it%27s%21%28%2A%29',
    '--help',
    '-1',
    '%24%26',
  ]);
});

test('values are sent unchanged, and omitted values are not sent', async () => {
  const { origin, seen } = await peer(json('{}'));
  await run(['list-items'], { SVC_BASE_URL: origin });
  await run(['list-items', '--limit=-1', '--cursor='], { SVC_BASE_URL: origin });
  await run(['list-items', '--limit', '007', '--cursor', 'a+b&c'], { SVC_BASE_URL: origin });
  expect(seen.map(({ line }) => line)).toEqual([
    'GET /items',
    'GET /items?limit=-1&cursor=',
    'GET /items?limit=007&cursor=a%2Bb%26c',
  ]);
});

test('a body is sent byte for byte, from an argument, a file or standard input', async () => {
  const { origin, seen } = await peer(json('{}', 201));
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-body-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'body.json');
  const body = '{ "name" : "é🧰", "n": 1.0, "n": 9007199254740993, "note": null }\n';
  writeFileSync(file, body);
  const long = JSON.stringify({ name: 'x'.repeat(300_000) });
  await run(['create-item', `--body=${body}`], { SVC_BASE_URL: origin });
  await run(['create-item', '--body-file', file], { SVC_BASE_URL: origin });
  await run(['create-item', `--body=@${file}`], { SVC_BASE_URL: origin });
  await run(['create-item', '--body', '@-'], { SVC_BASE_URL: origin }, long);
  await run(['create-item', '--body-file=-'], { SVC_BASE_URL: origin }, long);
  await run(['create-item', '--body', 'no JSON'], { SVC_BASE_URL: origin });
  await run(['create-item', '--body='], { SVC_BASE_URL: origin });
  expect(seen.map((one) => one.body)).toEqual([body, body, body, long, long, 'no JSON', '']);
  expect(new Set(seen.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/json']));
});

test('a value is printed exactly as the service sent it', async () => {
  const { origin } = await peer(json('{ "serial": 9007199254740993 }'));
  expect((await run(['list-items'], { SVC_BASE_URL: origin })).stdout).toBe('{ "serial": 9007199254740993 }\n');
});

const NOT_FOUND = '{"type":"urn:problem-type:not-found","title":"There is no such item.","status":404}';

test.each<readonly [string, number, string, string, number, object]>([
  ['a 404', 404, 'application/problem+json', NOT_FOUND, 11, { type: 'urn:problem-type:not-found', status: 404 }],
  [
    'a 422 whose problem document has several lines',
    422,
    'application/problem+json',
    '{\n "status": 422\n}',
    17,
    { status: 422 },
  ],
  ['a 500 with an HTML body', 500, 'text/html', '<h1>', 20, { type: 'about:blank', status: 500, detail: '<h1>' }],
  ['a 500 with invalid JSON', 500, 'application/json', '{', 20, { type: 'about:blank', status: 500, detail: '{' }],
  ['a status that is not in the failure table', 418, 'application/json', '[]', 21, { status: 418, detail: '[]' }],
  ['a redirection', 302, 'application/json', '{}', 21, {}],
  [
    'a 200 with invalid JSON',
    200,
    'application/json',
    '{',
    21,
    { type: 'urn:problem-type:unreadable-reply', status: 200 },
  ],
  [
    'a 200 without the documented body',
    200,
    'application/json',
    '',
    21,
    { type: 'urn:problem-type:unreadable-reply', status: 200 },
  ],
  [
    'a 200 with an undocumented media type',
    200,
    'text/plain',
    'fine',
    21,
    { type: 'urn:problem-type:unreadable-reply', detail: 'fine' },
  ],
])(
  'a failed call prints a problem document on standard error: %s → exit code $4',
  async (_, status, type, body, code, problem) => {
    const { origin, seen } = await peer(json(body, status, type));
    const end = await run(['list-items'], { SVC_BASE_URL: origin });
    expect(end).toMatchObject({ code, stdout: '' });
    expect(problemOf(end)).toMatchObject(problem);
    expect(seen).toHaveLength(1);
  },
);

test('the program exits with 30 if there is no reply, and does not repeat the request', async () => {
  const reset = await peer((response) => response.socket?.resetAndDestroy());
  const cut = await peer((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10' });
    response.write('{', () => response.socket?.destroy());
  });
  for (const { origin, seen } of [reset, cut]) {
    const end = await run(['list-items'], { SVC_BASE_URL: origin });
    expect([end.code, problemOf(end), seen.length]).toEqual([
      30,
      expect.objectContaining({ type: 'urn:problem-type:transport' }),
      1,
    ]);
  }
  expect(await run(['list-items'], { SVC_BASE_URL: 'http://127.0.0.1:9' })).toMatchObject({ code: 30 });
});

test.each<readonly [string, readonly string[], Variables, RegExp]>([
  ['no command', [], {}, /No command was given/],
  ['an unknown command', ['delete-item'], {}, /no command "delete-item"/],
  ['an unknown flag', ['list-items', '--colour=red'], {}, /--colour/],
  ['an unexpected positional argument', ['list-items', 'word'], {}, /word/],
  ['a flag without its value', ['list-items', '--limit'], {}, /--limit/],
  ['a flag that is given twice', ['list-items', '--limit=1', '--limit=2'], {}, /--limit can be given only once/],
  ['a missing required flag', ['get-item'], {}, /--item-id is required/],
  ['a missing required body', ['create-item'], {}, /--body or --body-file is required/],
  ['two bodies', ['create-item', '--body={}', '--body-file=-'], {}, /cannot be combined/],
  [
    'a body file that does not exist',
    ['create-item', '--body-file=/nowhere/body.json'],
    {},
    /The file of --body-file cannot be read: ENOENT/,
  ],
  [
    'a file after @ that does not exist',
    ['create-item', '--body=@/nowhere/body.json'],
    {},
    /The file of --body cannot be read: ENOENT/,
  ],
  ['a field for a body that is not a form', ['create-item', '--field=a=b'], {}, /--field/],
  ['a dot segment in the path', ['get-item', '--item-id=..'], {}, /cannot be part of a path/],
  ['an empty segment in the path', ['get-item', '--item-id='], {}, /cannot be part of a path/],
  ['a missing base URL', ['list-items'], { SVC_BASE_URL: '' }, /SVC_BASE_URL must name the URL of the service/],
  ['a base URL with the scheme ftp', ['list-items', '--base-url=ftp://host'], {}, /http or https URL/],
  ['a base URL with credentials', ['list-items', '--base-url=http://user:s3cr3t@host'], {}, /without user/],
  [
    'a token that cannot be sent in a header',
    ['list-items'],
    { SVC_TOKEN: 's3cr3t\n' },
    /SVC_TOKEN contains characters/,
  ],
])('wrong usage is refused with a message: %s → $3', async (_, args, env, hint) => {
  const { origin, seen } = await peer(json('{}'));
  const end = await run(args, { SVC_BASE_URL: origin, ...env });
  expect(end).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(hint) as string });
  expect(problemOf(end)).toMatchObject({
    type: 'urn:problem-type:usage',
    detail: expect.stringMatching(hint) as string,
  });
  expect(end.stderr).toMatch(/\nTry: svc-items .*--help\n$/);
  expect(end.stderr).not.toContain('s3cr3t');
  expect(seen).toEqual([]);
});

test('the token is sent, and no output contains it', async () => {
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

test('--help and --version need no environment variables and send no request', async () => {
  const program = await run(['--help'], {});
  expect(program).toMatchObject({ code: 0, stderr: '' });
  const commands = [
    'list-items   List item records',
    'create-item  Create one item record',
    'get-item     Fetch one item by identifier',
  ];
  expect(program.stdout).toContain(`\nCommands:\n  ${commands.join('\n  ')}\n\n`);
  const command = await run(['get-item', '--help'], {});
  expect(command.stdout).toMatch(/^Flags:\n {2}--item-id <string> {2}Any characters; .* \(required\)\n$/m);
  expect(command.stdout).toContain('Gate: get_item_review');
  expect(await run(['--version'], {})).toEqual({ code: 0, stdout: 'svc-items 0.1.0\n', stderr: '' });
});

test('a closed standard output does not make the command fail', async () => {
  const { origin } = await peer(json(JSON.stringify('x'.repeat(5_000_000))));
  const env = { SVC_APPROVE: 'list_items_review', SVC_BASE_URL: origin };
  const child = spawn(process.execPath, [MAIN, 'list-items'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  const [[code], stderr] = await Promise.all([once(child, 'exit') as Promise<[number]>, text(child.stderr)]);
  expect([code, stderr]).toEqual([0, '']);
});

test('the program accepts a base URL with an IPv6 address', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? '');
    json('{}')(response);
  });
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true));
  });
  if (!listening) return;
  const { port } = server.address() as AddressInfo;
  expect(await run(['list-items'], { SVC_BASE_URL: `http://[::1]:${port}` })).toMatchObject({ code: 0 });
  expect(seen).toEqual([`[::1]:${port}`]);
});
