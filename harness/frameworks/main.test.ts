import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../surfaces/fixtures/is-running.js';

const DIST = fileURLToPath(new URL('../../dist/harness/frameworks/', import.meta.url));

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function frameworks(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`${DIST}main.js`, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const MISUSES: readonly (readonly [string, { readonly given: readonly string[]; readonly want: RegExp }])[] = [
  ['0 runs', { given: ['--runs', '0'], want: /^--runs needs an integer from 1 to 999999\n/ }],
  ['an invalid seed', { given: ['--seed', 'x'], want: /^--seed needs an integer from 1 to 999999\n/ }],
  ['an unknown flag', { given: ['--fast'], want: /^Unknown option '--fast'/ }],
  ['an unknown framework', { given: ['--framework', 'rails'], want: /^Unknown framework 'rails'\n/ }],
];

describe('npm run frameworks', () => {
  it.each(MISUSES)('the frameworks command refuses %s', async (_, { given, want }) => {
    expect(await frameworks(...given)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(want) as string,
    });
  });

  it('the table lists each framework that cannot run on this machine, with the reason', async () => {
    const missing = ['--python', '/no/such/python', '--go', '/no/such/go', '--express', '/no/such/folder'];
    const { code, stdout } = await frameworks(...missing);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^express +did not run: Express is not installed in \/no\/such\/folder$/m);
    expect(stdout).toMatch(/^fastapi +did not run: \/no\/such\/python has no FastAPI with uvicorn: .*ENOENT$/m);
    expect(stdout).toMatch(/^go +did not run: `\/no\/such\/go build` failed: .*ENOENT$/m);
    expect(stdout).toMatch(/^express: Run `npm install/m);
  });

  it.skipIf(!hasExpress())('a check of the Express service has no findings', async () => {
    const { code, stdout } = await frameworks('--framework', 'express', '--runs', '1', '--idle');
    expect(stdout).toMatch(/^express +1 +[1-9]\d{2,} +0 +0 +0 +Express \d+\./m);
    expect(code).toBe(0);
  });

  it('the processes that keep the cores busy end when their parent is killed', async () => {
    const program = `import { busyCores } from ${JSON.stringify(`${DIST}busy-cores.js`)}; console.log(JSON.stringify(busyCores(2).pids));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [text] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(text.toString()) as readonly number[];
    expect(pids).toHaveLength(2);
    expect(pids.every((pid) => isRunning(pid))).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => pids.some((pid) => isRunning(pid)), { timeout: 60_000 }).toBe(false);
  });
});

/** Returns true if Express is installed. It is a development dependency; without it, the test is skipped. */
function hasExpress(): boolean {
  try {
    createRequire(import.meta.url).resolve('express/package.json');
    return true;
  } catch {
    return false;
  }
}
