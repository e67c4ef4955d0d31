import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkExampleDriver } from './example-driver.js';

/** The oldest Go version that compiles the example, because the example uses `omitzero` of encoding/json. */
const LEAST = [1, 24] as const;

function missing(): string | undefined {
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  if (status !== 0) return '`go` is not on the PATH';
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])
    ? undefined
    : `${stdout.trim()} is older than ${LEAST.join('.')}`;
}

const reason = missing();

describe.skipIf(reason !== undefined)(
  `the driver in a typed language${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'parity-go-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    /** Builds the program offline, with the installed compiler. */
    async function built(
      name: string,
      ...edits: readonly (readonly [file: string, from: string, to: string])[]
    ): Promise<string> {
      const source = join(folder, name);
      await cp(resolve('docs/examples/go-driver'), source, { recursive: true });
      for (const [file, from, to] of edits) {
        const text = await readFile(join(source, file), 'utf8');
        expect(text.split(from)).toHaveLength(2);
        await writeFile(
          join(source, file),
          text.replace(from, () => to),
        );
      }
      const program = join(source, 'items-go');
      await execa('go', ['build', '-o', program, '.'], {
        cwd: source,
        env: { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', GOWORK: 'off' },
      });
      return program;
    }

    test('the Go driver runs every case that its types can express, and other cases cause no findings', async () => {
      const { exitCode, stdout, report } = await checkExampleDriver('sdk_go', [await built('whole')], {
        phases: ['responses'],
        unknownMembers: 'lost',
      });
      expect(
        report.findings.map(({ finding: { rule, message, operations, received } }) => [
          rule,
          message,
          operations,
          received,
        ]),
      ).toEqual([]);
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('pass')]);
      expect(report.cells.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      const cells = report.cells.filter(({ backend }) => backend === 'reference');
      // No input of `getItem` is inexpressible, because every identifier is a string on the wire.
      const inexpressible = cells.map((cell) => [
        cell.operation,
        cell.inexpressible > 0,
        cell.cases > cell.inexpressible,
      ]);
      expect(inexpressible).toEqual([
        ['listItems', true, true],
        ['createItem', true, true],
        ['getItem', false, true],
      ]);
    });

    test('a Go type that cannot express a valid value of the contract causes a finding', async () => {
      const program = await built('narrow', [
        'types.go',
        'Note       Optional[*string] ',
        'Note       Optional[string] ',
      ]);
      const { exitCode, report } = await checkExampleDriver('sdk_go', [program]);
      expect([exitCode, report.findings.map(({ finding: { rule, operations } }) => [rule, operations])]).toEqual([
        1,
        expect.arrayContaining([['parity/expressible', ['createItem']]]),
      ]);
    });
  },
);
