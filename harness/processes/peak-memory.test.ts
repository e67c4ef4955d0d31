import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { peakMegabytes } from './peak-memory.js';

const MEBIBYTE = 1024 * 1024;

test('a process that a large process started reports its own memory', async () => {
  const large = Buffer.alloc(300 * MEBIBYTE, 1);
  const module = path.resolve(import.meta.dirname, '../../dist/harness/processes/peak-memory.js');
  const program = `console.log((await import(${JSON.stringify(module)})).peakMegabytes())`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', program]);
  expect(Number(stdout)).toBeGreaterThan(10);
  expect(Number(stdout)).toBeLessThan(200);
  expect(peakMegabytes()).toBeGreaterThan(large.byteLength / MEBIBYTE);
});
