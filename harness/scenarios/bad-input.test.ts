import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyTree } from './tree.js';

const CONTRACT = 'contract/item-service.openapi.yaml';
const ITEMS = ['--contract', 'contract/item-service.openapi.yaml'];
const QUICK = ['check', ...ITEMS, '--runs', '0', '--backend', 'reference', '--phase', 'examples'];

/**
 * Expects a message that states the fault, its place and a repair. It must not contain a stack trace, except in the
 * output of a surface.
 */
function expectClear(text: string, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) expect(text).toMatch(part);
  expect(text).not.toMatch(/^\s+at .*dist\/(?:harness|contract|rules|reports)\/.*:\d+:\d+\)?$/m);
}

interface Broken {
  readonly edits?: readonly (readonly [file: string, from: string, to: string])[];
  readonly write?: readonly [file: string, text: string];
  readonly exitCode: number;
  readonly says: readonly (string | RegExp)[];
}

describe('broken contracts', () => {
  const cases: readonly (readonly [string, Broken])[] = [
    [
      'a contract that does not exist',
      {
        edits: [['parity.config.ts', "'contract/item-service.openapi.yaml'", "'contract/none.yaml'"]],
        exitCode: 2,
        says: ['contract/none.yaml', /Repair: /],
      },
    ],
    [
      'a contract that is not YAML',
      {
        write: [CONTRACT, 'openapi: [3.1\n  : :\n'],
        exitCode: 2,
        says: [/contract\/item-service\.openapi\.yaml:\d+:\d+/],
      },
    ],
    [
      'a contract of an OpenAPI version other than 3.0 and 3.1',
      {
        edits: [[CONTRACT, 'openapi: 3.1.0', 'openapi: 3.2.0']],
        exitCode: 2,
        says: [/item-service\.openapi\.yaml:\d+:\d+/, /3\.2/],
      },
    ],
    [
      'a contract with a dangling $ref',
      {
        edits: [[CONTRACT, "$ref: '#/components/parameters/Limit'", "$ref: '#/components/parameters/Limits'"]],
        exitCode: 2,
        says: [/item-service\.openapi\.yaml:\d+:\d+/, 'Limits'],
      },
    ],
    [
      'a contract with two equal operationIds',
      {
        edits: [[CONTRACT, 'operationId: createItem', 'operationId: listItems']],
        exitCode: 2,
        says: [/item-service\.openapi\.yaml:\d+:\d+/, 'listItems'],
      },
    ],
    [
      'a contract without an extension that the tool server needs',
      {
        edits: [
          [
            CONTRACT,
            '      x-svc-mcp-tool:\n        name: list_items\n        description: List item records for downstream tools\n',
            '',
          ],
        ],
        exitCode: 1,
        says: ['contract/tool-present', /item-service\.openapi\.yaml:\d+:\d+/],
      },
    ],
  ];
  it.each(cases)('the command reports the place of the fault: %s', async (_, { edits = [], write, exitCode, says }) => {
    const tree = copyTree();
    for (const [file, from, to] of edits) await tree.edit(file, from, to);
    if (write !== undefined) await writeFile(join(tree.folder, write[0]), write[1]);
    const ran = await tree.parity('check', '--phase', 'lint', '--surface', 'rest', 'mcp');
    expectClear(ran.stdout + ran.stderr, ...says);
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(exitCode);
  });
});

it('the lint command exits with 2 for an unreadable contract, and with 1 for a contract that breaks a norm', async () => {
  const tree = copyTree();
  await writeFile(join(tree.folder, 'wrong.yaml'), 'openapi: 3.1.0\ninfo: { title: Wrong }\npaths: {}\n');
  const exitCodes = [];
  for (const file of ['none.yaml', 'wrong.yaml']) exitCodes.push((await tree.parity('lint', file)).exitCode);
  expect(exitCodes).toEqual([2, 1]);
});

