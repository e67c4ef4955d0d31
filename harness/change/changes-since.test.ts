import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSentence } from '../../reports/view/comparison/change-words.js';
import { changesSince } from './changes-since.js';
import { API, CONFIG, generateCode, readProject, write, writeProject } from './fixtures/project.js';

/** Git variables that make tests independent of the git configuration of the machine. */
const ENVIRONMENT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', HOME: tmpdir() };

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore', env: { ...process.env, ...ENVIRONMENT } });
}

const base = mkdtempSync(join(tmpdir(), 'parity-since-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const origin = join(base, 'origin');
beforeAll(async () => {
  await writeProject(origin);
  git(origin, 'init');
  git(origin, 'add', '.');
  git(origin, 'commit', '-m', 'first');
});

let count = 0;
/** A copy of the repository with edits that are not committed. */
function edited(files: Readonly<Record<string, string | undefined>>): string {
  count += 1;
  const root = join(base, `copy-${count}`);
  cpSync(origin, root, { recursive: true });
  for (const [name, text] of Object.entries(files))
    if (text === undefined) rmSync(join(root, name));
    else write(root, name, text);
  return root;
}

interface Result {
  readonly why: readonly string[];
  /** Maps each surface to its requested operations, or to `all`. */
  readonly chosen: Readonly<Record<string, string>>;
}

async function since(root: string, ref = 'HEAD'): Promise<Result> {
  const { loaded, promised } = await readProject(root);
  const changes = await changesSince(loaded, promised, ref, [join(root, 'reports')]);
  const ids = promised.served.flatMap(({ operations }) => operations.map(({ id }) => id));
  const chosen = Object.keys(CONFIG.surfaces).map((surface) => {
    const own = ids.filter((id) => changes.has(surface, id));
    return [surface, own.length === ids.length ? 'all' : own.join(' ')] as const;
  });
  return { why: changes.reasons.map(changeSentence), chosen: Object.fromEntries(chosen) };
}

const ALL = { rest: 'all', sdk: 'all', py: 'all' };
const NONE = { rest: '', sdk: '', py: '' };

const CASES: readonly (readonly [name: string, files: Readonly<Record<string, string | undefined>>, want: Result])[] = [
  ['nothing changed → none', {}, { why: [], chosen: NONE }],
  [
    'one operation of the contract changed → this operation on all surfaces',
    { 'openapi.yaml': API.replace('Fine.', 'Healthy.') },
    {
      why: ['openapi.yaml#/paths/~1health/get → health: changed'],
      chosen: { rest: 'health', sdk: 'health', py: 'health' },
    },
  ],
  [
    'an operation of a collection changed → also the operations that use the same items',
    { 'openapi.yaml': API.replace('All.', 'Each.') },
    {
      why: [
        'openapi.yaml#/paths/~1notes/get → listNotes: changed',
        'listNotes → createNote: the operation changed, and these operations use the same items',
      ],
      chosen: { rest: 'createNote listNotes', sdk: 'createNote listNotes', py: 'createNote listNotes' },
    },
  ],
  [
    'an operation was removed → all operations',
    { 'openapi.yaml': API.replace(/ {2}\/health:\n.*\n/, '') },
    { why: ['openapi.yaml → createNote, listNotes: the contract no longer has health'], chosen: ALL },
  ],
  [
    'a source module of a built surface changed → all operations of this surface',
    { 'src/lib.ts': '1' },
    {
      why: ['src/lib.ts → every operation on sdk: sdk: the file is the source of dist/lib.mjs'],
      chosen: { ...NONE, sdk: 'all' },
    },
  ],
  [
    'the package of a surface in another language changed → all operations of this surface',
    { 'py/deep/module.py': '1' },
    {
      why: ['py/deep/module.py → every operation on py: py: py/worker.py is run from this package'],
      chosen: { ...NONE, py: 'all' },
    },
  ],
  [
    'a module of the service changed → all operations',
    { 'service/lib.mjs': '1' },
    { why: ['service/lib.mjs → every operation: the service: service/main.mjs imports the file'], chosen: ALL },
  ],
  [
    'the waivers changed → all operations',
    { 'waivers.yaml': 'waivers: []\n# none' },
    { why: ['waivers.yaml → every operation: the waivers changed'], chosen: ALL },
  ],
  [
    'the configuration changed → all operations',
    { 'parity.config.json': `${JSON.stringify(CONFIG)}\n` },
    { why: ['parity.config.json → every operation: the configuration changed'], chosen: ALL },
  ],
  [
    'an untracked file that no known program uses was added → all operations',
    { 'data.bin': '1' },
    { why: ['data.bin → every operation: the file changed, and belongs to no known surface'], chosen: ALL },
  ],
  [
    'a file was removed → all operations',
    { 'notes.txt': undefined },
    { why: ['notes.txt → every operation: the file changed, and belongs to no known surface'], chosen: ALL },
  ],
  [
    'a text file that a program may read changed → all operations',
    { 'service/prompts/one.md': '1' },
    {
      why: ['service/prompts/one.md → every operation: the file changed, and belongs to no known surface'],
      chosen: ALL,
    },
  ],
  [
    'only documentation and tests changed → none',
    { 'src/README.md': '1', 'src/lib.test.ts': '1', 'docs/page.md': '1' },
    { why: ['docs/page.md, src/README.md → none: documentation', 'src/lib.test.ts → none: a test'], chosen: NONE },
  ],
];

describe('changesSince', () => {
  it.each(CASES)('selects the operations that a change may affect: %s', async (_, files, want) => {
    expect(await since(edited(files))).toEqual(want);
  });

  it('generated code that changed only because the contract changed affects only the changed operations', async () => {
    const root = edited({
      'openapi.yaml': API.replace('operationId: health', 'operationId: health, summary: Health.'),
    });
    await generateCode(root);
    const { why, chosen } = await since(root);
    expect(why.join('\n')).toContain('on sdk: sdk: the generated code changed because the contract changed');
    expect(chosen).toEqual({ rest: 'health', sdk: 'health', py: 'health' });
  });

  it('generated code that was edited by hand concerns the whole surface', async () => {
    const api = API.replace('operationId: health', 'operationId: health, summary: Health.');
    const { chosen } = await since(edited({ 'openapi.yaml': api, 'sdk/generated/client.ts': '// mine' }));
    expect(chosen).toEqual({ rest: 'health', sdk: 'all', py: 'health' });
  });
});

describe('the earlier revision of changesSince', () => {
  it('the earlier revision is the merge base with the named branch', async () => {
    const root = edited({});
    git(root, 'checkout', '-b', 'work');
    git(root, 'checkout', 'main');
    write(root, 'service/lib.mjs', '2');
    git(root, 'commit', '-am', 'of others');
    git(root, 'checkout', 'work');
    write(root, 'src/lib.ts', '2');
    git(root, 'commit', '-am', 'own');
    expect((await since(root, 'main')).chosen).toEqual({ ...NONE, sdk: 'all' });
  });

  it('the earlier revision is found from a folder inside the repository, and covers files outside the folder', async () => {
    const root = join(base, 'mono');
    cpSync(origin, join(root, 'app'), { recursive: true });
    rmSync(join(root, 'app/.git'), { recursive: true });
    git(root, 'init');
    git(root, 'add', '.');
    git(root, 'commit', '-m', 'first');
    write(root, 'app/openapi.yaml', API.replace('Fine.', 'Healthy.'));
    expect((await since(join(root, 'app'))).chosen).toEqual({ rest: 'health', sdk: 'health', py: 'health' });
    write(root, 'shared.txt', '');
    expect((await since(join(root, 'app'))).why).toContain(
      '../shared.txt → every operation: the file changed, and belongs to no known surface',
    );
  });

  it('the earlier revision may lack files of the configuration', async () => {
    const root = edited({ '.gitignore': 'dist\nreports\nwaivers.yaml\n' });
    git(root, 'rm', '--cached', 'waivers.yaml');
    git(root, 'add', '.');
    git(root, 'commit', '-m', 'without');
    expect((await since(root)).why).toEqual([
      'waivers.yaml → every operation: the waivers: git ignores the file, so it cannot be compared',
    ]);
  });

  it('the earlier revision may lack the contract', async () => {
    const root = edited({});
    git(root, 'rm', '--cached', 'openapi.yaml');
    git(root, 'commit', '-m', 'without');
    expect(await since(root)).toEqual({
      why: [
        'openapi.yaml → createNote, listNotes, health: openapi.yaml did not exist at HEAD, so it cannot be compared',
      ],
      chosen: ALL,
    });
  });

  it.each([
    ['an unknown name', edited, 'nope', /no commit `nope`$/, /git fetch/],
    ['a name that looks like an option', edited, '--output=x', /no commit `--output=x`$/, /git fetch/],
    ['a shallow clone', shallow, 'HEAD~1', /it is a shallow clone$/, /git fetch --depth=1 origin HEAD~1/],
    ['a folder outside a repository', outside, 'HEAD', /is not in a git working tree$/, /omit `--changed-since`/],
  ] as const)('a missing earlier revision is an error with a fix: %s', async (_, folder, ref, message, repair) => {
    const error: unknown = await since(folder({}), ref).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(message), repair: expect.stringMatching(repair) });
  });
});

function shallow(): string {
  const root = edited({});
  git(root, 'commit', '--allow-empty', '-m', 'second');
  git(base, 'clone', '--depth=1', `file://${root}`, `${root}-shallow`);
  cpSync(join(root, 'dist'), join(`${root}-shallow`, 'dist'), { recursive: true });
  return `${root}-shallow`;
}

function outside(): string {
  const root = edited({});
  rmSync(join(root, '.git'), { recursive: true });
  return root;
}
