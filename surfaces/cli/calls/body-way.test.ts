import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BodyWay } from '../../../contract/body-way.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.js';
import { inBodyWay, namedFolder } from './body-way.js';

type Given = readonly [args: readonly string[], stdin?: string];

it.each<[string, BodyWay | undefined, Given, Given, file?: string]>([
  [
    'a body without a stated way is passed as an argument',
    undefined,
    [['--limit=1', '--body=123']],
    [['--limit=1', '--body=123']],
  ],
  [
    'a body is passed on standard input',
    'standard-input',
    [['--limit=1', '--body="é"', '--x=2']],
    [['--limit=1', '--body-file=-', '--x=2'], '"é"'],
  ],
  [
    'a body is passed in a file if the `bodyWay` is `file`',
    'file',
    [['--body=null', '--x=2']],
    [['--body-file=../b', '--x=2']],
    'null',
  ],
  [
    'a body that is too long for an argument is passed on standard input',
    undefined,
    [['--body-file=-'], 'abc'],
    [['--body-file=-'], 'abc'],
  ],
  [
    'a body that is too long for an argument is passed in a file',
    'file',
    [['--body-file=-'], 'abc'],
    [['--body-file=../b']],
    'abc',
  ],
  ['a body is passed by `@` and the path of a file', 'at-file', [['--body=1']], [['--body=@../b']], '1'],
  ['a call without a body is unchanged', 'standard-input', [['--limit=100']], [['--limit=100']]],
])(
  'a body is passed to the program as the `bodyWay` of the case requires: %s',
  (_, way, [given, stdin], [args, input], file) => {
    const vector = { kind: 'arguments', args: given, ...(stdin && { stdin: Buffer.from(stdin) }) } as const;
    const wanted = {
      kind: 'arguments',
      args,
      ...(input && { stdin: Buffer.from(input) }),
      ...(file && { files: [{ path: '/tmp/b', bytes: Buffer.from(file) }] }),
    };
    expect(inBodyWay(vector, way, '/tmp/b', '../b')).toEqual(wanted);
  },
);

it.each([
  [['node', 'main.js'], '../folder'],
  [['/usr/bin/npm', 'run', 'main'], 'FOLDER'],
])('the folder of files is named to the program %j as %s', async (command, want) => {
  const root = await makeTemporaryFolder('body-way');
  onTestFinished(() => removeTemporaryFolder(root));
  const [folder, cwd, link] = [join(root, 'folder'), join(root, 'cwd'), join(root, 'cwd', 'link')];
  for (const path of [folder, cwd]) await mkdir(path);
  await symlink(cwd, link);
  expect((await namedFolder(folder, command, link)).replace(folder, 'FOLDER')).toBe(want);
});
