import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { DriverSession } from '../driver.js';
import { json, peer } from '../fixtures/peer.js';
import { type ReferenceService, referenceService } from '../fixtures/reference-service.js';
import { MARKUP_TEXT } from '../shown-json.js';
import type { Outcome } from '../outcome.js';
import { uiCardDriver } from './driver.js';
import { hasBrowser } from './fixtures/has-browser.js';
import { uiCardExpectedInventory } from './inventory.js';
import { uiCardKind } from './kind.js';

const contract = await itemService();
/**
 * A replacement for code in the script of a card. With it, the form sends members of a branch of a union that the user
 * no longer shows.
 */
const KEEPS_MEMBERS = `function keeps(body, before) {
  const { read } = body;
  body.read = () => {
    const [own, other] = [read(), before?.read()];
    return own.kind === "value" && other?.kind === "value" ? { ...own, value: { ...other.value, ...own.value } } : own;
  };
}
function unionBody(`;
/** The card that `npm test` builds. */
const PAGE = 'dist/surfaces/ui_card/items.html';

let service: ReferenceService;
let folder: string;
const sessions: DriverSession[] = [];

beforeAll(async () => {
  service = await referenceService();
  folder = await mkdtemp(path.join(tmpdir(), 'card-test-'));
});

afterAll(async () => {
  await Promise.all(sessions.map((session) => session.stop()));
  await service.stop();
  await rm(folder, { recursive: true });
});

async function started(page = PAGE, timeoutMs = 5000, baseUrl = service.url): Promise<DriverSession> {
  const where = { surface: 'ui_card', baseUrl, root: process.cwd() };
  const session = await uiCardDriver({ page }).start({ ...where, contract, token: 'right', prefix: 'svc', timeoutMs });
  sessions.push(session);
  return session;
}

function run(
  session: DriverSession,
  id: string,
  input: CaseInput,
  token: string | undefined = 'right',
): Promise<Outcome> {
  return session.run({ operation: operationOf(contract, id), input, token, gate: 'approved' });
}

function browserOf(session: DriverSession): Promise<Browser> {
  return (session as unknown as { readonly browser: () => Promise<Browser> }).browser();
}

/**
 * Writes a card in whose script texts are replaced, and returns its path. The hash of the script in the policy of the
 * page is updated.
 */
async function planted(...replacements: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const html = await readFile(PAGE, 'utf8');
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(html) ?? [];
  let changed = script;
  for (const [from, to] of replacements) {
    if (!changed.includes(from)) throw new Error(`the card has no ${from}`);
    changed = changed.replaceAll(from, to);
  }
  const digest = createHash('sha256').update(changed).digest('base64');
  const file = path.join(folder, `${digest.replaceAll(/\W/g, '')}.html`);
  const page = html.replace(script, () => changed).replace(/'sha256-[^']*'/, () => `'sha256-${digest}'`);
  await writeFile(file, page);
  return file;
}

