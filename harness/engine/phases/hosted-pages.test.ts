import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import { checkHostedPage } from '../../../rules/inventory/hosted-page.js';
import type { DriverSession } from '../../../surfaces/driver.js';
import { type HostedCall, type HostedPage, PAGE_MEDIA_TYPE } from '../../../surfaces/hosted-page.js';
import { uiCardDriver } from '../../../surfaces/ui_card/driver.js';
import { hasBrowser } from '../../../surfaces/ui_card/fixtures/has-browser.js';

/** The card that `npm test` builds. */
const PAGE = 'dist/surfaces/ui_card/items.html';
const TOOLS = '{"getItem":{"name":"get_item"},"createItem":{"name":"create_item"}}';

const contract = await itemService();

function calling(id: string, tool: string, input: CaseInput): HostedCall {
  const call = { operation: operationOf(contract, id), input, gate: 'approved' } as const;
  return { call, tool, content: { item_id: 'abc', name: 'Ledger' } };
}

/** The built page as a tool server offers it, with a replaced part of its script. */
async function pageWith(from: string, to: string): Promise<HostedPage> {
  const html = await readFile(PAGE, 'utf8');
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(html) ?? [];
  const changed = script.replace(from, () => to);
  if (from !== '' && changed === script) throw new Error(`the card has no ${from}`);
  const digest = createHash('sha256').update(changed).digest('base64');
  const offered = html
    .replace(script, () => changed)
    .replace(/'sha256-[^']*'/, () => `'sha256-${digest}'`)
    .replace('<service-card', () => `<service-card tools="${TOOLS.replaceAll('"', '&quot;')}"`);
  return {
    uri: 'ui://items/card.html',
    reading: { kind: 'read', mediaType: PAGE_MEDIA_TYPE, html: offered },
    calls: [
      calling('getItem', 'get_item', { path: { item_id: 'abc' } }),
      calling('createItem', 'create_item', { body: { name: 'b' } }),
    ],
  };
}

describe.skipIf(!hasBrowser)('a card in a host (skipped without a browser)', () => {
  let session: DriverSession;

  beforeAll(async () => {
    const where = { surface: 'ui_card', baseUrl: 'http://127.0.0.1:9', root: process.cwd() };
    session = await uiCardDriver({ page: PAGE }).start({
      ...where,
      contract,
      token: 'right',
      prefix: 'svc',
      timeoutMs: 1000,
    });
  });

  afterAll(() => session.stop());

  it.each([
    ['the card as it is built', '', '', []],
    ['a card that forgets its requests', 'waiting?.resolve(message.result)', 'undefined', ['not-in-host']],
    [
      'a card that calls operations in place of tools',
      'name: tool?.name ?? operation.id',
      'name: operation.id',
      ['other-tool'],
    ],
    [
      'a card that ignores isError',
      'const isSuccess = isError !== true;',
      'const isSuccess = true;',
      ['failure-shown-as-success'],
    ],
    ['a card that ignores the calls of the host', 'return calls?.ended(params);', 'return;', ['result-not-shown']],
    ['a card whose script throws', '', 'throw new Error("x");', ['not-in-host']],
  ])('is operated, and its faults are found: %s → $3', async (_, from, to, want) => {
    const page = await pageWith(from, to);
    const shown = await session.showHosted?.(page);
    if (want.length === 0) expect(shown?.replies.length).toBe(6);
    const found = shown === undefined ? undefined : checkHostedPage('ui_card', page, shown);
    expect(found?.map(({ violation }) => violation.kind)).toEqual(want);
  });

  it('a page of another kind is not operated', async () => {
    const page = await pageWith('', '');
    const other = { ...page, reading: { ...page.reading, html: '<script src="https://app.example/app.js"></script>' } };
    expect(await session.showHosted?.(other)).toEqual({ faults: [], replies: [] });
  });
});
