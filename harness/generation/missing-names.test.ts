import { expect, test } from 'vitest';
import { itemService } from '../../contract/fixtures/contracts.js';
import { missingNames } from './missing-names.js';

const contract = await itemService();
const unnamed = {
  ...contract,
  operations: contract.operations.map(({ tool: _tool, command: _command, ...operation }) => operation),
};

test.each([
  ['cli', 'x-acme-cli', 'no commands', 'with a command and a description'],
  ['mcp', 'x-acme-mcp-tool', 'no tools', 'with a name and a description'],
] as const)('the generator %s warns if no operation has %s', (generator, extension, ...parts) => {
  const warning = missingNames({ generator, output: 'out' }, unnamed, 'acme');
  for (const part of [`no operation of ${contract.file} has ${extension}, `, ...parts]) expect(warning).toContain(part);
  expect(missingNames({ generator, output: 'out' }, contract, 'acme')).toBeUndefined();
});

test('a missing extension is reported only by generators that need it', () => {
  expect(missingNames({ generator: 'ui_card', output: 'out' }, unnamed, 'acme')).toBeUndefined();
  expect(missingNames({ command: ['true'], output: 'out' }, unnamed, 'acme')).toBeUndefined();
});
