import type { Browser } from 'playwright-core';
import { findBrowser } from './find-browser.js';
import { unpackBrowser } from './packaged-browser.js';

/** A started browser; `close` leaves no process and no file. */
export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * The configured browser, else the system's, else Playwright's own, else the one out of the npm package. Rejects where none
 * starts. Our own signal handlers stop it: Playwright's would end the process before its report is written.
 */
export async function openBrowser(configured: string | undefined): Promise<OpenBrowser> {
  const { chromium } = await import('playwright-core');
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const found = findBrowser(configured, chromium.executablePath());
  if (configured !== undefined && found === undefined) throw new Error(`there is no ${configured}`);
  // In containers there is often no user namespace to make a sandbox of; what runs in the page is of the one who started it.
  if (found !== undefined) {
    const browser = await chromium.launch({ executablePath: found, args: ['--no-sandbox', '--disable-dev-shm-usage'], ...signals });
    return { browser, close: () => browser.close() };
  }
  const packaged = await unpackBrowser();
  try {
    const { executable: executablePath, args, env } = packaged;
    const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env, ...signals });
    return {
      browser,
      close: async () => {
        await browser.close();
        await packaged.remove();
      },
    };
  } catch (error) {
    await packaged.remove();
    throw error;
  }
}
