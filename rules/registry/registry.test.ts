import { expect, test } from 'vitest';
import type { ToolServer } from '../../contract/manifests/tool-server.js';
import { REGISTRY_RULES } from './catalogue.js';
import { pinned } from './registry-rule.js';

const SHA = '0123456789abcdef0123456789abcdef01234567';

function server(pin: string, launch: readonly string[], name = 'memory'): ToolServer {
  const place = (key: string): ToolServer['places']['pin'] => ({
    file: 'servers.yaml',
    line: 3,
    column: 5,
    pointer: `/servers/0/${key}`,
  });
  return { name, pin, launch, places: { name: place('name'), pin: place('pin'), launch: place('launch') } };
}

function broken(servers: readonly ToolServer[]): readonly string[] {
  return REGISTRY_RULES.flatMap((rule) => rule.check(pinned(servers)).map(({ kind }) => `${rule.id} ${kind}`));
}

test.each<[string, readonly string[]]>([
  ['npm:@acme/memory@1.2.0', ['npx', '--yes', '@acme/memory@1.2.0']],
  ['npm:memory@1.2.0-rc.1+build.5', ['npx', '-y', 'memory@1.2.0-rc.1+build.5', 'stdio']],
  ['npm:memory@1.2.0', ['npm', 'exec', '--yes', '--package=memory@1.2.0', '--', 'memory-server', '--port', 'x@latest']],
  ['npm:memory@1.2.0', ['/usr/bin/npx', '-p', 'memory@1.2.0', 'memory-server']],
  ['npm:memory@1.2.0', ['pnpm', 'dlx', 'memory@1.2.0']],
  ['npm:memory@1.2.0', ['env', 'MEMORY_FILE=memory.json', 'npx', 'memory@1.2.0']],
  ['uv:mcp-server-time@2026.10.19', ['uvx', 'mcp-server-time@2026.10.19']],
  [
    'uv:mcp-server-time@2026.10.19',
    ['uvx', '--python', '3.12', '--from', 'mcp-server-time==2026.10.19', 'mcp-server-time'],
  ],
  ['uv:server@1!2.0rc1.post2.dev3', ['uv', 'tool', 'run', 'server==1!2.0rc1.post2.dev3']],
  [`local:surfaces/mcp@${SHA}`, ['node', 'surfaces/mcp/main.js']],
  [`local:surfaces/mcp@${SHA}`, ['node', 'dist/surfaces/mcp/main.js']],
  [`operator:git.example.org/a/b@${SHA}`, ['operator-run', 'b', '--revision', SHA]],
  [`operator:git@example.org:a/b@${SHA}`, ['operator-run', `b@${SHA}`]],
  ['http:https://tools.example.org/mcp', []],
  ['http:http://127.0.0.1:4020/mcp', []],
])('the pin %s is valid, and the launch %j starts the pinned version', (pin, launch) => {
  expect(broken([server(pin, launch)])).toEqual([]);
});

test.each<[string, string]>([
  ['npm:memory@^1.2.0', 'version-range'],
  ['npm:memory@~1.2.0', 'version-range'],
  ['npm:memory@>=1.2.0 <2', 'version-range'],
  ['npm:memory@1.2', 'version-range'],
  ['npm:memory@1.x', 'version-range'],
  ['npm:memory@*', 'version-range'],
  ['npm:memory@latest', 'version-tag'],
  ['npm:memory@v1.2.0', 'version-tag'],
  ['npm:memory@01.2.0', 'version-malformed'],
  ['npm:memory', 'version-missing'],
  ['npm:@acme/memory', 'version-missing'],
  ['npm:Memory@1.2.0', 'name-malformed'],
  ['npm:@1.2.0', 'name-malformed'],
  ['npm:git+https://git.example.org/a.git@1.2.0', 'name-malformed'],
  ['uv:server@~=1.4', 'version-range'],
  ['uv:server@1.*', 'version-range'],
  ['uv:server@latest', 'version-tag'],
  ['local:surfaces/mcp@main', 'revision-moving'],
  ['local:surfaces/mcp@v1.0.0', 'revision-moving'],
  ['local:surfaces/mcp@HEAD', 'revision-moving'],
  ['local:surfaces/mcp@0123abc', 'revision-abbreviated'],
  [`local:surfaces/mcp@${SHA.toUpperCase()}`, 'revision-abbreviated'],
  ['local:surfaces/mcp', 'version-missing'],
  [`local:../mcp@${SHA}`, 'path-outside'],
  [`local:/mcp@${SHA}`, 'path-outside'],
  [`operator:@${SHA}`, 'name-malformed'],
  ['operator:git.example.org/a@main', 'revision-moving'],
  ['http:tools.example.org/mcp', 'url-malformed'],
  ['http:file:///etc/passwd', 'url-malformed'],
  ['http:https://name:secret@tools.example.org/mcp', 'url-credentials'],
  ['memory@1.2.0', 'form-unknown'],
  ['docker:memory@1.2.0', 'form-unknown'],
])('%s is not a valid pin', (pin, kind) => {
  expect(broken([server(pin, ['any'])])).toEqual([`registry/pin-form ${kind}`]);
});

