import { readFileSync } from 'node:fs';
import { defineConfig } from 'contract-parity';

const fixture = JSON.parse(readFileSync(new URL('contract/fixtures/items.json', import.meta.url), 'utf8')) as {
  items: { item_id: string }[];
};

export default defineConfig({
  contracts: ['contract/item-service.openapi.yaml', { file: 'contract/science-runtime.openapi.yaml', served: false }],
  groups: 'contract/parity.yaml',
  registry: 'contract/tool-servers.yaml',
  waivers: 'contract/waivers.yaml',
  prefix: 'svc',
  service: {
    command: [
      'node',
      'dist/surfaces/rest/reference/main.js',
      '--port',
      '{port}',
      '--fixture',
      'contract/fixtures/items.json',
      '--reset-path',
      '/-/reset',
      '--exit-with-stdin',
    ],
    resetPath: '/-/reset',
  },
  values: {
    item_id: { known: fixture.items.map((item) => item.item_id) },
    cursor: { known: [], only: true },
  },
  surfaces: {
    rest: { driver: 'rest', generate: { generator: 'rest', output: 'surfaces/rest' } },
    sdk_typescript: {
      driver: 'sdk_typescript',
      module: 'dist/surfaces/sdk_typescript/generated/client.js',
      generate: { generator: 'sdk_typescript', output: 'surfaces/sdk_typescript' },
    },
    sdk_python: {
      driver: 'protocol',
      command: ['python3', 'surfaces/sdk_python/reference/worker.py'],
      generate: { generator: 'sdk_python', output: 'surfaces/sdk_python/reference/template_service' },
    },
    cli: {
      driver: 'cli',
      command: ['node', 'dist/surfaces/cli/svc-items.cjs'],
      console: { package: 'surfaces/cli/package.json', command: 'svc-items' },
      generate: { generator: 'cli', output: 'surfaces/cli' },
    },
    mcp: {
      driver: 'mcp',
      command: ['node', 'dist/surfaces/mcp/reference/main.js'],
      generate: { generator: 'mcp', output: 'surfaces/mcp' },
    },
  },
});
