import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: ['../first-check/openapi.yaml'],
  service: { command: ['node', '../first-check/server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
  backends: ['reference'],
  values: { note_id: { known: ['note-1'] } },
  surfaces: {
    cli: {
      driver: 'cli',
      command: ['node', 'notes.mjs'],
      env: { NOTES_SERVER: '{url}' },
      operations: {
        createNote: { command: ['note', 'add'], body: 'members', arguments: { 'body.text': '--content' } },
        getNote: { command: ['note', 'show'], arguments: { note_id: 1 } },
      },
      exitCodes: { 2: 'usage', 4: 404, 5: 422, '*': 'failure' },
      inexpressible: { createNote: ['null, objects'] },
    },
    tools: {
      driver: 'mcp',
      command: ['node', 'tools.mjs'],
      env: { NOTES_SERVER: '{url}' },
      tools: {
        createNote: { name: 'add-note', body: 'members', arguments: { 'body.text': 'content' } },
        getNote: { name: 'note', arguments: { note_id: 'id' } },
      },
    },
  },
});
