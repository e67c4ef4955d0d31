import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: ['openapi.json'],
  service: { command: ['python3', 'service.py', '{port}'], inheritEnv: ['PYTHONPATH'], resetPath: '/-/reset' },
  backends: ['reference'],
  waivers: 'waivers.yaml',
  values: { note_id: { known: ['note-1'] } },
  surfaces: {
    rest: {
      driver: 'rest',
      generate: { command: ['python3', 'service.py', '--openapi'], outputs: ['openapi.json'] },
    },
    python: {
      driver: 'protocol',
      command: ['python3', 'driver.py'],
      inexpressible: { create_note: ['the members of the body are arguments'] },
    },
  },
});
