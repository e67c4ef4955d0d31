import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** For tests: TypeScript run by a process of its own, which may be killed or starved. */
export interface ScriptRun {
  readonly stdout: string;
  readonly signal: string | undefined;
}

const ROOM = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const JITI = path.join(path.dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs');

/**
 * `modules` maps a name to the module of this room that exports it. `maxFileBlocks` (of 512 bytes) limits what one file may hold:
 * a full disk cannot be had without root, and the error of such a limit is treated alike.
 */
export function runScript(
  folder: string, modules: Readonly<Record<string, string>>, body: string, maxFileBlocks?: number,
): Promise<ScriptRun> {
  const imports = Object.entries(modules).map(([name, module]) => `import { ${name} } from ${JSON.stringify(path.join(ROOM, module))};`);
  const script = path.join(folder, 'script.mts');
  writeFileSync(script, [...imports, `const folder = ${JSON.stringify(path.join(folder, 'reports'))};`, body].join('\n'));
  const limit = maxFileBlocks === undefined ? '' : `ulimit -f ${maxFileBlocks}; `;
  const parameters = ['-c', `${limit}exec "$@"`, 'sh', process.execPath, JITI, script];
  return new Promise((resolve) => {
    execFile('/bin/sh', parameters, { env: { ...process.env, JITI_FS_CACHE: 'false' }, timeout: 60_000 }, (error, stdout) => {
      resolve({ stdout, signal: error?.signal ?? undefined });
    });
  });
}
