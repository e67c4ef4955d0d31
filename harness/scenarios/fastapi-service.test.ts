import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExampleProject } from './example-project.js';

const IMPORTS = 'import sys, fastapi, uvicorn; assert sys.version_info >= (3, 10)';
const hasFastapi = spawnSync('python3', ['-c', IMPORTS], { timeout: 60_000 }).status === 0;

describe.skipIf(!hasFastapi)('a service and a client in Python (skipped without FastAPI and uvicorn)', () => {
  let project: ExampleProject;
  beforeAll(() => void (project = new ExampleProject('fastapi-service')));
  afterAll(() => project.discard());

  it('a FastAPI service and a Python client pass in every cell', async () => {
    const phases = ['freshness', 'inventory', 'examples', 'boundary', 'invalid'];
    const { exitCode, findings, report } = await project.check('--phase', ...phases);
    expect([exitCode, findings]).toEqual([0, []]);
    expect(report.cells.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  it.each([
    ['service.py', 'max_length=80', 'max_length=70', ['freshness/current differing rest']],
    [
      'client.py',
      'if text is OMITTED else',
      'if text is OMITTED or text is None else',
      ['parity/same-request null-became-omitted python'],
    ],
    ['client.py', 'raise ApiError(failure.code,', 'raise ApiError(500,', ['parity/same-status other-status python']],
  ])('a fault is found: in %s, `%s` becomes `%s`', async (file, from, to, want) => {
    const check = () => project.check('--phase', 'freshness', 'examples', 'boundary');
    expect((await project.edited(file, from, to, check)).findings.toSorted()).toEqual(want);
  });
});
