import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ExecaError, execa } from 'execa';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.js';
import { FOLDER, type Unpacked, keepBrowser, keptBrowser, keptBrowserFolder } from './kept-browser.js';

/** A Chromium that was unpacked from an npm package, with the libraries and fonts that a minimal system lacks. */
export interface PackagedBrowser {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Removes the temporary files. The files of a browser that is kept for later runs are not removed. */
  remove(): Promise<void>;
}

/** Time limit for unpacking, which takes one or two seconds, and longer on a slow disk. */
const UNPACK_MS = 60_000;

/**
 * The program that unpacks the browser. It is a separate process, because the package sets the library path of its
 * whole process.
 */
const UNPACK = `
const { default: chromium } = await import('@sparticuz/chromium');
const executable = await chromium.executablePath();
console.log(JSON.stringify({ executable, args: chromium.args, libraries: process.env.LD_LIBRARY_PATH ?? '' }));
`;

/**
 * Arguments of the npm package that are not passed to the browser. They are meant for a service that shows one page and
 * then ends.
 */
const NOT_WANTED = ['--single-process', '--disable-web-security', '--no-zygote'];

/**
 * Returns the browser of the npm package. If an earlier run has kept the unpacked browser, it is used; otherwise the
 * package is unpacked now. Rejects if the package is not installed or does not support this machine.
 */
export async function unpackBrowser(): Promise<PackagedBrowser> {
  // This folder replaces the default folder, which all users of the machine share.
  const own = await makeTemporaryFolder('chromium');
  const remove = (): Promise<void> => removeTemporaryFolder(own);
  try {
    const { folder, executable, args, libraries } = await unpackedBrowser(own);
    const fonts = await fontSettings(folder, own);
    return {
      executable,
      args: args.filter((argument) => !NOT_WANTED.includes(argument) && !argument.startsWith('--headless')),
      env: { TMPDIR: own, HOME: own, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts },
      remove,
    };
  } catch (error) {
    await remove();
    throw error instanceof ExecaError ? new Error(unpackFault(error.stderr), { cause: error }) : error;
  }
}

/**
 * The unpacked browser, and the folder with its files: the folder that is kept for later runs, or else a folder inside
 * `own`.
 */
async function unpackedBrowser(own: string): Promise<Unpacked & { readonly folder: string }> {
  const kept = keptBrowserFolder();
  const known = kept === undefined ? undefined : keptBrowser(kept);
  if (kept !== undefined && known !== undefined) return located(kept, known);
  const fresh = path.join(own, 'unpacked');
  await mkdir(fresh);
  const unpacked = await unpackInto(fresh);
  const isKept = kept !== undefined && (await keepBrowser(fresh, kept, unpacked));
  return located(isKept ? kept : fresh, unpacked);
}

function located(folder: string, { executable, args, libraries }: Unpacked): Unpacked & { readonly folder: string } {
  const put = (text: string): string => text.replaceAll(FOLDER, folder);
  return { folder, executable: put(executable), args: args.map(put), libraries: put(libraries) };
}

async function unpackInto(folder: string): Promise<Unpacked> {
  const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: import.meta.dirname,
    timeout: UNPACK_MS,
    extendEnv: false,
    env: {
      TMPDIR: folder,
      HOME: folder,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
      PATH: process.env['PATH'] ?? '',
    },
  });
  const { executable, args, libraries } = JSON.parse(stdout) as Unpacked;
  const free = (text: string): string => text.replaceAll(folder, FOLDER);
  return { executable: free(executable), args: args.map(free), libraries: free(libraries) };
}

/** The reason why unpacking failed, from the stack trace that Node prints. */
function unpackFault(stderr: unknown): string {
  const text = typeof stderr === 'string' ? stderr : '';
  if (text.includes('ERR_MODULE_NOT_FOUND')) return 'the package @sparticuz/chromium is not installed';
  const line = text.split('\n').find((candidate) => /^\w*Error\b/.test(candidate));
  return `@sparticuz/chromium could not be unpacked: ${line ?? 'no reason was reported'}`;
}

/**
 * Writes a file with font settings to the folder `own`, because the settings in the package refer to a folder that may
 * not exist. Without fonts, texts have no height and are invisible.
 */
async function fontSettings(folder: string, own: string): Promise<string> {
  const file = path.join(own, 'fonts.conf');
  const cache = path.join(own, 'font-cache');
  await mkdir(cache, { recursive: true });
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${path.join(folder, 'fonts')}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  );
  return file;
}
