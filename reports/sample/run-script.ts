import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtProgram } from '../../contract/fixtures/built-program.js';

/**
 * The result of a TypeScript test program that runs in a separate process. A test may kill this process or limit it.
 */
export interface ScriptRun {
  readonly stdout: string;
  readonly signal: string | undefined;
}

const REPORTS_FOLDER = path.join(import.meta.dirname, '..');

/**
 * Runs a script in a new process. `modules` maps each name that the script imports to the module below `reports` that
 * exports it. `maxFileBlocks` limits the size of a file, in blocks of 512 bytes. A test uses this limit instead of a
 * full disk, which it could not cause without root. The code handles both errors in the same way.
 */
export async function runScript(
  folder: string,
  modules: Readonly<Record<string, string>>,
  body: string,
  maxFileBlocks?: number,
): Promise<ScriptRun> {
  const imports = Object.entries(modules).map(
    ([name, module]) => `import { ${name} } from ${JSON.stringify(path.join(REPORTS_FOLDER, module))};`,
  );
  const script = path.join(folder, 'script.mts');
  writeFileSync(
    script,
    [...imports, `const folder = ${JSON.stringify(path.join(folder, 'reports'))};`, body].join('\n'),
  );
  const program = await builtProgram(script);
  const limit = maxFileBlocks === undefined ? '' : `ulimit -f ${maxFileBlocks}; `;
  const parameters = ['-c', `${limit}exec "$@"`, 'sh', process.execPath, program.file];
  return new Promise<ScriptRun>((resolve) => {
    execFile('/bin/sh', parameters, { timeout: 60_000 }, (error, stdout) => {
      resolve({ stdout, signal: error?.signal ?? undefined });
    });
  }).finally(program.remove);
}
