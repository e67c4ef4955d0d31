import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Names under which distributions install Chromium. */
const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome', 'msedge'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/**
 * The paths of the installed Chromiums, without duplicates: first those of the system, then those of Playwright.
 * Nothing is downloaded.
 */
export function findBrowsers(playwrights: string): readonly string[] {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    ...FOLDERS,
  ];
  const system = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...ELSEWHERE];
  const found = [...system, playwrights].filter((file) => file !== '' && existsSync(file));
  // The same program often has several names.
  return [...new Map(found.toReversed().map((file) => [realpathSync(file), file])).values()].toReversed();
}
