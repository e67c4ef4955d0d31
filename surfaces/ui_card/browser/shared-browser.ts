import type { Browser } from 'playwright-core';
import { type OpenBrowser, openBrowser } from './open-browser.js';

/** The browsers of all cards of a run. Cards with the same configured path share a browser. */
export class SharedBrowsers {
  readonly #byPath = new Map<string | undefined, SharedBrowser>();

  at(configured: string | undefined): SharedBrowser {
    const shared = this.#byPath.get(configured) ?? new SharedBrowser(configured);
    this.#byPath.set(configured, shared);
    return shared;
  }
}

/**
 * One browser that several sessions share, because starting it takes as long as many cases. It ends when the last of
 * these sessions ends.
 */
export class SharedBrowser {
  #opened: Promise<OpenBrowser> | undefined;
  #users = 0;

  constructor(private readonly configured: string | undefined) {}

  /**
   * Registers a session as a user of the browser. Returns a function that the session must call once at its end. The
   * last such call ends the browser.
   */
  join(): () => Promise<void> {
    this.#users += 1;
    return () => this.#leave();
  }

  /**
   * Returns the running browser: the configured one, or one that was found. A browser that has crashed is started
   * again. Rejects if no browser starts.
   */
  async browser(): Promise<Browser> {
    const known = this.#opened;
    const opened = await known?.catch(() => undefined);
    if (opened?.browser.isConnected() === true) return opened.browser;
    // Another session may have started a browser in the meantime.
    if (this.#opened === known) this.#opened = restarted(opened, this.configured);
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

async function restarted(ended: OpenBrowser | undefined, configured: string | undefined): Promise<OpenBrowser> {
  await ended?.close();
  return openBrowser(configured);
}
