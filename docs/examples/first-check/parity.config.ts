import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: ['openapi.yaml'],
  service: { command: ['node', 'server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
  backends: ['reference'], // the real service only, without the mock
  values: { note_id: { known: ['note-1'] } }, // ids that the data of the service contains
  surfaces: {
    rest: { driver: 'rest' },
    sdk: { driver: 'sdk_typescript', module: 'client.mjs' },
  },
});
