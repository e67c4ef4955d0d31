import { readFile } from 'node:fs/promises';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import type { Browser, FrameLocator, Page, Route } from 'playwright-core';
import type { ToolCall } from '../../hosted-page.js';
import { framePolicy } from './frame-policy.js';
import type { App } from './read-app.js';

/**
 * The address of the host. Names that end in `.invalid` never resolve (RFC 6761 §6.4), so no request reaches the
 * network. Requests to other hosts are refused and reported.
 */
const HOST = 'http://host.invalid/';
const CARD = 'http://card.invalid/';

const MOST_REPORTED = 100;
/** A script that reports violations of the content security policy. It runs in the card and in the host. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
  cardFault('the policy of the card blocked ' + blockedURI + ' (' + effectiveDirective + ')'))`;

export interface OpenCard {
  readonly page: Page;
  readonly card: FrameLocator;
  /**
   * The addresses that the card requested and that its declared policy permits. None of these requests reaches the
   * network.
   */
  readonly asked: string[];
  /** Uncaught errors of the scripts of the card, and violations of its policy. */
  readonly faults: string[];
}

export interface Showing {
  readonly theme?: 'light' | 'dark';
  /** Makes the calls that the card requests from the host. If omitted, the host makes no calls for the card. */
  readonly call?: ((call: ToolCall) => Promise<CallToolResult>) | undefined;
  /** Time limit for the card to send `initialized`. */
  readonly timeoutMs: number;
}

/**
 * A host of MCP Apps that runs in a browser and is built from the official packages. `host-page.ts` has the code of its
 * page.
 */
export class CardHost {
  private constructor(
    readonly browser: Browser,
    readonly script: string,
  ) {}

  static async start(browser: Browser, script: string): Promise<CardHost> {
    return new CardHost(browser, await readFile(script, 'utf8'));
  }

  /** Opens a card. Resolves when the card has sent `initialized` and is loaded. Rejects if this takes too long. */
  async open(app: App, showing: Showing): Promise<OpenCard> {
    const page = await this.browser.newPage({ colorScheme: 'light' });
    try {
      return await this.#openIn(page, app, showing);
    } catch (error) {
      await page.close();
      throw error;
    }
  }

  async #openIn(page: Page, { html, csp, tool }: App, { theme, call, timeoutMs }: Showing): Promise<OpenCard> {
    page.setDefaultTimeout(timeoutMs);
    const [asked, faults]: [string[], string[]] = [[], []];
    const addFault = (fault: unknown): void =>
      void (faults.length < MOST_REPORTED && faults.push(String(fault).slice(0, 500)));
    page.on('pageerror', ({ message }) => addFault(`the script of the card threw: ${message}`));
    await page.exposeFunction('cardFault', addFault);
    await page.addInitScript(REPORT_VIOLATIONS);
    if (call !== undefined) await page.exposeFunction('cardCallsTool', call);
    await page.route('**/*', (route) => this.#answer(route, html, framePolicy(csp), asked));
    await page.goto(HOST);
    const context: McpUiHostContext = { toolInfo: { tool }, ...(theme && { theme }) };
    const settings = JSON.stringify({ address: CARD, context, makesCalls: call !== undefined, timeoutMs });
    await page.evaluate(`cardHost.open(JSON.parse(${JSON.stringify(settings)}))`);
    await Promise.all(page.frames().map((frame) => frame.waitForLoadState('load')));
    return { page, card: page.frameLocator('iframe').first(), asked, faults };
  }

  async #answer(route: Route, html: string, policy: string, asked: string[]): Promise<void> {
    const address = route.request().url();
    if (address === HOST) await route.fulfill({ contentType: 'text/html; charset=utf-8', body: hostHtml(this.script) });
    else if (address === CARD) {
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': policy },
        body: html,
      });
    } else {
      if (asked.length < MOST_REPORTED) asked.push(address.slice(0, 200));
      await route.abort();
    }
  }
}

function hostHtml(script: string): string {
  const style =
    'body{font:15px system-ui;margin:2rem auto;max-width:44rem}iframe{width:100%;border:1px solid #8888;border-radius:14px}';
  const head = `<meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title><style>${style}</style>`;
  return `<!doctype html><html lang="en">${head}<main></main><script>${script}</script></html>`;
}
