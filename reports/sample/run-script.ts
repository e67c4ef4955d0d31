import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtProgram } from '../../contract/fixtures/built-program.js';

/** For tests: TypeScript run by a process of its own, which may be killed or starved. */
export interface ScriptRun {
  readonly stdout: string;
  readonly signal: string | undefined;
}

const REPORTS_FOLDER = path.join(import.meta.dirname, '..');

/**
 * `modules` maps a name to the module of this room that exports it. `maxFileBlocks` (of 512 bytes) limits what one file may hold:
 * a full disk cannot be had without root, and the error of such a limit is treated alike.
 */
export async function runScript(
  folder: string, modules: Readonly<Record<string, string>>, body: string, maxFileBlocks?: number,
): Promise<ScriptRun> {
  const imports = Object.entries(modules).map(([name, module]) => `import { ${name} } from ${JSON.stringify(path.join(REPORTS_FOLDER, module))};`);
  const script = path.join(folder, 'script.mts');
  writeFileSync(script, [...imports, `const folder = ${JSON.stringify(path.join(folder, 'reports'))};`, body].join('\n'));
  const program = await builtProgram(script);
  const limit = maxFileBlocks === undefined ? '' : `ulimit -f ${maxFileBlocks}; `;
  const parameters = ['-c', `${limit}exec "$@"`, 'sh', process.execPath, program.file];
  return new Promise<ScriptRun>((resolve) => {
    execFile('/bin/sh', parameters, { timeout: 60_000 }, (error, stdout) => {
      resolve({ stdout, signal: error?.signal ?? undefined });
    });
  }).finally(program.remove);
}