describe.skipIf(!hasBrowser)('the card driver in a real browser (skipped without a browser)', () => {
  it('a card shows every type of value and every character of a reply unchanged', async () => {
    const session = await started();
    const body = {
      name: 'a\r\nb\u202e\u200b "\\" </script><b>日本語',
      note: null,
      status: 'archived',
      quantity: -9007199254740991,
      serial: '-9223372036854775808',
      price: 0.29,
      due_on: '2026-02-28',
      tags: ['', ' a ', 'b\n'],
      labels: { constructor: 'x', __a: '' },
      size: { width: 1e-7, height: 100000, unit: 'cm' },
      source: { kind: 'import', file: 'f', row: 3 },
    };
    const created = await run(session, 'createItem', { body });
    expect(created).toMatchObject({ kind: 'value', status: 201, value: body });
  });

  it('a card shows no content of an earlier call, whether the earlier call succeeded or failed', async () => {
    const session = await started();
    expect(await run(session, 'createItem', { body: { name: 'first' } })).toMatchObject({
      kind: 'value',
      value: { name: 'first' },
    });
    expect(await run(session, 'createItem', { body: { name: 7 } })).toMatchObject({ kind: 'problem', status: 422 });
    expect(await run(session, 'createItem', { body: { name: '' } })).toMatchObject({ kind: 'refused', by: 'client' });
    const second = await run(session, 'createItem', { body: { name: 'second' } });
    expect(second).toMatchObject({ kind: 'value', value: { name: 'second' } });
    expect(second).not.toHaveProperty('value.note');
    expect(await run(session, 'getItem', { path: { item_id: 'no-such' } })).toMatchObject({
      kind: 'problem',
      status: 404,
    });
  });

  it('a card sends the token of the call, or no token', async () => {
    const session = await started();
    expect(await run(session, 'listItems', {}, 'wrong')).toMatchObject({ kind: 'problem', status: 401 });
    expect(await run(session, 'listItems', { query: { limit: 1 } })).toMatchObject({ kind: 'value', status: 200 });
    const operation = operationOf(contract, 'listItems');
    expect(await session.run({ operation, input: {}, token: undefined, gate: 'approved' })).toMatchObject({
      kind: 'problem',
      status: 401,
    });
  });

  it('after a crash of the browser, the driver starts a new browser for the next call', async () => {
    const session = await started();
    expect(await run(session, 'listItems', { query: { limit: 1 } })).toMatchObject({ kind: 'value' });
    const debugging = await (await browserOf(session)).newBrowserCDPSession();
    const calls = Array.from({ length: 3 }, () => run(session, 'listItems', { query: { limit: 1 } }));
    await debugging.send('Browser.crash').catch(() => undefined);
    await Promise.all(calls);
    expect(await run(session, 'listItems', { query: { limit: 1 } })).toMatchObject({ kind: 'value', status: 200 });
  });

  it('the driver reports a page that hangs, and opens a new page', async () => {
    const session = await started(
      await planted([
        'this.output.replaceChildren(view)',
        'if (view.textContent.includes("first")) for (;;);this.output.replaceChildren(view)',
      ]),
      300,
    );
    expect(await run(session, 'createItem', { body: { name: 'first' } })).toEqual({ kind: 'timeout', afterMs: 300 });
    expect(await run(session, 'createItem', { body: { name: 'second' } })).toMatchObject({
      kind: 'value',
      status: 201,
    });
  });

  it('the cards of a run share one browser until the last card releases it', async () => {
    const implementation = await uiCardKind.implementation();
    const card = { driver: 'ui_card', page: PAGE } as const;
    const where = { surface: 'ui_card', baseUrl: service.url, root: process.cwd() };
    const [one, other] = [implementation.driver(card), implementation.driver(card)];
    const release = one.hold?.(where.root);
    const context = { ...where, contract, token: 'right', prefix: 'svc', timeoutMs: 5000 };
    const opened = [await one.start(context), await other.start(context)];
    const [browser, ofOther] = await Promise.all(opened.map(browserOf));
    expect(ofOther).toBe(browser);
    for (const session of opened) await session.stop();
    expect(browser?.isConnected()).toBe(true);
    await release?.();
    expect(browser?.isConnected()).toBe(false);
  });

  it('the inventory of a card contains the operations of the contract', async () => {
    const session = await started();
    const entries = (await session.inventory()).map((entry) => ({ ...entry, operation: entry.name }));
    expect(entries).toEqual(uiCardExpectedInventory(contract, { page: PAGE }));
  });

  it('the driver reports a card that keeps its previous result', async () => {
    const session = await started(
      await planted(
        ['this.output.replaceChildren(view)', 'this.output.append(view)'],
        ['this.output.replaceChildren()', ''],
      ),
    );
    await run(session, 'createItem', { body: { name: 'first' } });
    expect(await run(session, 'createItem', { body: { name: 7 } })).toMatchObject({
      kind: 'crash',
      detail: expect.stringContaining('result and problem') as unknown,
    });
  });

  it('the driver clicks the submit button, so that the handlers of the button run', async () => {
    const session = await started(
      await planted([
        'submit.addEventListener("click", run)',
        'submit.addEventListener("click", (event) => event.preventDefault())',
      ]),
    );
    expect(await run(session, 'listItems', { query: { limit: 1 } })).toMatchObject({ kind: 'crash' });
  });

  it('the driver does not touch the control of an omitted input', async () => {
    const session = await started(
      await planted([
        'required ? ways[0] ?? "json" : "omitted"',
        'required ? ways[0] ?? "json" : nullable ? "null" : "omitted"',
      ]),
    );
    for (const name of ['first', 'second'])
      expect(await run(session, 'createItem', { body: { name } })).toMatchObject({ value: { name, note: null } });
    expect(await run(session, 'createItem', { body: { name: 'a', note: 'b' } })).toMatchObject({
      value: { note: 'b' },
    });
  });

  it('the driver first selects the branch of an earlier call, to find members that the form keeps', async () => {
    const manual = { name: 'a', source: { kind: 'manual', author: 'b' } };
    const imported = { name: 'a', source: { kind: 'import', file: 'f', row: 1 } };
    const chosen: readonly CaseInput[] = [manual, imported, manual].map((body) => ({ body }));
    const faithful = await started();
    for (const input of chosen) expect(await run(faithful, 'createItem', input)).toMatchObject({ value: input.body });
    const session = await started(
      await planted(
        [
          'body = editors.body(field, label, hint)',
          'const before = body;body = editors.body(field, label, hint);keeps(body, before)',
        ],
        ['function unionBody(', KEEPS_MEMBERS],
      ),
    );
    expect(await run(session, 'createItem', { body: manual })).toMatchObject({ value: manual });
    expect(await run(session, 'createItem', { body: imported })).toMatchObject({ kind: 'problem', status: 422 });
  });

  it('the driver reports a card that parses strings of a reply as HTML', async () => {
    const problem = { type: 'about:blank', title: 'It failed', status: 404, detail: MARKUP_TEXT };
    const { origin } = await peer(json(JSON.stringify(problem), 404, 'application/problem+json'));
    const shown = async (page: string): Promise<Outcome> =>
      run(await started(page, 5000, origin), 'getItem', { path: { item_id: 'none' } });
    expect(await shown(PAGE)).toEqual({ kind: 'problem', status: 404, problem });
    const parsing = await planted(['element("p", {}, detail)', 'Object.assign(element("p"), { innerHTML: detail })']);
    expect(await shown(parsing)).toEqual({ kind: 'problem', status: 404, problem, native: { parsedMarkup: true } });
  });

  it.each<[string, string, number, string]>([
    ['a long reply in a box that can be scrolled', 'overflow-y: auto', 200, 'value'],
    ['a long reply in a box that cannot be scrolled', 'overflow: hidden', 200, 'crash'],
    ['a short reply in a box that cannot be scrolled', 'overflow: hidden', 1, 'value'],
    ['a long reply in a box without a limit', 'overflow: hidden; max-height: none', 200, 'value'],
  ])('the outcome of %s, with the style %s and %i items, is %s', async (_, style, count, kind) => {
    const { origin } = await peer(json(JSON.stringify({ items: Array.from({ length: count }, () => 'a') })));
    const page = await planted(['max-height: 24rem; overflow-y: auto', `max-height: 24rem; ${style}`]);
    expect(await run(await started(page, 5000, origin), 'listItems', {})).toMatchObject({ kind });
  });

  it('after two equal calls, a card shows the reply to the second call', async () => {
    const late = planted([
      'const view = await this.#makeCall(args, current.signal);\n\t\t\tif (current.signal.aborted) return;',
      'const view = await this.#makeCall(args, new AbortController().signal);',
    ]);
    for (const [page, want] of [
      [PAGE, 200],
      [await late, 500],
    ] as const) {
      const held: (() => void)[] = [];
      const { origin } = await peer((response) => {
        const status = held.length === 0 ? 500 : 200;
        held.push(() => json('{}', status)(response));
        if (held.length !== 2) return;
        held.shift()?.();
        setTimeout(() => held.pop()?.(), 150);
      });
      const session = await started(page, 5000, origin);
      const operation = operationOf(contract, 'listItems');
      const call = { operation, input: {}, token: 'right', gate: 'approved', isRepeated: true } as const;
      expect(await session.run(call)).toMatchObject({ status: want });
    }
  });

  it('if a card shows a wrong decimal number, the outcome contains this number', async () => {
    const session = await started(
      await planted(['JSON.stringify(value, null, 2)', 'JSON.stringify(value, (k, v) => k === "price" ? 0.3 : v, 2)']),
    );
    expect(await run(session, 'createItem', { body: { name: 'a', price: 0.29 } })).toMatchObject({
      value: { price: 0.3 },
    });
  });
});

it('the card surface is unavailable without a browser or a card, and the error has a repair', async () => {
  const context = {
    surface: 'ui_card',
    baseUrl: service.url,
    root: process.cwd(),
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs: 100,
  };
  await expect(uiCardDriver({ page: PAGE, browser: 'no/such/browser' }).start(context)).rejects.toMatchObject({
    code: 'surface-unavailable',
  });
  await expect(uiCardDriver({ page: 'no/such.html' }).start(context)).rejects.toMatchObject({
    code: 'surface-unavailable',
  });
});
