import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ParityError } from '../../../contract/parity-error.js';
import { readContract } from '../../../contract/reading/read-contract.js';
import { printFaults } from '../output/print-faults.js';

const FILE = 'parity.config.ts';

/**
 * `parity init`: writes a first configuration that lints and mocks the contract, with comments on how to add a real
 * service. Never overwrites a file.
 */
export async function initCommand(contract: string): Promise<void> {
  if (existsSync(FILE))
    throw new ParityError('config-exists', `${FILE} already exists`, 'Edit the file, or move it away first.');
  const reading = await readContract(contract, { root: process.cwd(), prefix: 'svc' });
  if (reading.kind === 'faults') return printFaults(reading.faults);
  await writeFile(FILE, configText(contract));
  process.stdout.write(
    `Wrote ${FILE} for ${reading.contract.title} (${reading.contract.operations.length} operations). Run \`npx parity check\`.\n`,
  );
}

function configText(contract: string): string {
  return `import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: [${JSON.stringify(contract)}],

  // Command that starts the real service; {port} is replaced by a free port. Without a service, only the mock answers.
  // service: { command: ['node', 'server.js', '--port', '{port}'], resetPath: '/-/reset' },

  // Values that exist in the service's data, so that a read can succeed.
  // values: { item_id: { known: ['item-0001'] } },

  surfaces: {
    rest: { driver: 'rest' },
    // sdk_typescript: { driver: 'sdk_typescript', module: 'dist/client.js' },
    // cli: { driver: 'cli', command: ['node', 'dist/cli.js'] },
    // mcp: { driver: 'mcp', command: ['node', 'dist/mcp-server.js'] },
  },
});
`;
}
