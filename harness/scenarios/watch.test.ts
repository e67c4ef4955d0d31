import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { processesOf } from './processes-of.js';
import { MAIN } from './tree.js';

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/first-check', import.meta.url));
const WAIT = { timeout: 120_000, interval: 50 };

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parity-watch-')));
let child: ChildProcess | undefined;

afterEach(async () => {
  if (child?.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Session {
  /** Waits for the text. Returns the output since the previous call, up to the text. */
  readonly until: (text: string) => Promise<string>;
  readonly edit: (file: string, change: (text: string) => string) => Promise<void>;
  /** Sends a signal to the command, and returns its exit code. */
  readonly interrupted: () => Promise<number | null>;
}

function watching(...flags: readonly string[]): Session {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const started = spawn(process.execPath, [MAIN, 'check', '--watch', ...flags], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let printed = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (printed += String(text)));
  return {
    until: async (text) => {
      await expect.poll(() => printed, WAIT).toContain(text);
      const end = printed.indexOf(text) + text.length;
      const part = printed.slice(0, end);
      printed = printed.slice(end);
      return part;
    },
    edit: async (file, change) => {
      const path = join(folder, file);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    interrupted: async () => {
      started.kill('SIGINT');
      const [code] = (await once(started, 'exit')) as [number | null];
      return code;
    },
  };
}

const WAITING = 'waiting for edits';

describe.skipIf(process.platform === 'win32')('check --watch', () => {
  it('a watching check runs the operations that an edit affects, survives faults in files, and leaves no process', async () => {
    cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !path.includes('reports') });
    const { until, edit, interrupted } = watching('--surface', 'sdk', '--phase', 'boundary', '--runs', '1');
    expect(await until(WAITING)).toContain('new: parity/same-request [2fd70143] createNote on sdk');

    await edit('parity.config.ts', (text) => `(${text}`);
    expect(await until(WAITING)).toContain('cannot be loaded');
    await edit('openapi.yaml', (text) => `${text}\nx: [`);
    await edit('parity.config.ts', (text) => text.slice(1));
    await until('! document-syntax openapi.yaml:');
    expect(await until(WAITING)).not.toContain('fixed');

    await edit('openapi.yaml', (text) => text.replace('\nx: [', ''));
    // The next run includes the edit of the configuration.
    expect(await until(WAITING)).toContain('→ every operation: the configuration changed');

    // An edit cancels the run. The next run includes the earlier edit, too.
    await edit('client.mjs', (text) => `${text}\n// edited`);
    await until('client.mjs edited');
    await edit('openapi.yaml', (text) =>
      text.replace('operationId: getNote', 'operationId: getNote\n      summary: Get.'),
    );
    const both = await until(WAITING);
    expect(both).toContain('client.mjs, openapi.yaml edited');
    expect(both).toContain('client.mjs → every operation on sdk: sdk: the file is run');
    expect(both).toContain('openapi.yaml#/paths/~1notes~1{note_id}/get → getNote: changed');
    expect(both).toContain('first: still failing: createNote on sdk');
    expect(both.match(/open finding/g)).toHaveLength(1);

    await edit('client.mjs', (text) => `${text}\n// edited`);
    await until('client.mjs edited');
    expect(await interrupted()).toBe(0);
    await expect.poll(() => processesOf(folder), WAIT).toEqual([]);
  });
});
