import { describe } from 'vitest';
import { itemService } from '../contract/fixtures/contracts.js';
import { cliDriver } from './cli/driver.js';
import { driverSuite } from './fixtures/driver-suite.js';
import { mcpDriver } from './mcp/driver.js';
import { protocolDriver } from './protocol/driver.js';
import { restDriver } from './rest/driver.js';
import { hasPython } from './sdk_python/fixtures/python.js';
import { sdkTypescriptDriver } from './sdk_typescript/driver.js';
import { uiCardDriver } from './ui_card/driver.js';
import { hasBrowser } from './ui_card/fixtures/has-browser.js';

const contract = await itemService();
const node = process.execPath;

driverSuite('rest', contract, restDriver());
driverSuite(
  'sdk_typescript',
  contract,
  sdkTypescriptDriver({ module: 'dist/surfaces/sdk_typescript/generated/client.js' }),
);
driverSuite('cli', contract, cliDriver({ command: [node, 'dist/surfaces/cli/svc-items.cjs'] }));
driverSuite('mcp', contract, mcpDriver({ command: [node, 'dist/surfaces/mcp/reference/main.js'] }));
describe.skipIf(!hasPython)('drivers that need Python (skipped without Python)', () => {
  driverSuite(
    'sdk_python',
    contract,
    protocolDriver({ command: ['python3', 'surfaces/sdk_python/reference/worker.py'] }),
  );
});
describe.skipIf(!hasBrowser)('drivers that need a browser (skipped without a browser)', () => {
  driverSuite('ui_card', contract, uiCardDriver({ page: 'dist/surfaces/ui_card/items.html' }));
});
