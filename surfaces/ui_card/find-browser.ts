import { existsSync } from 'node:fs';
import path from 'node:path';

/** Names under which distributions install it. */
const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome', 'msedge'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/** A Chromium that is there already, in this order: the configured one, the system's, Playwright's own. Nothing is downloaded. */
export function findBrowser(configured: string | undefined, playwrights: string): string | undefined {
  if (configured !== undefined) return existsSync(configured) ? configured : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)), ...FOLDERS];
  const system = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...ELSEWHERE];
  return [...system, playwrights].find((file) => file !== '' && existsSync(file));
}
