import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { pathBelow } from './path-below.js';

test.each([
  ['/work', '/work/contract/api.yaml', posix, 'contract/api.yaml'],
  ['/work', '/work', posix, ''],
  ['/work', '/work2/api.yaml', posix, undefined],
  ['/work', '/', posix, undefined],
  ['/work', '/work/..api.yaml', posix, '..api.yaml'],
  ['/work', '/work/a\\b.yaml', posix, 'a\\b.yaml'],
  ['C:\\work', 'C:\\work\\contract\\api.yaml', win32, 'contract/api.yaml'],
  ['C:\\work', 'c:\\Work\\api.yaml', win32, 'api.yaml'],
  ['C:\\work', 'C:/work/contract/api.yaml', win32, 'contract/api.yaml'],
  ['C:\\work', 'C:\\other\\api.yaml', win32, undefined],
  ['C:\\work', 'D:\\work\\api.yaml', win32, undefined],
  ['C:\\work', '\\\\server\\share\\api.yaml', win32, undefined],
  ['C:\\work', 'C:\\work\\..api.yaml', win32, '..api.yaml'],
])('finds the path relative to the folder %s: %s → $3', (folder, path, api, want) => {
  expect(pathBelow(folder, path, api)).toBe(want);
});
