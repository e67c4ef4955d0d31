import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core';
import { ParityError } from '../../contract/parity-error.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../process/temporary-folder.js';
import { findBrowsers } from './find-browser.js';
import { unpackBrowser } from './packaged-browser.js';

/** A started browser; `close` leaves no process and no file. */
export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Our own signal handlers stop it: Playwright's would end the process before its report is written. */
const SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** A browser that is there may still not start: the file of a distribution that only tells where to get one, or one without its libraries. */
const START_MS = 30_000;
const MOST_TRIED = 3;

/** Both are optional peers, since only cards need them: together they are 80 MB. Later versions of Chromium may need a newer Node. */
const REPAIR =
  'Run `npm i -D playwright-core @sparticuz/chromium@141`; the second of them is for Linux and not needed where Chrome or Chromium is installed, ' +
  'or named in `browser` of the surface.';

/**
 * The configured browser, or else the first that starts of the system's, Playwright's own, and the one of the npm package.
 * Rejects with a `ParityError` (`no-browser`) where none starts, with the reason for each.
 */
export async function openBrowser(configured: string | undefined): Promise<OpenBrowser> {
  try {
    return await openFirst(await playwright(), configured);
  } catch (cause) {
    throw new ParityError('no-browser', `no browser starts: ${cause instanceof Error ? cause.message.slice(0, 500) : String(cause)}`, REPAIR, { cause });
  }
}

async function playwright(): Promise<BrowserType> {
  try {
    return (await import('playwright-core')).chromium;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    throw isMissing ? new Error('the package playwright-core is not installed', { cause }) : cause;
  }
}

async function openFirst(chromium: BrowserType, configured: string | undefined): Promise<OpenBrowser> {
  if (configured !== undefined) {
    if (!existsSync(configured)) throw new Error(`there is no ${configured}`);
    return openInstalled(chromium, configured);
  }
  const found = findBrowsers(chromium.executablePath()).slice(0, MOST_TRIED);
  const faults = found.length === 0 ? ['there is none on this machine'] : [];
  for (const file of found) {
    try {
      return await openInstalled(chromium, file);
    } catch (error) {
      faults.push(`${file}: ${shortReason(error)}`);
    }
  }
  try {
    return await openPackaged(chromium);
  } catch (error) {
    throw new Error([...faults, shortReason(error)].join('; '), { cause: error });
  }
}

async function openInstalled(chromium: BrowserType, executablePath: string): Promise<OpenBrowser> {
  // In containers there is often no user namespace to make a sandbox of; what runs in the page is of the one who started it.
  return launched(chromium, { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

async function openPackaged(chromium: BrowserType): Promise<OpenBrowser> {
  const packaged = await unpackBrowser();
  try {
    const { executable: executablePath, args, env } = packaged;
    const opened = await launched(chromium, { executablePath, args: [...args, '--no-sandbox'], env });
    return {
      browser: opened.browser,
      close: async () => {
        await opened.close();
        await packaged.remove();
      },
    };
  } catch (error) {
    await packaged.remove();
    throw error;
  }
}

/** With all that it writes in a temporary folder of its own: a browser that is killed leaves it there. */
async function launched(chromium: BrowserType, options: LaunchOptions): Promise<OpenBrowser> {
  const folder = await makeTemporaryFolder('browser');
  const artifactsDir = path.join(folder, 'artifacts');
  try {
    await mkdir(artifactsDir);
    const env = { ...(options.env ?? process.env), TMPDIR: folder };
    // `launch` would put the profile into the folder of all temporary files; pages still get a context of their own.
    const profile = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      ...options, env, artifactsDir, timeout: START_MS, ...SIGNALS,
    });
    const browser = profile.browser();
    if (browser === null) throw new Error('the browser has no connection');
    return {
      browser,
      close: async () => {
        await browser.close();
        await removeTemporaryFolder(folder);
      },
    };
  } catch (error) {
    await removeTemporaryFolder(folder);
    throw error;
  }
}

const MOST_REASON = 200;

/** Playwright's messages go on with the whole command line and log; what the browser itself said on starting says why. */
function shortReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = '', ...lines] = message.split('\n').map((line) => line.trim());
  const said = lines.find((line) => line.includes('[err]'))?.replace(/^.*\[err\]\s*/, '');
  return (said ?? first).slice(0, MOST_REASON);
}
