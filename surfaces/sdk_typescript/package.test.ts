import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A program that imports the package by its name, through the `exports` of its `package.json`, as users do. */
const USE = `
import { Client } from 'template-service-sdk';
import { NotFoundError } from 'template-service-sdk/errors';
import { RefusedError } from 'template-service-sdk/refused-error';
import 'template-service-sdk/types';
const client = new Client({ baseUrl: 'http://127.0.0.1:9' });
const refusal = await client.getItem({ item_id: '' }).catch((error) => error);
console.log(refusal instanceof RefusedError, new NotFoundError(404, {}).name);
await client.close();
`;

test('the package builds by itself, and runs outside the repository', () => {
  const room = path.resolve('surfaces/sdk_typescript');
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(room, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  execFileSync(path.resolve('node_modules/.bin/tsc'), ['-p', room, '--outDir', path.join(folder, 'dist')]);
  writeFileSync(path.join(folder, 'use.js'), USE);
  expect(execFileSync(process.execPath, [path.join(folder, 'use.js')], { encoding: 'utf8' })).toBe(
    'true NotFoundError\n',
  );
});
