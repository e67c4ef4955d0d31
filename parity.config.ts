import { readFileSync } from 'node:fs';
import { defineConfig } from 'contract-parity';

const fixture = JSON.parse(readFileSync(new URL('contract/fixtures/items.json', import.meta.url), 'utf8')) as {
  items: { item_id: string }[];
};

const items = 'contract/item-service.openapi.yaml';
const runs = 'contract/science-runtime.openapi.yaml';
const python = 'surfaces/sdk_python/reference/template_service';
const listening = ['--port', '{port}', '--reset-path', '/-/reset', '--exit-with-stdin'];

export default defineConfig({
  contracts: [
    {
      file: items,
      service: {
        command: [
          'node',
          'dist/surfaces/rest/reference/main.js',
          '--fixture',
          'contract/fixtures/items.json',
          ...listening,
        ],
        resetPath: '/-/reset',
      },
    },
    {
      file: runs,
      service: { command: ['node', 'dist/surfaces/rest/science_runtime/main.js', ...listening], resetPath: '/-/reset' },
    },
  ],
  groups: 'contract/parity.yaml',
  registry: 'contract/tool-servers.yaml',
  waivers: 'contract/waivers.yaml',
  lint: 'strict',
  prefix: 'svc',
  values: {
    item_id: { known: fixture.items.map((item) => item.item_id) },
  },
  surfaces: {
    rest: {
      contracts: {
        [items]: { driver: 'rest', generate: { generator: 'rest', output: 'surfaces/rest', library: 'surfaces/rest' } },
        [runs]: {
          driver: 'rest',
          generate: { generator: 'rest', output: 'surfaces/rest/science_runtime', library: 'surfaces/rest' },
        },
      },
    },
    sdk_typescript: {
      contracts: {
        [items]: {
          driver: 'sdk_typescript',
          module: 'dist/surfaces/sdk_typescript/generated/client.js',
          generate: {
            generator: 'sdk_typescript',
            output: 'surfaces/sdk_typescript',
            library: 'surfaces/sdk_typescript',
          },
        },
        [runs]: {
          driver: 'sdk_typescript',
          module: 'dist/surfaces/sdk_typescript/science_runtime/generated/client.js',
          generate: {
            generator: 'sdk_typescript',
            output: 'surfaces/sdk_typescript/science_runtime',
            library: 'surfaces/sdk_typescript',
          },
        },
      },
    },
    sdk_python: {
      contracts: {
        [items]: {
          driver: 'protocol',
          command: ['python3', 'surfaces/sdk_python/reference/worker.py'],
          generate: { generator: 'sdk_python', output: python, library: python },
        },
        [runs]: {
          driver: 'protocol',
          command: ['python3', 'surfaces/sdk_python/reference/worker.py', 'template_service.science_runtime'],
          generate: { generator: 'sdk_python', output: `${python}/science_runtime`, library: python },
        },
      },
    },
    cli: {
      contracts: {
        [items]: {
          driver: 'cli',
          command: ['node', 'dist/surfaces/cli/svc-items.cjs'],
          console: { package: 'surfaces/cli/package.json', command: 'svc-items' },
          generate: { generator: 'cli', output: 'surfaces/cli', library: 'surfaces/cli' },
        },
        [runs]: {
          driver: 'cli',
          command: ['node', 'dist/surfaces/cli/svc-runs.cjs'],
          console: { package: 'surfaces/cli/package.json', command: 'svc-runs' },
          generate: { generator: 'cli', output: 'surfaces/cli/science_runtime', library: 'surfaces/cli' },
        },
      },
    },
    mcp: {
      contracts: {
        [items]: {
          driver: 'mcp',
          command: ['node', 'dist/surfaces/mcp/reference/main.js', '--card', 'dist/surfaces/ui_card/items.html'],
          generate: { generator: 'mcp', output: 'surfaces/mcp' },
        },
        // The server has one tool, which is declared by hand, so no code is generated.
        [runs]: {
          driver: 'mcp',
          command: ['node', 'dist/surfaces/mcp/science_runtime/main.js', '--card', 'dist/surfaces/ui_card/runs.html'],
        },
      },
    },
    ui_card: {
      contracts: {
        [items]: {
          driver: 'ui_card',
          page: 'dist/surfaces/ui_card/items.html',
          generate: { generator: 'ui_card', output: 'surfaces/ui_card', library: 'surfaces/ui_card' },
        },
        [runs]: {
          driver: 'ui_card',
          page: 'dist/surfaces/ui_card/runs.html',
          generate: { generator: 'ui_card', output: 'surfaces/ui_card/science_runtime', library: 'surfaces/ui_card' },
        },
      },
    },
  },
});
