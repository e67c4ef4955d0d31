import { resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';

/** `npm test` builds it first. */
const MAIN = resolve('dist/harness/main.js');

it('reports for each contract which surfaces are current', async () => {
  const { stdout } = await execa(process.execPath, [MAIN, 'generate', '--check'], { reject: false });
  const lines = stdout.split('\n');
  expect(lines).toContain('ui_card on contract/science-runtime.openapi.yaml: current');
  expect(new Set(lines).size).toBe(lines.length);
});