describe('broken surfaces', () => {
  it('a surface that does not start is inconclusive, and the other surfaces are verified', async () => {
    const tree = copyTree();
    await tree.edit('parity.config.ts', "'dist/surfaces/mcp/reference/main.js'", "'dist/no-such-server.js'");
    const ran = await tree.parity(...QUICK, '--surface', 'rest', 'mcp');
    expectClear(ran.stdout, 'mcp', 'inconclusive', 'no-such-server');
    expect(ran.exitCode).toBe(2);
    const { cells } = await tree.report();
    expect(cells.filter(({ surface }) => surface === 'rest').map(({ verdict }) => verdict)).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    expect(cells.filter(({ surface }) => surface === 'mcp').map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ]);
  });

  it('a surface that exits during a run is reported as a crash, and the run continues', async () => {
    const tree = copyTree();
    await tree.edit(
      'dist/surfaces/mcp/reference/call/call-tool.js',
      'const placed =',
      "if (tool.definition.name === 'get_item') process.exit(3);\n    const placed =",
    );
    const ran = await tree.parity(...QUICK, '--surface', 'mcp', '--operation', 'listItems', 'getItem');
    const { findings, cells } = await tree.report();
    expect(findings.map(({ finding }) => [finding.rule, finding.surfaces, finding.operations, finding.kind])).toEqual([
      ['conformance/outcome', ['mcp'], ['getItem'], 'crash'],
    ]);
    expect(cells.map(({ operation, verdict }) => [operation, verdict])).toEqual([
      ['listItems', 'pass'],
      ['getItem', 'fail'],
    ]);
    expect(ran.exitCode).toBe(1);
  });

  it('a surface that prints a line outside the protocol is reported with this line', async () => {
    const tree = copyTree();
    await tree.edit(
      'dist/surfaces/mcp/reference/call/call-tool.js',
      'const placed =',
      "process.stdout.write('noise of a library\\n');\n    const placed =",
    );
    const ran = await tree.parity(...QUICK, '--surface', 'mcp', '--operation', 'listItems');
    expectClear(ran.stdout, 'conformance/outcome', 'noise of a library');
    expect(ran.exitCode).toBe(1);
  });

  it('a surface that hangs times out, and gets no further calls after a few timeouts', async () => {
    const tree = copyTree();
    await tree.edit('parity.config.ts', "prefix: 'svc',", "prefix: 'svc',\n  timeoutMs: 300,");
    await tree.edit(
      'dist/surfaces/mcp/reference/call/call-tool.js',
      'const placed =',
      'await new Promise(() => setInterval(() => undefined, 1000));\n    const placed =',
    );
    const ran = await tree.parity(...QUICK, '--surface', 'rest', 'mcp', '--operation', 'createItem');
    expectClear(ran.stdout, 'conformance/outcome', 'timeout', 'in a row');
    expect(ran.exitCode).toBe(1);
    const proofs = (await tree.report()).findings.map(({ finding }) => finding.proof?.outcome);
    expect(proofs).toContain('timeout: no outcome within 300 ms');
    expect(
      (await tree.report()).cells
        .filter(({ surface }) => surface === 'rest')
        .every(({ verdict }) => verdict === 'pass'),
    ).toBe(true);
  });
});

describe('faults in the environment of a run', () => {
  it('the commands report that the port of the mock or of the service is in use', async () => {
    const tree = copyTree();
    const squatter = createServer((_, response) => void response.end('not the service')).listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    try {
      const mock = await tree.parity('mock', '--port', String(port));
      expectClear(mock.stderr, String(port), 'already in use');
      expect(mock.exitCode).toBe(2);
      await tree.edit(
        'parity.config.ts',
        "resetPath: '/-/reset',\n      },\n    },\n    {",
        `resetPath: '/-/reset',\n        url: 'http://127.0.0.1:${port}',\n      },\n    },\n    {`,
      );
      const check = await tree.parity(...QUICK, '--surface', 'rest');
      expectClear(check.stdout, 'already', String(port));
      expect(check.exitCode).toBe(2);
    } finally {
      squatter.close();
    }
  });

  it('the findings are printed even if the report folder cannot be written', async () => {
    const tree = copyTree();
    await tree.edit(
      'dist/surfaces/rest/reference/items/operations.js',
      'return jsonReply(route.success.status, Buffer.from(JSON.stringify(item))',
      'return jsonReply(200, Buffer.from(JSON.stringify(item))',
    );
    const ran = await tree.parity(...QUICK, '--surface', 'rest', '--reports', 'package.json/reports');
    expectClear(ran.stdout, 'conformance/status-documented');
    expectClear(ran.stderr, 'package.json/reports', '→');
    expect(ran.exitCode).toBe(1);
  });

  it('a missing, broken or invalid configuration is reported', async () => {
    const tree = copyTree();
    const missing = await tree.parity('check', '--config', 'none.ts');
    expectClear(missing.stderr, 'none.ts', '→');
    expect(missing.exitCode).toBe(2);
    await writeFile(join(tree.folder, 'broken.ts'), 'export default {');
    const broken = await tree.parity('check', '--config', 'broken.ts');
    expectClear(broken.stderr, 'broken.ts', '→');
    expect(broken.exitCode).toBe(2);
    await writeFile(
      join(tree.folder, 'wrong.ts'),
      "export default { contracts: ['a.yaml'], surfaces: { cli: { driver: 'cli' } } };",
    );
    const wrong = await tree.parity('check', '--config', 'wrong.ts');
    expectClear(wrong.stderr, 'wrong.ts', 'surfaces.cli', 'command');
    expect(wrong.exitCode).toBe(2);
  });

  it('a run without cases does not pass', async () => {
    const tree = copyTree();
    const ran = await tree.parity('check', '--phase', 'gates', '--surface', 'rest', '--backend', 'reference');
    expect(ran.exitCode, ran.stdout).toBe(2);
    expectClear(ran.stdout, 'no case was run');
  });
});
