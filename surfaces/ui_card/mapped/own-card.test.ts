import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { contractOf, itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { type Peer, json, peer } from '../../fixtures/peer.js';
import type { Outcome } from '../../outcome.js';
import type { UiCardOptions } from '../config.js';
import { uiCardDriver } from '../driver.js';
import { hasBrowser } from '../fixtures/has-browser.js';
import type { CardParts } from './card-mapping.js';
import { mappedAddress, mappedTask } from './mapped-task.js';

const contract = await itemService();
const create = operationOf(contract, 'createItem');
const SHOWS: CardParts = { success: '#done', failure: '#failed', status: '#failed', value: '#done' };
const CARD: UiCardOptions = {
  page: 'surfaces/ui_card/fixtures/own-card.html',
  settings: { '#server': '{url}', '#key': '{token}' },
  forms: {
    createItem: {
      form: '#item',
      body: 'members',
      submit: '#send',
      fields: {
        'body.name': '[name=name]',
        'body.quantity': '[name=quantity]',
        'body.status': '[name=status]',
        'body.serial': '[name=serial]',
        'body.tags': { control: '[name=tags]', json: true },
        'body.note': '[name=note]',
      },
    },
  },
  shows: SHOWS,
};

const UPLOAD = `<form id="upload"><input type="file" name="file"><button>Send</button></form><p id="done"></p><script>
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    await fetch('/files', { method: 'POST', body: new FormData(event.target) });
    document.querySelector('#done').textContent = '{}';
  });
</script>`;

describe.skipIf(!hasBrowser)('a card that a user wrote (skipped without a browser)', () => {
  async function started(
    answer = json('{"name":"ab"}', 201),
  ): Promise<Peer & { readonly run: (body: Json) => Promise<Outcome> }> {
    const one = await peer(answer);
    const where = { surface: 'card', baseUrl: one.origin, root: process.cwd(), timeoutMs: 5000, prefix: 'svc' };
    const session = await uiCardDriver(CARD).start({ ...where, contract, token: 'right' });
    onTestFinished(() => session.stop());
    const run = (body: Json): Promise<Outcome> =>
      session.run({ operation: create, input: { body }, token: 'right', gate: 'approved' });
    return { ...one, run };
  }

  it('the driver enters each value into the configured control, and reads the reply that the card shows', async () => {
    const { seen, run } = await started();
    const sent: readonly Json[] = [
      { name: 'ab' },
      { name: 'ab', quantity: 2, status: 'active', serial: '2', tags: ['a', 'b'], note: 'x' },
      { name: ' "ab" ' },
    ];
    for (const body of sent) expect(await run(body)).toEqual({ kind: 'value', value: { name: 'ab' } });
    expect(seen.map(({ body }) => JSON.parse(body) as Json)).toEqual(sent);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(sent.map(() => 'Bearer right'));
  });

  it('the driver reports inexpressible values, refusals of the page, and failures of the service', async () => {
    const { seen, run } = await started(json('{}', 503));
    const inexpressible = (reason: string): Outcome => ({ kind: 'inexpressible', reason, by: 'surface' });
    expect(await run({ name: 'a\nb' })).toEqual(inexpressible('the control of body.name changes the text "a\\nb"'));
    expect(await run({ name: 'ab', note: null })).toEqual(
      inexpressible('the control of body.note does not accept null'),
    );
    expect(await run({ name: 'ab', note: '' })).toEqual(
      inexpressible('the form omits body.note if its control is empty, so it cannot send an empty text'),
    );
    expect(await run({ name: 'ab', quantity: '2' })).toMatchObject(
      inexpressible('the control of body.quantity does not accept "2"'),
    );
    expect(await run({ name: 'ab', serial: '3' })).toEqual(
      inexpressible('the control of body.serial has no choice "3"'),
    );
    expect(await run({ name: 'a'.repeat(10) })).toEqual(
      inexpressible('the control of body.name accepts at most 9 UTF-16 code units'),
    );
    expect(await run({})).toEqual(inexpressible('the form always sends body.name, so it cannot be omitted'));
    expect(await run({ name: 'a' })).toMatchObject({ kind: 'refused', by: 'client' });
    expect(seen).toEqual([]);
    expect(await run({ name: 'ab' })).toEqual({ kind: 'problem', status: 503 });
  });

  it('the driver selects files in the configured controls', async () => {
    const { origin, seen } = await peer(json('{}'));
    const folder = mkdtempSync(join(tmpdir(), 'own-card-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'upload.html'), UPLOAD);
    const schema = { type: 'object', properties: { file: { format: 'binary' } } };
    const requestBody = { content: { 'multipart/form-data': { schema } } };
    const post = { operationId: 'upload', requestBody, responses: { 200: { description: 'Done.' } } };
    const uploads = await contractOf({ paths: { '/files': { post } } });
    const fields = { 'body.file': '[name=file]' };
    const forms = { upload: { form: '#upload', body: 'members' as const, fields } };
    const where = { surface: 'card', baseUrl: origin, root: folder, timeoutMs: 5000, prefix: 'svc', token: '' };
    const card = uiCardDriver({ page: 'upload.html', forms, shows: SHOWS });
    const session = await card.start({ ...where, contract: uploads });
    onTestFinished(() => session.stop());
    const run = (body: Json): Promise<Outcome> =>
      session.run({ operation: operationOf(uploads, 'upload'), input: { body }, token: undefined, gate: 'approved' });
    expect(await run({ file: 'a\xe9' })).toMatchObject({ kind: 'value' });
    // The file is not UTF-8: its second character is a single byte.
    expect(seen[0]?.body).toContain(
      'name="file"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\na\ufffd\r\n',
    );
    expect(await run({ file: 7 })).toMatchObject({
      reason: 'the control of body.file accepts only the bytes of a file',
    });
  });
});

describe('mappedTask', () => {
  const mapping = { forms: CARD.forms ?? {}, shows: SHOWS };
  const task = (id: string, input: CaseInput): unknown =>
    mappedTask(
      mapping,
      { operation: operationOf(contract, id), input, token: 'a' },
      { baseUrl: 'http://x', timeoutMs: 1, schemas: contract.schemas },
    );

  it.each([
    [
      'a card without a form for the operation',
      'getItem',
      { path: { item_id: 'a' } },
      'the card has no form for getItem',
    ],
    [
      'a form without a control for a member',
      'createItem',
      { body: { name: 'a', price: 1 } },
      'the form has no control for body.price',
    ],
    [
      'a body that is not an object',
      'createItem',
      { body: [] },
      'the body is not an object, so it has no members to pass as arguments',
    ],
  ])('a call is inexpressible: %s → $3', (_, id, input, want) => {
    expect(task(id, input)).toBe(want);
  });

  it('the data for a call states the JSON types of each argument, and whether it is required', () => {
    expect(task('createItem', { body: { name: 'a' } })).toMatchObject({
      form: '#item',
      fields: [
        { name: 'body.name', isRequired: true, types: ['string'], value: 'a' },
        { name: 'body.quantity', isRequired: false, types: ['integer'] },
        ...['status', 'serial', 'tags', 'note'].map((name) => ({ name: `body.${name}` })),
      ],
    });
  });

  it('base URLs and the token are percent-encoded in the address of the card', () => {
    const urls = { baseUrl: 'http://x/tap' };
    const address = { ...mapping, address: '?server={url}#{token}' };
    expect(mappedAddress(address, urls, 'a b')).toBe('http://x/tap/card?server=http%3A%2F%2Fx%2Ftap#a%20b');
    expect(mappedAddress(mapping, urls, undefined)).toBe('http://x/tap/card');
    const serverUrls = new Map([['https://up', 'http://x/up']]);
    const both = { ...mapping, address: '?up={url:https://up/}&other={url:https://other}' };
    expect(mappedAddress(both, { ...urls, serverUrls }, undefined)).toBe(
      'http://x/tap/card?up=http%3A%2F%2Fx%2Fup&other=http%3A%2F%2Fx%2Ftap',
    );
  });
});
