import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { ENVIRONMENT, SERVICE, TOOLS } from '../../generated/tools.js';
import { type CardReading, readCard } from './card.js';

const URI = 'ui://template-service-api/card.html';
const META = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
};

function fileOf(html: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'card-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'card.html');
  writeFileSync(file, html);
  return file;
}

function reading(html: string): CardReading {
  return readCard(fileOf(html), { identity: SERVICE, tools: TOOLS, environment: ENVIRONMENT });
}

/** Starts the server that `npm test` builds, and returns a client that is connected to it over stdio. */
async function connected(...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const env = { SVC_BASE_URL: 'http://127.0.0.1:9' };
  const command = {
    command: process.execPath,
    args: ['dist/surfaces/mcp/reference/main.js', ...args],
    env,
    stderr: 'ignore' as const,
  };
  await client.connect(new StdioClientTransport(command));
  onTestFinished(() => client.close());
  return client;
}

test('every tool refers to the same card, which is a resource and lists the tool of each operation', async () => {
  const client = await connected('--card', fileOf('<!doctype html><title>Card</title><service-card></service-card>'));
  const { resources } = await client.listResources();
  const mimeType = 'text/html;profile=mcp-app';
  expect(resources).toMatchObject([{ uri: URI, mimeType, title: SERVICE.title, _meta: META }]);
  expect((await client.listTools()).tools.map(({ _meta }) => _meta)).toEqual(
    TOOLS.map(() => ({ ui: { resourceUri: URI } })),
  );
  const { contents } = await client.readResource({ uri: URI });
  expect(contents).toMatchObject([{ uri: URI, mimeType, _meta: META }]);
  const [{ text = '' } = {}] = contents as { readonly text?: string }[];
  const [, tools = ''] =
    /^<!doctype html><title>Card<\/title><service-card tools="([^"]*)"><\/service-card>$/.exec(text) ?? [];
  expect(JSON.parse(tools.replaceAll('&quot;', '"'))).toEqual({
    listItems: { name: 'list_items', output: 'object' },
    createItem: { name: 'create_item', output: 'object' },
    getItem: { name: 'get_item', output: 'object' },
  });
  expect(client.getServerCapabilities()).toMatchObject({
    resources: {},
    extensions: { 'io.modelcontextprotocol/ui': {} },
  });
  await expect(client.readResource({ uri: 'ui://template-service-api/other' })).rejects.toThrow('other');
  expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] });
});

test.each([[['--card', 'no/such.html']], [[]]])(
  'with the arguments %j, the tools are offered without a card',
  async (args) => {
    const client = await connected(...args);
    expect((await client.listTools()).tools.map(({ name, _meta }) => [name, _meta])).toEqual(
      TOOLS.map(({ definition: { name } }) => [name, undefined]),
    );
    expect(client.getServerCapabilities()).not.toHaveProperty('resources');
    expect(client.getServerCapabilities()).not.toHaveProperty('extensions');
  },
);

test('a page without the card element is served unchanged, and a page too large for a message is not offered', () => {
  const own = '<!doctype html><title>Mine</title><service-cards></service-cards>';
  expect(reading(own)).toMatchObject({ kind: 'card', card: { html: own } });
  expect(reading('x'.repeat(4 * 1024 * 1024 + 1))).toMatchObject({ kind: 'none' });
});
