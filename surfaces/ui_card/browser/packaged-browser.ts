import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ExecaError, execa } from 'execa';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.js';

/** A Chromium from an npm package, with the libraries and fonts that it needs on a minimal system. */
export interface PackagedBrowser {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Removes the unpacked files. */
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

/** Arguments of the package that are omitted, because they suit only a service that runs one page and ends. */
const NOT_WANTED = ['--single-process', '--disable-web-security', '--no-zygote'];

/**
 * Unpacks the browser of the npm package. Rejects if the package is not installed, or does not support this machine.
 */
export async function unpackBrowser(): Promise<PackagedBrowser> {
  // This folder replaces the default folder, which all users of the machine share.
  const folder = await makeTemporaryFolder('chromium');
  const remove = (): Promise<void> => removeTemporaryFolder(folder);
  try {
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
    const unpacked = JSON.parse(stdout) as { executable: string; args: readonly string[]; libraries: string };
    const fonts = await fontSettings(folder);
    const args = unpacked.args.filter(
      (argument) => !NOT_WANTED.includes(argument) && !argument.startsWith('--headless'),
    );
    return {
      executable: unpacked.executable,
      args,
      env: { TMPDIR: folder, HOME: folder, LD_LIBRARY_PATH: unpacked.libraries, FONTCONFIG_FILE: fonts },
      remove,
    };
  } catch (error) {
    await remove();
    throw error instanceof ExecaError ? new Error(unpackFault(error.stderr), { cause: error }) : error;
  }
}

/** The reason why unpacking failed, from the stack trace that Node prints. */
function unpackFault(stderr: unknown): string {
  const text = typeof stderr === 'string' ? stderr : '';
  if (text.includes('ERR_MODULE_NOT_FOUND')) return 'the package @sparticuz/chromium is not installed';
  const line = text.split('\n').find((candidate) => /^\w*Error\b/.test(candidate));
  return `@sparticuz/chromium could not be unpacked: ${line ?? 'no reason was reported'}`;
}

/**
 * Writes a file with the font settings, because the settings of the package name a fixed folder. Without fonts, texts
 * have no height and are invisible.
 */
async function fontSettings(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  await mkdir(path.join(folder, 'font-cache'), { recursive: true });
  const cache = path.join(folder, 'font-cache');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${path.join(folder, 'fonts')}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  );
  return file;
}
