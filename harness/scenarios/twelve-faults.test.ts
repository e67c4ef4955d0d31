import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../reports/report.js';
import type { Edit } from './planting.js';
import { type Tree, copyTree } from './tree.js';
import type { Ran } from './command.js';

const CLI = 'dist/surfaces/cli/svc-items.cjs';
const CARD = 'dist/surfaces/ui_card/items.html';
const PYTHON = 'surfaces/sdk_python/reference/template_service';
const FALSY = 'Object.fromEntries(Object.entries(document.value).filter(([, member]) => member))';

/** The planted faults: two faults with different causes on each surface. */
const FAULTS: readonly (readonly [wanted: string, edit: Edit])[] = [
  [
    'rest createItem conformance/status-documented status-undocumented',
    [
      'dist/surfaces/rest/reference/items/operations.js',
      'return jsonReply(route.success.status, Buffer.from(JSON.stringify(item))',
      'return jsonReply(200, Buffer.from(JSON.stringify(item))',
    ],
  ],
  [
    'rest listItems conformance/authentication-enforced token-not-checked',
    [
      'dist/surfaces/rest/reference/serving/answer.js',
      '(route?.authenticated ?? true)',
      "(route?.operationId !== 'listItems')",
    ],
  ],
  [
    'sdk_typescript createItem parity/same-request null-became-omitted',
    [
      'dist/surfaces/sdk_typescript/runtime/encode-body.js',
      'return plain(JSON.stringify(value));',
      'return plain(JSON.stringify(value, (_, member) => member ?? undefined));',
    ],
  ],
  [
    'sdk_typescript getItem parity/same-value empty-became-omitted',
    ['dist/surfaces/sdk_typescript/runtime/read-reply.js', 'return document.value;', `return ${FALSY};`],
  ],
  [
    'sdk_python getItem parity/same-operation no-operation',
    [`${PYTHON}/_text.py`, 'return _encoded(text, _UNRESERVED)\n', 'return _encoded(text, _UNRESERVED + "/")\n'],
  ],
  [
    'sdk_python listItems parity/same-value mis-decoded',
    [`${PYTHON}/_reply.py`, 'json.loads(reply.body.decode("utf-8")', 'json.loads(reply.body.decode("latin-1")'],
  ],
  [
    'cli getItem parity/same-status failure-reported-as-success',
    [CLI, 'return error.exitCode;', 'return error.exitCode === 11 ? 0 : error.exitCode;'],
  ],
  [
    'cli listItems parity/same-gate request-before-approval',
    [CLI, 'if (denied.has(gate)) throw denial;', 'if (denied.has(gate)) return;'],
  ],
  [
    'mcp listItems parity/same-request missing',
    [
      'dist/surfaces/mcp/reference/call/place-arguments.js',
      'for (const placement of call.parameters) {',
      "for (const placement of call.parameters) {\n        if (placement.argument === 'limit') continue;",
    ],
  ],
  [
    'mcp createItem parity/same-status failure-reported-as-success',
    [
      'dist/surfaces/mcp/reference/call/result.js',
      '{ ...structured(value, reply.text), isError: true }',
      'structured(value, reply.text)',
    ],
  ],
  [
    'ui_card listItems parity/same-value changed',
    [
      CARD,
      'JSON.stringify(value, null, 2).replace(UNSEEN',
      'JSON.stringify(value, (name, member) => name === "price" ? Math.round(member) : member, 2).replace(UNSEEN',
    ],
  ],
  [
    'ui_card createItem parity/same-request changed',
    [
      CARD,
      'textFault(field, control.value), () => control.value)',
      'textFault(field, control.value), () => control.value.toLowerCase())',
    ],
  ],
];

const FLAGS = [
  '--contract',
  'contract/item-service.openapi.yaml',
  '--backend',
  'reference',
  '--phase',
  'examples',
  'boundary',
  'invalid',
  'gates',
  '--runs',
  '2',
];