test.each<[string, string, readonly string[], string]>([
  [
    'a different version of the pinned package',
    'npm:memory@1.2.0',
    ['npx', '-y', 'memory@1.2.1'],
    'launch-other-version',
  ],
  ['a range of versions', 'npm:memory@1.2.0', ['npx', 'memory@^1.2.0'], 'launch-other-version'],
  ['a package without a version', 'npm:memory@1.2.0', ['npx', '-y', 'memory'], 'launch-unpinned'],
  ['a different package', 'npm:memory@1.2.0', ['npx', 'memory-two@1.2.0'], 'launch-other-package'],
  [
    'an unpinned package with the pin as its argument',
    'npm:memory@1.2.0',
    ['npx', 'other', 'memory@1.2.0'],
    'launch-other-package',
  ],
  [
    'a further package',
    'npm:memory@1.2.0',
    ['npx', '-p', 'memory@1.2.0', '-p', 'helper', 'memory'],
    'launch-other-package',
  ],
  [
    'an unpinned package, with the pin as the value of an option',
    'npm:memory@1.2.0',
    ['npx', '--cache', 'memory@1.2.0', 'memory'],
    'launch-unpinned',
  ],
  ['no package', 'npm:memory@1.2.0', ['npx', '--yes'], 'launch-other-package'],
  ['a local file with the name of the pin', 'npm:memory@1.2.0', ['node', 'memory@1.2.0'], 'launch-other-runner'],
  ['an npm script', 'npm:memory@1.2.0', ['npm', 'run', 'memory@1.2.0'], 'launch-other-runner'],
  ['the package runner of a different manager', 'uv:memory@1.2.0', ['npx', 'memory@1.2.0'], 'launch-other-runner'],
  [
    'a further package that is not pinned',
    'uv:memory@1.2.0',
    ['uvx', '--with', 'helper', 'memory@1.2.0'],
    'launch-other-package',
  ],
  ['nothing', 'npm:memory@1.2.0', [], 'launch-missing'],
  ['a shell', 'npm:memory@1.2.0', ['sh', '-c', 'npx memory@1.2.0'], 'launch-shell'],
  [
    'a shell after assignments of variables',
    'npm:memory@1.2.0',
    ['env', 'A=b', 'sh', '-c', 'npx memory@1.2.0'],
    'launch-shell',
  ],
  [
    'a shell command in an option of `npx`',
    'npm:memory@1.2.0',
    ['npx', '-p', 'memory@1.2.0', '-c', 'memory | tee log'],
    'launch-shell',
  ],
  ['nothing after assignments of variables', 'npm:memory@1.2.0', ['env', 'A=b'], 'launch-missing'],
  ['a shell command in one word', 'npm:memory@1.2.0', ['npx memory@1.2.0'], 'launch-shell'],
  [
    'a program outside the pinned folder',
    `local:surfaces/mcp@${SHA}`,
    ['node', 'surfaces/mcp2/main.js'],
    'launch-other-path',
  ],
  [
    'a program whose path leads out of the pinned folder',
    `local:surfaces/mcp@${SHA}`,
    ['node', 'surfaces/mcp/../cli/main.js'],
    'launch-other-path',
  ],
  [
    'a different revision',
    `operator:git.example.org/a@${SHA}`,
    ['run', 'a', '--revision', 'f'.repeat(40)],
    'launch-unpinned',
  ],
])('the launch command of a server is a violation if it starts %s', (_, pin, launch, kind) => {
  expect(broken([server(pin, launch)])).toEqual([`registry/launch-version ${kind}`]);
});

test('the registry rules report a URL pin with a launch, and a duplicate name', () => {
  expect(broken([server('http:https://tools.example.org/mcp', ['npx', 'a@1.0.0'])])).toEqual([
    'registry/http-launch launch-present',
  ]);
  const url = server('http:https://tools.example.org/mcp', []);
  expect(broken([url, url])).toEqual(['registry/unique-name name-repeated']);
});

test('a violation of a pin has its location and the expected form', () => {
  const [violation] = REGISTRY_RULES.flatMap((rule) => rule.check(pinned([server('npm:memory@^1.2.0', [])])));
  expect(violation).toMatchObject({
    surface: 'memory',
    message: 'The pin of memory allows a range of versions.',
    expected: 'npm:memory@1.2.0',
    received: 'npm:memory@^1.2.0',
    location: { line: 3, pointer: '/servers/0/pin' },
  });
  const expected = (pin: string): unknown =>
    REGISTRY_RULES.flatMap((rule) => rule.check(pinned([server(pin, ['any'])])))[0]?.expected;
  expect(expected('npm:memory@latest')).toBe('npm:memory@<major>.<minor>.<patch>');
  expect(expected('local:surfaces/mcp@main')).toBe('local:surfaces/mcp@<40 hex digits>');
});
