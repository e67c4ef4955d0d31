import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Playwright from 'playwright-core';
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core';
import { ParityError } from '../../../contract/parity-error.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.js';
import { findBrowsers } from './find-browser.js';
import { unpackBrowser } from './packaged-browser.js';

/** A running browser. After `close`, no process and no file of it is left. */
export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Turns off the signal handlers of Playwright, because they would end the process before its report is written. The
 * harness has its own signal handlers, which stop the browser.
 */
const SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * Time limit for starting a browser. An installed browser may never start, for example because libraries are missing.
 */
const START_MS = 30_000;
const MOST_TRIED = 3;

/**
 * What the user can do if no browser is found. The two packages take 80 MB and are optional peer dependencies, because
 * only cards need them. Later versions of Chromium may need a newer Node.
 */
const REPAIR =
  'Run `npm i -D playwright-core @sparticuz/chromium@141`. The second package is for Linux, and is not needed if Chrome ' +
  'or Chromium is installed, or if the option `browser` of the surface names one.';

/**
 * Starts the configured browser. If no browser is configured, starts the first browser that works: a browser of the
 * system, of Playwright, or of the npm package. If none can be started, rejects with a `ParityError` (`no-browser`)
 * that contains the reason for each browser.
 */
export async function openBrowser(configured: string | undefined): Promise<OpenBrowser> {
  try {
    return await openFirst(playwright(), configured);
  } catch (cause) {
    throw new ParityError(
      'no-browser',
      `no browser can be started: ${cause instanceof Error ? cause.message.slice(0, 500) : String(cause)}`,
      REPAIR,
      { cause },
    );
  }
}

/**
 * Loads Playwright with `require`, which takes two thirds of the time of `import`: before `import` loads a CommonJS
 * package, it searches its whole source for exports.
 */
function playwright(): BrowserType {
  try {
    return (createRequire(import.meta.url)('playwright-core') as typeof Playwright).chromium;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    throw isMissing ? new Error('the package playwright-core is not installed', { cause }) : cause;
  }
}

async function openFirst(chromium: BrowserType, configured: string | undefined): Promise<OpenBrowser> {
  if (configured !== undefined) {
    if (!existsSync(configured)) throw new Error(`${configured} does not exist`);
    return openInstalled(chromium, configured);
  }
  const found = findBrowsers(chromium.executablePath()).slice(0, MOST_TRIED);
  const faults = found.length === 0 ? ['no browser is installed'] : [];
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

/**
 * Features of Chromium that are turned off. Chromium reads only the last list of such features, so this list repeats
 * the list of Playwright. It adds a feature that loads internal pages for the address bar of each window. A headless
 * browser never shows these pages, but loading them took two thirds of its processor time.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * The arguments of the browser. The sandbox is turned off, because many containers do not have the user namespace that
 * it needs, and because the page runs only the user's own code. Compositing on a GPU is turned off, because without a
 * GPU it would be done in software and take most of the processor time. WebGL in the page still works.
 */
const ARGS = ['--no-sandbox', '--disable-gpu-compositing', `--disable-features=${FEATURES_OFF.join(',')}`];

async function openInstalled(chromium: BrowserType, executablePath: string): Promise<OpenBrowser> {
  return launched(chromium, { executablePath, args: [...ARGS, '--disable-dev-shm-usage'] });
}

async function openPackaged(chromium: BrowserType): Promise<OpenBrowser> {
  const packaged = await unpackBrowser();
  try {
    const { executable: executablePath, args, env } = packaged;
    const opened = await launched(chromium, { executablePath, args: [...args, ...ARGS], env });
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

/**
 * The longest path of a temporary folder, in bytes, in which Chromium starts. It makes the socket
 * `org.chromium.Chromium.XXXXXX/SingletonSocket` there, and the path of a socket has at most 107 bytes (unix(7)).
 */
const MOST_SOCKET_FOLDER = 62;

/**
 * Opens a folder whose path is too long for the sockets of Chromium. `/proc/<pid>/fd/<number>` is then a short path of
 * it, which disappears with this process.
 */
async function openLongFolder(folder: string): Promise<FileHandle | undefined> {
  return process.platform === 'linux' && Buffer.byteLength(folder) > MOST_SOCKET_FOLDER ? open(folder) : undefined;
}

/**
 * Starts the browser with a temporary folder of its own. The folder is removed later, because a killed browser leaves
 * files in it.
 */
async function launched(chromium: BrowserType, options: LaunchOptions): Promise<OpenBrowser> {
  const folder = await makeTemporaryFolder('browser');
  const artifactsDir = path.join(folder, 'artifacts');
  let handle: FileHandle | undefined;
  try {
    await mkdir(artifactsDir);
    handle = await openLongFolder(folder);
    const TMPDIR = handle === undefined ? folder : `/proc/${process.pid}/fd/${handle.fd}`;
    const env = { ...(options.env ?? process.env), TMPDIR };
    // `launch` would put the profile into the system's temporary folder; each page still gets its own context.
    const profile = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      ...options,
      env,
      artifactsDir,
      timeout: START_MS,
      ...SIGNALS,
    });
    const browser = profile.browser();
    if (browser === null) throw new Error('the browser has no connection');
    return {
      browser,
      close: async () => {
        await browser.close();
        await handle?.close();
        await removeTemporaryFolder(folder);
      },
    };
  } catch (error) {
    await handle?.close();
    await removeTemporaryFolder(folder);
    throw error;
  }
}

const MOST_REASON = 200;

/**
 * The first line in which the browser printed an error, or else the first line of the message. The whole message of
 * Playwright would also contain the command line and the log.
 */
function shortReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = '', ...lines] = message.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => line.includes('[err]'))?.replace(/^.*\[err\]\s*/, '');
  return (reason ?? first).slice(0, MOST_REASON);
}
