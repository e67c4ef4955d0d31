import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { command } from '../../scenarios/command.js';

it('parity generate reports for each contract which surfaces are current', async () => {
  const { stdout } = await command(resolve('.'), ['generate', '--check']);
  const lines = stdout.split('\n');
  expect(lines).toContain('ui_card on contract/science-runtime.openapi.yaml: current');
  expect(new Set(lines).size).toBe(lines.length);
});
