import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Framework, type Places, type Prepared, startedService } from './framework.js';

export const goFramework: Framework = { name: 'go', prepare };

/** Time limit of a build. The first build compiles the standard library. */
const BUILD_MS = 300_000;
/** Environment variables that prevent downloads during a build. The service needs only the standard library. */
const OFFLINE = { GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '', CGO_ENABLED: '0' };

async function prepare({ sources, scratch, programs: { go } }: Places): Promise<Prepared> {
  const run = promisify(execFile);
  const options = { cwd: join(sources, 'go'), env: { ...process.env, ...OFFLINE }, timeout: BUILD_MS };
  const program = join(scratch, process.platform === 'win32' ? 'parcels.exe' : 'parcels');
  try {
    const { stdout } = await run(go, ['env', 'GOVERSION'], options);
    await run(go, ['build', '-o', program, '.'], options);
    return { kind: 'ready', version: `net/http of ${stdout.trim()}`, service: startedService([program]) };
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const reason = `\`${go} build\` failed: ${stderr?.trim() || message}`;
    return {
      kind: 'missing',
      reason,
      repair: 'Install Go 1.22 or newer, and give `--go PROGRAM` unless it is on the PATH.',
    };
  }
}
