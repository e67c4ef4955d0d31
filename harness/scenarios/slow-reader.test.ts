import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIN } from './tree.js';

const folder = mkdtempSync(join(tmpdir(), 'parity-slow-reader-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A contract with very many faults. The output that lists them is longer than the buffer of a pipe. */
function faultyContract(): object {
  const operation = (index: number): object => ({
    operationId: `get${'Thing'.repeat(40)}${index}`,
    parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', example: `size ${index} `.repeat(200) } }],
    responses: { 200: { description: 'OK.' } },
  });
  const paths = Array.from({ length: 45 }, (_, index) => [
    `/${'things-'.repeat(60)}${index}`,
    { get: operation(index) },
  ]);
  return { openapi: '3.1.0', info: { title: 'Faulty', version: '1' }, paths: Object.fromEntries(paths) };
}

/** Runs a command, and reads its output through a pipe, but only after the process would have ended. */
async function readLate(args: readonly string[], lateSeconds: number): Promise<string> {
  const script = `"$0" "$@" 2>/dev/null | (sleep ${lateSeconds}; cat)`;
  const child = spawn('sh', ['-c', script, process.execPath, MAIN, ...args], { cwd: folder, stdio: 'pipe' });
  return text(child.stdout);
}

beforeAll(async () => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(faultyContract()));
  await readLate(['check', 'openapi.json', '--mock', '--phase', 'lint'], 0);
}, 60_000);

test.each([
  ['check', ['openapi.json', '--mock', '--phase', 'lint'], 65_536, 'npx contract-parity lint openapi.json'],
  ['report', ['reports/latest/report.ndjson'], 65_536, 'the contract: 45 × contract/examples-valid'],
  ['explain', [], 1, ''],
])('a slow reader receives the whole output of %s', { timeout: 60_000 }, async (name, args, least, last) => {
  const output = await readLate([name, ...args], 4);
  expect(output.length).toBeGreaterThan(least);
  expect(output.endsWith('\n')).toBe(true);
  expect(output.slice(-400)).toContain(last);
});
