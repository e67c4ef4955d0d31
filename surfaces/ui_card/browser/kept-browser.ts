import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { keptFolder } from '../../process/temporary-folder.js';

/** An unpacked browser. Its folder may be moved, so the texts here contain `FOLDER` in place of the path. */
export interface Unpacked {
  readonly executable: string;
  readonly args: readonly string[];
  /** The value of `LD_LIBRARY_PATH` with which the browser runs. */
  readonly libraries: string;
}

export const FOLDER = '{folder}';

/**
 * The name of a file in the folder of a kept browser. It is written last, so a folder without it is incomplete. Its
 * modification time is the time at which the browser was last used.
 */
const COMPLETE = 'complete.json';
const MOST_UNUSED_MS = 14 * 24 * 3_600_000;

interface Complete {
  readonly unpacked: Unpacked;
  /** The size of each file in bytes, by its path in the folder. */
  readonly sizes: Readonly<Record<string, number>>;
}

/**
 * The folder in which the unpacked browser of the npm package is kept:
 * `<tmp>/contract-parity-<user>/chromium/<digest>`. Unpacking takes two seconds of processor time, so later runs use
 * the kept browser. `undefined` if the browser must not be kept, because `NODE_DISABLE_COMPILE_CACHE` is set or other
 * users can change the folder.
 */
export function keptBrowserFolder(packageFile = packageOfBrowser()): string | undefined {
  if ((process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '' || packageFile === undefined) return undefined;
  try {
    const packed = path.join(path.dirname(packageFile), '../../bin/chromium.br');
    const sizes = [lstatSync(packageFile), lstatSync(packed, { throwIfNoEntry: false })].map(
      (stats) => `${stats?.size} ${stats?.mtimeMs}`,
    );
    const identity = [packageFile, ...sizes].join(' ');
    const digest = createHash('sha256').update(identity).digest('hex').slice(0, 16);
    const parent = keptFolder('chromium');
    return parent === undefined ? undefined : path.join(parent, digest);
  } catch {
    // Without a writable temporary folder, each run unpacks the browser.
    return undefined;
  }
}

/** The path of the main file of the browser's npm package. `undefined` if the package is not installed. */
function packageOfBrowser(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return undefined;
  }
}

/**
 * The browser that an earlier run has kept in the folder. `undefined` if there is none, or if a file is missing or has
 * a different size, for example after the temporary folder was cleaned.
 */
export function keptBrowser(folder: string): Unpacked | undefined {
  try {
    const { unpacked, sizes } = JSON.parse(readFileSync(path.join(folder, COMPLETE), 'utf8')) as Complete;
    const files = Object.entries(sizes);
    const isWhole = files.every(([file, size]) => lstatSync(path.join(folder, file)).size === size);
    if (files.length === 0 || !isWhole || !isUnpacked(unpacked)) return undefined;
    const now = new Date();
    utimesSync(path.join(folder, COMPLETE), now, now);
    return unpacked;
  } catch {
    return undefined;
  }
}

function isUnpacked({ executable, args, libraries }: Partial<Unpacked>): boolean {
  return typeof executable === 'string' && Array.isArray(args) && typeof libraries === 'string';
}

/**
 * Moves an unpacked browser to the folder in which later runs look for it. Returns true if the folder then contains a
 * complete browser, even if a different run has put its browser there first.
 */
export async function keepBrowser(from: string, folder: string, unpacked: Unpacked): Promise<boolean> {
  try {
    const complete: Complete = { unpacked, sizes: sizesIn(from) };
    await writeFile(path.join(from, COMPLETE), JSON.stringify(complete));
    // An incomplete browser is moved away and not removed in place, because another run may keep its own at this time.
    if (keptBrowser(folder) === undefined) await rename(folder, `${from}-incomplete`).catch(() => undefined);
    await rename(from, folder);
  } catch {
    // Another run has kept the browser first, or the disk is full.
  }
  await removeUnused(path.dirname(folder)).catch(() => undefined);
  return keptBrowser(folder) !== undefined;
}

/**
 * Removes browsers that were not used for a long time, such as those of earlier package versions. Each of them takes
 * 200 MB.
 */
async function removeUnused(parent: string): Promise<void> {
  for (const { name } of readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const lastUse = lstatSync(path.join(parent, name, COMPLETE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - lastUse > MOST_UNUSED_MS) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function sizesIn(folder: string): Readonly<Record<string, number>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), lstatSync(file).size] as const;
    }),
  );
}
