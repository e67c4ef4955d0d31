import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Steps {
  readonly steps: readonly Step[];
}

const ACTION = (parse(readFileSync('action.yml', 'utf8')) as { readonly runs: Steps }).runs;
const SHARDS = (
  parse(readFileSync('.github/workflows/parity-shards.yml', 'utf8')) as {
    readonly jobs: Readonly<Record<'shard' | 'merge', Steps>>;
  }
).jobs;
const schemas = createRequire(import.meta.url);

it.each([
  ['action.yml', 'github-action'],
  ['.github/workflows/parity-shards.yml', 'github-workflow'],
])('%s is valid by the schema of GitHub', (file, schema) => {
  const text = readFileSync(schemas.resolve(`schemastore/schemas/json/${schema}.json`), 'utf8');
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, logger: false });
  ajv.validate(JSON.parse(text) as object, parse(readFileSync(file, 'utf8')));
  expect(ajv.errors).toBeNull();
});

interface Comment {
  readonly id: number;
  body: string;
}

/** A stub for GitHub's API of comments, with a first page of other comments. */
class Comments {
  readonly all: Comment[] = Array.from({ length: 100 }, (_, id) => ({ id, body: 'a comment' }));
  readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
  }).listen(0, '127.0.0.1');

  private async answer(request: IncomingMessage): Promise<readonly [status: number, body: object]> {
    if (request.headers.authorization !== 'Bearer secret') return [403, {}];
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isList = pathname === '/repos/o/r/issues/7/comments';
    if (request.method === 'GET' && isList) {
      const page = Number(searchParams.get('page'));
      return [200, this.all.slice((page - 1) * 100, page * 100)];
    }
    const { body } = (await json(request)) as { readonly body: string };
    const comment = this.all[Number(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname)?.[1])];
    if (request.method === 'POST' && isList) this.all.push({ id: this.all.length, body });
    else if (request.method === 'PATCH' && comment !== undefined) comment.body = body;
    else return [404, {}];
    return [200, {}];
  }
}

describe('steps of the GitHub action', () => {
  const comments = new Comments();
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parity-action-'));
    cpSync('docs/examples/first-check', folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(resolve('.'), join(folder, 'node_modules/contract-parity'));
    // npm creates such a script for the `bin` of a package.
    const program = `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/harness/main.js')}' "$@"\n`;
    writeFileSync(join(folder, 'node_modules/.bin/contract-parity'), program, { mode: 0o755 });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
    if (!comments.server.listening) await once(comments.server, 'listening');
  });
  afterAll(() => {
    comments.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a step as the GitHub runner does (`bash -eo pipefail`). `env`: the values of the expressions of the step. */
  async function step(
    name: string,
    env: Readonly<Record<string, string>>,
    { steps }: Steps = ACTION,
  ): Promise<number | undefined> {
    const found = steps.find((each) => each.name === name);
    if (found?.run === undefined) throw new Error(`no step ${name}`);
    for (const variable of Object.keys(found.env ?? {})) expect(env).toHaveProperty(variable);
    const { port } = comments.server.address() as AddressInfo;
    const ran = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', found.run], {
      cwd: folder,
      reject: false,
      env: {
        ...env,
        GITHUB_ACTION_PATH: resolve('.'),
        GITHUB_API_URL: `http://127.0.0.1:${port}`,
        GITHUB_EVENT_PATH: join(folder, 'event.json'),
        GITHUB_OUTPUT: join(folder, 'output'),
        GITHUB_REPOSITORY: 'o/r',
      },
    });
    output = ran.stdout;
    return ran.exitCode;
  }
  let output = '';

  it('the steps install, check, keep one comment for all runs, and end with the exit code of the check', async () => {
    expect(await step('Install', { INSTALL: 'touch installed && echo done' })).toBe(0);
    expect(output).toBe('done');
    expect(await step('Check', { ARGS: '--phase examples --surface rest sdk --runs 0' })).toBe(0);
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('exit-code=1\n');

    const given = { GITHUB_TOKEN: 'secret', COMMENT_KEY: 'parity-report' };
    for (let run = 0; run < 2; run += 1) expect(await step('Comment', given)).toBe(0);
    expect(comments.all).toHaveLength(101);
    const summary = readFileSync(join(folder, 'reports/latest/summary.md'), 'utf8');
    expect(comments.all[100]?.body).toBe(`<!-- contract-parity "parity-report" -->\n${summary}`);
    expect(await step('Comment', { ...given, COMMENT_KEY: 'other' })).toBe(0);
    expect(comments.all).toHaveLength(102);

    expect(await step('Verdict', { CODE: '1' })).toBe(1);
    expect(await step('Verdict', { CODE: '0' })).toBe(0);
  });

  it('the steps check in shards, and merge the reports of the shards', async () => {
    for (const shard of ['1', '2']) {
      const given = { ARGS: '--phase examples --surface rest sdk --runs 0', SHARD: `${shard}/2` };
      expect(await step('Check', given, SHARDS.shard)).toBe(0);
      // Copies the report as the upload and the download of an artifact do.
      cpSync(join(folder, 'reports/shard'), join(folder, `reports/shards/parity-shard-${shard}`), { recursive: true });
    }
    expect(await step('Merge', {}, SHARDS.merge)).toBe(1);
    expect(output).toContain('parity/same-request on sdk');
  });

  it('the steps warn instead of failing if they may not comment on the pull request', async () => {
    expect(await step('Comment', { GITHUB_TOKEN: 'none', COMMENT_KEY: 'x' })).toBe(0);
    expect(output).toMatch(/^::warning .*403/);
  });

  it('the steps pass arguments with special characters of the shell unchanged', async () => {
    expect(await step('Check', { ARGS: '--surface $(touch${IFS}broken);touch broken' })).toBe(0);
    expect(() => readFileSync(join(folder, 'broken'))).toThrow('ENOENT');
    expect(readFileSync(join(folder, 'output'), 'utf8')).toMatch(/exit-code=2\n$/);
  });
});
