import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParityError } from '../../contract/parity-error.js';
import { readReport } from '../stream/read-report.js';
import { runScript } from '../sample/run-script.js';
import { sampleReport } from '../sample/sample-report.js';
import { writeReports } from './write-reports.js';

const FILES = ['report.ndjson', 'index.html', 'junit.xml', 'parity.sarif', 'summary.md', 'badge.json'];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reports-'));
});

afterEach(async () => {
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true });
});

describe('writeReports', () => {
  it('writes every file into a folder that it creates, and nothing else', async () => {
    const target = path.join(folder, 'a', 'b');
    const result = await writeReports(sampleReport(), target);
    expect((await readdir(target)).toSorted()).toStrictEqual(FILES.toSorted());
    const files = FILES.map((name) => path.join(target, name));
    expect(result).toStrictEqual({ folder: target, files });
    expect(readReport(await readFile(path.join(target, 'report.ndjson'))).kind).toBe('report');
  });

  it('replaces older reports, keeps other files, and writes the same bytes again', async () => {
    await writeFile(path.join(folder, 'mine.txt'), 'mine');
    await writeFile(path.join(folder, 'index.html'), 'old');
    await writeReports(sampleReport(), folder);
    const first = await Promise.all(FILES.map((name) => readFile(path.join(folder, name), 'utf8')));
    await writeReports(sampleReport(), folder);
    expect(await Promise.all(FILES.map((name) => readFile(path.join(folder, name), 'utf8')))).toStrictEqual(first);
    expect(await readFile(path.join(folder, 'mine.txt'), 'utf8')).toBe('mine');
    expect((await readdir(folder)).toSorted()).toStrictEqual([...FILES, 'mine.txt'].toSorted());
  });

  it('does not write through a symbolic link', async () => {
    await writeFile(path.join(folder, 'victim'), 'untouched');
    const reports = path.join(folder, 'reports');
    await mkdir(reports);
    await symlink(path.join(folder, 'victim'), path.join(reports, 'summary.md'));
    await writeReports(sampleReport(), reports);
    expect(await readFile(path.join(folder, 'victim'), 'utf8')).toBe('untouched');
  });

  it('refuses a path that is a file', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, 'mine');
    await expectUnwritable(file, /is a file/);
    await expectUnwritable(path.join(file, 'below'), /is a file/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('refuses a folder at the path of a report file before it replaces any file', async () => {
    await mkdir(path.join(folder, 'summary.md'));
    await writeFile(path.join(folder, 'report.ndjson'), 'old');
    await expectUnwritable(folder, /a folder with the name of a report file exists there/);
    expect(await readFile(path.join(folder, 'report.ndjson'), 'utf8')).toBe('old');
    expect((await readdir(folder)).toSorted()).toStrictEqual(['report.ndjson', 'summary.md']);
  });

  it.skipIf(process.platform === 'win32').each([
    ['the first report file', 8],
    ['a later report file', 50],
  ])(
    'leaves no new files if the disk has no space for %s',
    async (_name, blocks) => {
      const body = `writeReports(sampleReport(), folder).catch((error) => console.log(error.code, error.message));`;
      const modules = { writeReports: 'files/write-reports.ts', sampleReport: 'sample/sample-report.ts' };
      expect((await runScript(folder, modules, body, blocks)).stdout).toMatch(
        /reports-unwritable .*there is no space left/,
      );
      expect(await readdir(folder)).toStrictEqual(['script.mts']);
      await mkdir(path.join(folder, 'reports'));
      await writeFile(path.join(folder, 'reports', 'report.ndjson'), 'old');
      await runScript(folder, modules, body, blocks);
      expect(await readdir(path.join(folder, 'reports'))).toStrictEqual(['report.ndjson']);
      expect(await readFile(path.join(folder, 'reports', 'report.ndjson'), 'utf8')).toBe('old');
    },
    60_000,
  );

  it.skipIf(process.getuid?.() === 0)('refuses a folder that is not writable', async () => {
    await chmod(folder, 0o555);
    await expectUnwritable(folder, /is not writable/);
  });

  it.skipIf(process.platform !== 'linux')('refuses a folder that is not writable, even for root', async () => {
    await expectUnwritable('/proc/self/task', /cannot be written to \/proc\/self\/task/);
  });
});

async function expectUnwritable(target: string, message: RegExp): Promise<void> {
  const error: unknown = await writeReports(sampleReport(), target).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ParityError);
  const repair: unknown = expect.stringMatching(/--reports/);
  expect(error).toMatchObject({ code: 'reports-unwritable', message: expect.stringMatching(message), repair });
}
