import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { processesOf } from './processes-of.js';
import { type Tree, copyTree } from './tree.js';

let tree: Tree | undefined;
afterEach(async () => {
  await tree?.remove();
  tree = undefined;
});

/** More cases than are run before the test ends the run. */
const FLAGS = ['--contract', 'contract/item-service.openapi.yaml', '--backend', 'reference', '--phase', 'examples', 'valid', '--runs', '60'];
const FOUR = ['rest', 'sdk_python', 'mcp', 'cli'];

describe.skipIf(process.platform === 'win32')('a run that is killed', () => {
  it('leaves no process, not even a service that does not notice, and no temporary file', async () => {
    tree = await copyTree();
    // As a user's service, which knows nothing of us.
    await tree.edit('parity.config.ts', ", '--exit-with-stdin'];", '];');
    const { temporary, kill } = await begun(tree);
    expect((await processesOf(tree.folder)).length).toBeGreaterThan(4);
    await kill();
    await expect.poll(() => processesOf(tree?.folder ?? ''), WAIT).toEqual([]);
    await expect.poll(() => readdirSync(temporary, { recursive: true }).filter((name) => String(name).includes('/')), WAIT).toEqual([]);
  });
});

const WAIT = { timeout: 60_000, interval: 50 };

interface Begun {
  /** Where the run has its temporary files. */
  readonly temporary: string;
  readonly kill: () => Promise<void>;
}

/** A run under way: one surface is through its cases. */
async function begun({ folder }: Tree): Promise<Begun> {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const child = spawn(process.execPath, [join(folder, 'dist/harness/main.js'), 'check', ...FLAGS, '--surface', ...FOUR, 'ui_card'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await said(child.stderr, 'parity: reference: rest:');
  return {
    temporary,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function said(stderr: Readable, words: string): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
    stderr.on('end', () => reject(new Error(`the run ended before it was killed: ${text}`)));
  });
}
