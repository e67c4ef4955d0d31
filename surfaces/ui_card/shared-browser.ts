import type { Browser } from 'playwright-core';
import { type OpenBrowser, openBrowser } from './open-browser.js';

/** One browser for all sessions of a driver, which ends with the last of them: to start one costs as much as many cases. */
export class SharedBrowser {
  #opened: Promise<OpenBrowser> | undefined;
  #users = 0;

  /** Answers what the one who joined has to call once at the end: the last to leave ends the browser. */
  join(): () => Promise<void> {
    this.#users += 1;
    return () => this.#leave();
  }

  /** A living browser, at `configured` or where one is found: one that has died is started anew. Rejects where none starts. */
  async browser(configured: string | undefined): Promise<Browser> {
    const known = this.#opened;
    const opened = await known?.catch(() => undefined);
    if (opened?.browser.isConnected() === true) return opened.browser;
    // Another session may have started one meanwhile.
    if (this.#opened === known) this.#opened = anew(opened, configured);
    const started = await this.#opened;
    if (started === undefined) throw new Error('the card was stopped before this call');
    return started.browser;
  }

  async #leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const opened = this.#opened;
    this.#opened = undefined;
    await (await opened?.catch(() => undefined))?.close();
  }
}

async function anew(dead: OpenBrowser | undefined, configured: string | undefined): Promise<OpenBrowser> {
  await dead?.close();
  return openBrowser(configured);
}
