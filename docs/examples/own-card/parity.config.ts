import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: ['../first-check/openapi.yaml'],
  service: { command: ['node', '../first-check/server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
  backends: ['reference'],
  values: { note_id: { known: ['note-1'] } },
  surfaces: {
    card: {
      driver: 'ui_card',
      page: 'card.html',
      address: '?server={url}',
      forms: {
        createNote: {
          open: '[data-tab=new]',
          form: '#new',
          body: 'members',
          fields: {
            'body.title': '[name=title]',
            'body.text': { control: '[name=text]', null: '[value=empty]', omitted: '[value=none]' },
          },
        },
        getNote: { open: '[data-tab=find]', form: '#find', fields: { note_id: '[name=id]' } },
      },
      shows: { success: '#note', failure: '#error', status: '#error', value: '#note pre' },
      inexpressible: { createNote: ['changes'], getNote: ['changes'] }, // an input has no line ends
    },
  },
});
