import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itemService } from '../../contract/fixtures/contracts.js';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import { loadConfig } from '../configuration/load-config.js';
import { hostedSteps } from './hosted-steps.js';
import type { Step } from './step.js';

const contract = await itemService();

/** A UI card that performs the handshake of MCP Apps and nothing else. */
const HANDSHAKE = `
  addEventListener('message', ({ data }) => data.id === 1 && send({ method: 'ui/notifications/initialized' }));
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const open = () => send({ id: 1, method: 'ui/initialize',
    params: { appInfo: { name: 'a', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' } });`;

function card(script: string): string {
  return `<!doctype html><title>Card</title><script>${HANDSHAKE}${script}</script>`;
}

/** The smoke steps for our reference tool server, with the given card or without a card. */
async function steps(html: string | undefined): Promise<readonly Step[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hosted-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (html !== undefined) await writeFile(join(folder, 'card.html'), html);
  const command = [process.execPath, resolve('dist/surfaces/mcp/reference/main.js'), '--card', 'card.html'];
  const config = {
    contracts: [contract.file],
    prefix: 'svc',
    timeoutMs: 3000,
    surfaces: { tools: { driver: 'mcp', command } },
  };
  await writeFile(join(folder, 'parity.config.json'), JSON.stringify(config));
  const loaded = await loadConfig(join(folder, 'parity.config.json'), folder);
  const made: Step[] = [];
  const where = {
    loaded,
    contract: { ...contract, file: resolve(contract.file) },
    signal: new AbortController().signal,
  };
  for await (const step of hostedSteps(where, undefined, 'dist/surfaces/ui_card/hosting/host.js')) made.push(step);
  return made;
}

const URI = 'ui://template-service-api/card.html, named by list_items';

describe.skipIf(!hasBrowser)('a UI card in a host of MCP Apps (skipped without a browser)', () => {
  it.each<[Step['kind'], string, { readonly html: string; readonly want: Partial<Step> }]>([
    [
      'passed',
      'completes the handshake',
      { html: card('open()'), want: { lines: [`${URI}: loaded without the network`] } },
    ],
    [
      'failed',
      'never completes the handshake',
      {
        html: card(''),
        want: {
          lines: [expect.stringContaining('did not send ui/notifications/initialized') as string],
        },
      },
    ],
    [
      'failed',
      'requests an address that it has not declared',
      {
        html: card(`fetch('https://elsewhere.invalid/').catch(open)`),
        want: {
          lines: [URI, 'the policy of the card blocked https://elsewhere.invalid/ (connect-src)'],
        },
      },
    ],
    [
      'failed',
      'throws',
      {
        html: card(`open(); throw new Error('oops')`),
        want: { lines: [URI, 'the script of the card threw: oops'] },
      },
    ],
    [
      'failed',
      'shows a failure as a success',
      {
        html: card(`open(); addEventListener('message', ({ data: { method, params } }) => {
          if (method === 'ui/notifications/tool-result') document.body.textContent = JSON.stringify(params.structuredContent);
        })`),
        want: { lines: [URI, 'the card shows a result with `isError` in the same way as a success'] },
      },
    ],
    [
      'passed',
      'shows that a result is a failure',
      {
        html: card(`open(); addEventListener('message', ({ data: { method, params } }) => {
          if (method === 'ui/notifications/tool-result') document.body.className = params.isError ? 'failed' : 'done';
        })`),
        want: {},
      },
    ],
  ])('a card has a %s smoke step if it %s', async (kind, _, { html, want }) => {
    expect(await steps(html)).toMatchObject([{ title: 'card of tools in a host', kind, ...want }]);
  });

  it('a tool server without a card has no such smoke steps', async () => {
    expect(await steps(undefined)).toEqual([]);
  });
});
