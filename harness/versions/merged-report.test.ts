import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { CellEntry, FindingEntry, Report } from '../../reports/report.js';
import { completeConfig } from '../configuration/load-config.js';
import { phasesNamed } from '../engine/options/check-options.js';
import { runChoice } from '../engine/plan/surface-runs.js';
import { mergedReport } from './merged-report.js';
import type { Version } from './quadrant.js';

const loaded = completeConfig(
  { contracts: ['a.json'], service: { url: 'http://127.0.0.1:1' }, surfaces: { sdk: { driver: 'rest' } } },
  '/project/parity.config.json',
);
const own: Version = { name: 'the working tree', suffix: '', loaded, contracts: [] };
const old: Version = { ...own, name: 'v1', suffix: '@v1' };
const operation = 'getNote' as OperationId;

function cell(surface: string, ids: readonly string[]): CellEntry {
  const counts = { cases: 1, accepted: 1, rejected: 0, inexpressible: 0, verified: {}, inapplicable: [] };
  const verdict = ids.length > 0 ? 'fail' : 'pass';
  return { kind: 'cell', group: 'n', operation, surface, backend: 'reference', verdict, ...counts, findings: ids };
}

function finding(surface: string, id: string): FindingEntry {
  const texts = {
    rule: 'conformance/outcome',
    kind: 'crash',
    pointer: '/outcome',
    message: 'M.',
    repair: 'R.',
    source: 'S',
  };
  const facts = { severity: 'must', expected: null, received: null, blame: 'surface', occurrences: 1 } as const;
  const where = { surfaces: [surface], operations: [operation], backends: ['reference'], evidence: [] };
  return { kind: 'finding', disposition: 'open', finding: { id, ...texts, ...facts, ...where } };
}

function report(surface: string, ids: readonly string[]): Report {
  return {
    header: {
      kind: 'header',
      format: 'contract-parity-report',
      version: 5,
      tool: 't',
      startedAt: '2026-01-01T00:00:00.000Z',
      seed: 1,
      runs: 1,
      phases: ['valid'],
      backends: ['reference'],
      contracts: [],
      surfaces: [{ id: surface, description: { name: surface } }],
    },
    cells: [cell(surface, ids)],
    findings: ids.map((id) => finding(surface, id)),
    notes: [],
  };
}

/**
 * Merges four reports with these findings, in this order: the working tree, the released surfaces with the new service,
 * the new surfaces with the released service, and the released surfaces with the released service.
 */
function merged(...[home = [], older = [], newer = [], pair = []]: readonly (readonly string[])[]): Report {
  return mergedReport(
    report('sdk', home),
    [
      { quadrant: { surfaces: old, service: own, pairs: [] }, reports: [report('sdk@v1', older)] },
      { quadrant: { surfaces: own, service: old, pairs: [] }, reports: [report('sdk', newer)] },
      { quadrant: { surfaces: old, service: old, pairs: [] }, reports: [report('sdk@v1', pair)] },
    ],
    {
      loaded,
      options: {
        contracts: [],
        surfaces: [],
        operations: [],
        phases: phasesNamed(['valid']),
        backends: ['reference'],
        runs: runChoice(undefined),
        seed: 1,
        reports: '.',
        signal: new AbortController().signal,
      },
      notes: [],
      waivers: [],
      took: () => 1,
    },
  );
}

it.each<[string, readonly (readonly string[])[], readonly string[], number]>([
  ['no finding', [], [], 0],
  ['the same fault of the new surfaces with both services', [['a'], [], ['a']], ['a open reference,reference@v1'], 1],
  ['a fault of released surfaces with the new service only', [[], ['b']], ['b open reference'], 1],
  ['a fault of new surfaces with the released service only', [[], [], ['c']], ['c open reference@v1'], 1],
  [
    'the same fault of released surfaces with both services, which does not fail the run',
    [[], ['d'], [], ['d']],
    ['d released reference,reference@v1'],
    0,
  ],
  ['a fault of released surfaces with the released service only', [[], [], [], ['e']], ['e released reference@v1'], 0],
])('the findings of all combinations of versions are merged: %s → $2', (_, given, want, exitCode) => {
  const { findings, footer, cells, header } = merged(...given);
  expect(
    findings.map(({ disposition, finding: { id, backends } }) => `${id} ${disposition} ${backends.join()}`),
  ).toEqual(want);
  expect(footer?.exitCode).toBe(exitCode);
  expect(cells.map(({ surface, backend }) => `${surface} ${backend}`)).toEqual([
    'sdk reference',
    'sdk@v1 reference',
    'sdk reference@v1',
    'sdk@v1 reference@v1',
  ]);
  expect(header.surfaces.map(({ id }) => id)).toEqual(['sdk', 'sdk@v1']);
});
