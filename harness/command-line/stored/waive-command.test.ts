import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWaivers } from '../../../contract/manifests/waivers.js';
import type { ChangedScope, Report } from '../../../reports/report.js';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { renderNdjson } from '../../../reports/stream/ndjson.js';
import { waiveCommand } from './waive-command.js';

const LEFT = { group: 'getItem', operation: 'getItem', surfaces: ['rest'] };

const CONFIG = {
  contracts: ['api.yaml'],
  service: { url: 'http://127.0.0.1:1' },
  surfaces: { rest: { driver: 'rest' } },
};
const GIVEN = { reason: 'Fixed in 2.0: the "SDK".', owner: 'SDK team', expires: '2099-12-31' };
const { footer: _footer, ...unfinished } = sampleReport();

/** A report of a run with `--changed-since`. */
function changedReport(notRequested: ChangedScope['notRequested']): Report {
  const report = sampleReport();
  const changed = { since: 'main', requested: 1, reasons: [], notRequested };
  return { ...report, header: { ...report.header, scope: { changed } } };
}

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parity-waive-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function waive(id: string, report: Report, config: object, given: Partial<typeof GIVEN> = {}): Promise<void> {
  writeFileSync(join(folder, 'report.ndjson'), renderNdjson(report));
  writeFileSync(join(folder, 'parity.config.json'), JSON.stringify(config));
  return waiveCommand(join(folder, 'parity.config.json'), id, { ...GIVEN, ...given, report: folder });
}

describe('parity waive', () => {
  const configured = { ...CONFIG, waivers: 'waivers.yaml' };

  it('parity waive begins a new waiver file with a reference to its schema, if the package is installed', async () => {
    mkdirSync(join(folder, 'contract'));
    mkdirSync(join(folder, 'node_modules/contract-parity/docs'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/contract-parity/docs/waivers.schema.json'), '{}');
    await waive('a3f0c112', sampleReport(), { ...CONFIG, waivers: 'contract/waivers.yaml' });
    expect(readFileSync(join(folder, 'contract/waivers.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/contract-parity\/docs\/waivers\.schema\.json\nwaivers:\n {2}- rule: /,
    );
  });

  it.each([
    [
      'an existing waiver file, with its comments',
      '# Permitted.\nwaivers:\n  # none yet\n  - { rule: a/b, surface: s, reason: r, owner: o, expires: 2099-01-01 }\n',
    ],
    ['a waiver file with an empty list', 'waivers: []\n'],
    ['a waiver file that does not exist', undefined],
  ])('parity waive adds a waiver to %s', async (_, text) => {
    if (text !== undefined) writeFileSync(join(folder, 'waivers.yaml'), text);
    await waive('a3f0c112', sampleReport(), configured);
    const reading = readWaivers('waivers.yaml', { root: folder });
    expect(reading).toMatchObject({ kind: 'waivers' });
    expect(reading.kind === 'waivers' && reading.waivers.at(-1)).toMatchObject({
      rule: 'parity/same-request',
      surface: 'sdk_typescript',
      operations: ['createItem'],
      kind: 'null-became-omitted',
      finding: 'a3f0c112',
      ...GIVEN,
    });
    const after = readFileSync(join(folder, 'waivers.yaml'), 'utf8');
    for (const comment of text?.match(/# .*/g) ?? []) expect(after).toContain(comment);
  });

  it('parity waive accepts the report of a run with --changed-since if the run skipped no operation', async () => {
    await expect(waive('a3f0c112', changedReport([]), configured)).resolves.toBeUndefined();
  });

  it.each([
    ['a finding that the report does not have', 'ffffffff', sampleReport(), configured, {}, 'finding-unknown'],
    ['a finding that is already waived', '77aa01ff', sampleReport(), configured, {}, 'waiver-twice'],
    ['the report of an interrupted run', 'a3f0c112', unfinished, configured, {}, 'waiver-of-part'],
    [
      'the report of one shard',
      'a3f0c112',
      { ...sampleReport(), header: { ...sampleReport().header, scope: { shard: { index: 1, count: 2 } } } },
      configured,
      {},
      'waiver-of-part',
    ],
    [
      'the report of a run with --changed-since that skipped an operation',
      'a3f0c112',
      changedReport([LEFT]),
      configured,
      {},
      'waiver-of-part',
    ],
    ['a configuration without a waiver file', 'a3f0c112', sampleReport(), CONFIG, {}, 'waivers-missing'],
    [
      'an expiry date that does not exist',
      'a3f0c112',
      sampleReport(),
      configured,
      { expires: '2099-02-30' },
      'waiver-date',
    ],
    ['a waiver with an empty reason', 'a3f0c112', sampleReport(), configured, { reason: ' ' }, 'waiver-malformed'],
  ])('parity waive refuses %s, and writes nothing', async (_, id, report, config, given, code) => {
    const text = '# mine\nwaivers: []\n';
    writeFileSync(join(folder, 'waivers.yaml'), text);
    await expect(waive(id, report, config, given)).rejects.toMatchObject({ code });
    expect(readFileSync(join(folder, 'waivers.yaml'), 'utf8')).toBe(text);
    expect(readdirSync(folder).toSorted()).toEqual(['parity.config.json', 'report.ndjson', 'waivers.yaml']);
  });
});
