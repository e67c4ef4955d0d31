import { defineConfig } from 'contract-parity';

const CONTRACT = '../first-check/openapi.yaml';

export default defineConfig({
  contracts: [CONTRACT],
  service: { command: ['node', '../first-check/server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
  backends: ['reference'],
  waivers: 'waivers.yaml',
  values: { note_id: { known: ['note-1'] } },
  surfaces: {
    hey_api: {
      driver: 'sdk_typescript',
      module: 'dist/hey-api.js',
      arguments: 'grouped',
      generate: { command: ['openapi-ts'], outputs: ['src/hey-api'] },
    },
    openapi_fetch: {
      driver: 'sdk_typescript',
      module: 'dist/openapi-fetch.js',
      arguments: 'grouped',
      generate: { command: ['openapi-typescript', CONTRACT, '-o', 'src/schema.d.ts'], outputs: ['src/schema.d.ts'] },
    },
  },
});
