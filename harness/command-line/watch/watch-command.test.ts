import { expect, it } from 'vitest';
import type { CheckFlags } from '../commands/check-flags.js';
import { watchCommand } from './watch-command.js';

it.each<[string, CheckFlags]>([
  ['--against', { against: 'reports/main' }],
  ['--fail-on', { failOn: 'new' }],
  ['--history', { history: true }],
  ['--shard', { shard: { index: 0, count: 2 } }],
])('--watch refuses %s', async (option, flags) => {
  await expect(watchCommand(undefined, undefined, flags)).rejects.toMatchObject({
    code: 'options-conflict',
    message: expect.stringContaining(option) as unknown,
  });
});
