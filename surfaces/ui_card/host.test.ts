/// <reference lib="dom" />
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ReferenceService, referenceService } from '../fixtures/reference-service.js';
import { connectTo } from './fixtures/connect-to.js';
import { hasBrowser } from './fixtures/has-browser.js';
import type { ToolCall } from '../hosted-page.js';
import { CardHost, type OpenCard, type Showing } from './hosting/card-host.js';
import { readApp } from './hosting/read-app.js';
import { type OpenBrowser, openBrowser } from './browser/open-browser.js';

/** The files that `npm test` builds. */
const ITEMS = { server: 'dist/surfaces/mcp/reference/main.js', card: 'dist/surfaces/ui_card/items.html' };
const HOST = 'dist/surfaces/ui_card/hosting/host.js';
const RUNS = { server: 'dist/surfaces/mcp/science_runtime/main.js', card: 'dist/surfaces/ui_card/runs.html' };

const LIST: ToolCall = { name: 'list_items' };

describe.skipIf(!hasBrowser)('a card in a host of MCP Apps (skipped without a browser)', () => {
  let service: ReferenceService;
  let client: Client;
  let opened: OpenBrowser;
  let cards: CardHost;

  beforeAll(async () => {
    [service, opened] = await Promise.all([referenceService(), openBrowser(undefined)]);
    [client, cards] = await Promise.all([
      connectTo({ ...ITEMS, baseUrl: service.url }),
      CardHost.start(opened.browser, HOST),
    ]);
  });

  afterAll(async () => {
    await Promise.all([client.close(), opened.close(), service.stop()]);
  });

  /**
   * Opens the card of a tool in a host that has called the tool. Records the calls that the card asks the host to make.
   */
  async function shown(
    name: string,
    how: Partial<Showing> = {},
    server = client,
  ): Promise<OpenCard & { readonly calls: ToolCall[] }> {
    const reading = await readApp(server, name);
    if (reading?.kind !== 'app') throw new Error(`${name} names no card: ${JSON.stringify(reading)}`);
    const calls: ToolCall[] = [];
    const call: Showing['call'] = (params) => {
      calls.push(params);
      return server.request({ method: 'tools/call', params });
    };
    const open = await cards.open(reading.app, { timeoutMs: 20_000, call, ...how });
    onTestFinished(() => open.page.close());
    return { ...open, calls };
  }

  it('a card makes the calls of its forms through the host, and shows each result', async () => {
    const { card, calls, asked, faults } = await shown('create_item');
    const panel = card.locator('section[data-operation=createItem]');
    const name = panel.locator('[data-name=name] [data-control]').first();
    await name.fill('Ledger');
    await panel.getByRole('button', { name: 'Create an item', exact: true }).click();
    const result = panel.locator('[data-view=result]');
    await result.waitFor();
    expect(JSON.parse(await result.locator('[data-part=json]').innerText())).toMatchObject({
      name: 'Ledger',
      status: 'draft',
    });
    await panel.locator('[data-name=body] > .head > [data-way]').selectOption('json');
    await panel.locator('[data-control=json]').fill('{"name": 7}');
    await panel.getByRole('button', { name: 'Create an item', exact: true }).click();
    const problem = panel.locator('[data-view=problem]');
    await problem.waitFor();
    expect(await problem.locator('[data-part=status]').innerText()).toBe('422');
    expect(await problem.getByRole('list').innerText()).toContain('/body/name');
    expect(await panel.locator('[data-view]').count()).toBe(1);
    expect(await panel.innerText()).not.toContain('Ledger');
    expect(calls).toEqual([
      { name: 'create_item', arguments: { body: { name: 'Ledger' } } },
      { name: 'create_item', arguments: { body: { name: 7 } } },
    ]);
    expect([asked, faults]).toEqual([[], []]);
  });

  it('a card shows that a call through the host failed, and can cancel an unanswered call', async () => {
    let answer: (result: CallToolResult) => void = () => undefined;
    const late = new Promise<CallToolResult>((resolve) => {
      answer = resolve;
    });
    const answers = [() => Promise.reject(new Error('the server is gone')), () => late];
    const listed = (): Promise<CallToolResult> => client.request({ method: 'tools/call', params: LIST });
    const { page, card } = await shown('list_items', { call: () => (answers.shift() ?? listed)() });
    const panel = card.locator('section[data-operation=listItems]');
    const submit = panel.getByRole('button', { name: 'List items', exact: true });
    await submit.click();
    await panel.locator('[data-view=failure]').waitFor();
    expect(await panel.innerText()).toContain('the server is gone');
    await submit.click();
    await panel.locator('[data-output][aria-busy=true]').waitFor({ state: 'attached' });
    expect(await panel.locator('[data-view]').count()).toBe(0);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await submit.click();
    await panel.locator('[data-view=result]').waitFor();
    const before = await panel.innerText();
    answer({ content: [{ type: 'text', text: 'late' }] });
    // Messages keep their order, so the card has read all earlier messages before this answer.
    expect(await page.evaluate(() => cardHost.bridge?.teardownResource({}))).toEqual({});
    expect(await panel.innerText()).toBe(before);
  });

  it('a card shows the call with which the host opened it, and later calls of the host', async () => {
    const { page, card } = await shown('get_item');
    const panel = card.locator('section[data-operation=getItem]');
    await page.evaluate(() => cardHost.bridge?.sendToolInput({ arguments: { item_id: 'abc' } }));
    await panel.locator('[data-view=pending]').waitFor();
    expect(await panel.locator('[data-part=arguments]').innerText()).toContain('"item_id": "abc"');
    const found = { content: [], structuredContent: { item_id: 'abc', name: 'Pushed' } };
    await page.evaluate((result) => cardHost.bridge?.sendToolResult(result), found);
    await panel.locator('[data-view=result]').waitFor();
    expect(JSON.parse(await panel.locator('[data-part=json]').innerText())).toEqual(found.structuredContent);
    const document = { type: 'urn:problem-type:not-found', title: 'There is no such item.', status: 404 };
    const result = { content: [], structuredContent: document, isError: true };
    await page.evaluate((pushed) => cardHost.push({ item_id: 'def' }, pushed), result);
    await panel.locator('[data-view=problem]').waitFor();
    expect(await panel.innerText()).toMatch(/There is no such item\.\s+Status 404/);
    expect(await panel.innerText()).not.toContain('Pushed');
    await page.evaluate(() => cardHost.bridge?.sendToolInput({ arguments: { item_id: 'ghi' } }));
    await page.evaluate(() => cardHost.bridge?.sendToolCancelled({ reason: 'user action' }));
    await panel.locator('[data-view=failure]').waitFor();
    expect(await panel.locator('[data-view]').innerText()).toContain('user action');
  });

  it('a card uses the colours of the host, and reports its own height', async () => {
    const { page, card } = await shown('list_items', { theme: 'dark' });
    const paper = (): Promise<string> =>
      card.locator('service-card').evaluate((each) => getComputedStyle(each).backgroundColor);
    expect(await paper()).toBe('rgb(29, 34, 42)');
    await page.evaluate(() => cardHost.bridge?.setHostContext({ theme: 'light' }));
    await expect.poll(paper).toBe('rgb(255, 255, 255)');
    await expect.poll(() => page.evaluate(() => cardHost.heights.at(-1) ?? 0)).toBeGreaterThan(200);
    const before = await page.evaluate(() => cardHost.heights.at(-1) ?? 0);
    await card.getByRole('button', { name: 'Create an item', exact: true }).first().click();
    await expect.poll(() => page.evaluate(() => cardHost.heights.at(-1) ?? 0)).toBeGreaterThan(before);
    const wanted = await card.locator('html').evaluate((each) => each.scrollHeight - each.clientHeight);
    expect(wanted).toBe(0);
  });

  it('a card ignores invalid messages, messages of other frames, and host calls after a call of the user', async () => {
    const { page, card, calls } = await shown('list_items');
    const panel = card.locator('section[data-operation=listItems]');
    await page.evaluate(postJunk);
    expect(await panel.locator('[data-view]').count()).toBe(0);
    await panel.getByRole('button', { name: 'List items', exact: true }).click();
    await panel.locator('[data-view=result]').waitFor();
    const before = await panel.innerText();
    await page.evaluate(() => cardHost.bridge?.sendToolResult({ content: [{ type: 'text', text: 'late' }] }));
    expect(await page.evaluate(() => cardHost.bridge?.teardownResource({}))).toEqual({});
    expect(before).toContain('"next_cursor": null');
    expect(calls).toEqual([{ name: 'list_items', arguments: {} }]);
    expect(await panel.innerText()).toBe(before);
  });

  it('a card states that the host makes no calls, and shows results of the host', async () => {
    const { page, card } = await shown('get_item', { call: undefined });
    const panel = card.locator('section:not([hidden])');
    expect(await panel.innerText()).toContain('makes no calls for a card');
    expect(await panel.locator('form').count()).toBe(0);
    await page.evaluate(() => cardHost.push({ item_id: 'abc' }, { content: [{ type: 'text', text: 'pushed text' }] }));
    await panel.locator('[data-view=result]').waitFor();
    expect(await panel.locator('[data-part=text]').innerText()).toBe('pushed text');
  });

  it('a card shows the result of a run, and states where its events can be followed', async () => {
    const runs = await connectTo({ ...RUNS, baseUrl: 'http://127.0.0.1:9' });
    onTestFinished(() => runs.close());
    const { page, card } = await shown('run_science_loop', {}, runs);
    const result = { content: [], structuredContent: { run_id: 'aaa', state: 'succeeded' } };
    await page.evaluate((pushed) => cardHost.push({ body: { run_id: 'aaa' } }, pushed), result);
    const panel = card.locator('section:not([hidden])');
    await panel.locator('[data-view=result]').waitFor();
    expect(JSON.parse(await panel.locator('[data-part=json]').innerText())).toEqual(result.structuredContent);
    expect(await panel.getByRole('heading').first().innerText()).toBe('Run to the end');
    await card.getByRole('navigation').getByRole('button').first().click();
    expect(await panel.innerText()).toContain('follow a stream live, open the card');
    expect(await panel.locator('form').count()).toBe(0);
  });
});

/** Sends invalid messages to the card from its host, and a valid message from another frame. */
async function postJunk(): Promise<void> {
  const result = {
    jsonrpc: '2.0',
    method: 'ui/notifications/tool-result',
    params: { content: [{ type: 'text', text: 'planted' }] },
  };
  const circle: unknown[] = [];
  circle.push(circle);
  const junk = [
    null,
    7,
    'text',
    [result],
    circle,
    { ...result, jsonrpc: '1.0' },
    { ...result, params: circle },
    { ...result, method: 'x' },
  ];
  for (const each of [...junk, { jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 99, error: 7 }]) {
    cardHost.frame.contentWindow?.postMessage(each, '*');
  }
  const other = document.createElement('iframe');
  const posted = new Promise((resolve) =>
    addEventListener('message', ({ source }) => source === other.contentWindow && resolve(undefined)),
  );
  other.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(result)}, '*'); parent.postMessage('done', '*')</script>`;
  document.body.append(other);
  await posted;
  other.remove();
}