const WANTED = FAULTS.map(([wanted]) => wanted);
/** The findings that are waived: half of all findings. */
const WAIVED = WANTED.slice(0, 6);

let tree: Tree;
let ran: Ran;
let report: Report;

beforeAll(async () => {
  tree = copyTree();
  for (const [, edit] of FAULTS) await tree.edit(...edit);
  await tree.edit('parity.config.ts', "waivers: 'contract/waivers.yaml'", "waivers: 'waivers.yaml'");
  await waive(WAIVED);
  ran = await tree.parity('check', ...FLAGS);
  report = await tree.report();
});

async function waive(findings: readonly string[]): Promise<void> {
  const entries = findings.map((wanted) => {
    // A finding may name several operations, so the waiver does not name an operation.
    const [surface, , rule, kind] = wanted.split(' ');
    return `  - { rule: ${rule}, kind: ${kind}, surface: ${surface}, reason: known, owner: us, expires: 2099-01-01 }`;
  });
  await writeFile(join(tree.folder, 'waivers.yaml'), `waivers:\n${entries.join('\n')}\n`);
}

function words({ finding: { rule, kind, surfaces, operations } }: Report['findings'][number]): string {
  return `${surfaces.join()} ${operations[0] ?? ''} ${rule} ${kind}`;
}

describe('twelve faults in one project', () => {
  it('twelve faults cause twelve findings, each on its surface', () => {
    expect(report.findings.map(words).toSorted(), ran.stdout).toEqual(WANTED.toSorted());
    expect(ran.exitCode).toBe(1);
    expect(report.unsteady ?? []).toEqual([]);
  });

  it('an operation does not pass on a surface on which it breaks a rule', () => {
    expect(report.cells.filter(({ verdict, broken }) => verdict === 'pass' && broken !== undefined)).toEqual([]);
  });

  it('each finding has the smallest input that shows its fault', () => {
    const inputs = new Map(
      report.findings.map((entry) => [words(entry), JSON.stringify(entry.finding.counterexample?.input)]),
    );
    expect(inputs.get('sdk_typescript createItem parity/same-request null-became-omitted')).toBe(
      '{"body":{"name":"a","note":null}}',
    );
    expect(inputs.get('sdk_python getItem parity/same-operation no-operation')).toMatch(
      /^\{"path":\{"item_id":"a*\/a*"\}\}$/,
    );
    expect(inputs.get('mcp listItems parity/same-request missing')).toBe('{"query":{"limit":1}}');
    expect(inputs.get('rest createItem conformance/status-documented status-undocumented')).toBe(
      '{"body":{"name":"a"}}',
    );
    expect(inputs.get('rest listItems conformance/authentication-enforced token-not-checked')).toBe('{}');
    expect(inputs.get('ui_card listItems parity/same-value changed')).toBe('{"query":{"limit":3}}');
    expect([...inputs.values()].filter((text) => text.length > 80)).toEqual([]);
  });

  it('waivers of some findings do not hide the other findings', () => {
    const open = report.findings.filter(({ disposition }) => disposition === 'open').map(words);
    expect(open.toSorted()).toEqual(WANTED.slice(6).toSorted());
  });

  it('rules that a fault makes unobservable stay unverified even if all findings are waived', async () => {
    const unverified = {
      verdict: 'fail',
      // The contract has no schema for a create with status 200, so its body cannot be validated.
      unverified: expect.arrayContaining(['conformance/response-body', 'state/echo']) as unknown,
    };
    const ofCreate = ({ cells }: Report): unknown =>
      cells.find(({ surface, operation }) => surface === 'rest' && operation === 'createItem');
    expect(ofCreate(report)).toMatchObject(unverified);
    await waive(WANTED);
    const waived = await tree.parity('check', ...FLAGS, '--surface', 'rest', '--operation', 'createItem');
    expect(waived.exitCode, waived.stdout).toBe(2);
    const only = await tree.report();
    expect(only.findings.map(({ disposition }) => disposition)).toEqual(['waived']);
    expect(ofCreate(only)).toMatchObject(unverified);
  });
});
