import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Report } from '../report.js';
import { hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport } from '../sample/sample-report.js';
import { renderSarif } from './sarif.js';

const SCHEMA = createRequire(import.meta.url).resolve('schemastore/schemas/json/sarif-2.1.0.json');

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly ruleId: string;
        readonly level: string;
        readonly partialFingerprints?: object;
        readonly suppressions?: readonly object[];
        readonly locations?: readonly {
          readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
        }[];
      }[];
    },
  ];
}

const results = (report: Report): Sarif['runs'][0]['results'] =>
  (JSON.parse(renderSarif(report)) as Sarif).runs[0].results;

describe('renderSarif', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajvFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
  const { footer: _, ...interrupted } = sampleReport();

  it.each([
    ['sample', sampleReport()],
    ['hostile', hostileReport()],
    ['large', largeReport()],
    ['interrupted', interrupted],
    ['empty', { ...sampleReport(), findings: [], notes: [], cells: [] }],
  ])('writes a file that is valid by the schema of SARIF 2.1.0: the %s report', (_name, report) => {
    expect([validate(JSON.parse(renderSarif(report))), validate.errors]).toEqual([true, null]);
  });

  it('contains each finding once, with its line, its fingerprint and its waiver', () => {
    const report = sampleReport();
    const found = results(report).filter(({ partialFingerprints }) => partialFingerprints !== undefined);
    expect(found).toHaveLength(report.findings.length);
    expect(found[0]).toMatchObject({
      ruleId: 'parity/same-request',
      level: 'error',
      partialFingerprints: { 'contractParityFinding/v1': 'a3f0c112' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'contract/item-service.openapi.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 118, startColumn: 7 },
          },
        },
      ],
    });
    const waived = report.findings.filter(({ disposition }) => disposition === 'waived');
    expect(found.filter(({ suppressions }) => suppressions !== undefined)).toHaveLength(waived.length);
  });

  it.each([
    ['contract/a b#c.yaml', 'contract/a%20b%23c.yaml'],
    ['contract\\api.yaml', 'contract/api.yaml'],
    ['/abs/api.yaml', 'file:///abs/api.yaml'],
    ['C:\\work\\api.yaml', 'file:///C%3A/work/api.yaml'],
  ])('the file %s has the URI %s', (file, uri) => {
    const report = sampleReport();
    const [first, ...others] = report.findings;
    if (first === undefined) throw new Error('no finding');
    const location = { file, line: 1, column: 1, pointer: '' };
    const moved = { ...report, findings: [{ ...first, finding: { ...first.finding, location } }, ...others] };
    expect(results(moved)[0]?.locations?.[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
  });

  it('locates a finding without a location at the contract', () => {
    const report = sampleReport();
    const findings = report.findings.map((entry) => {
      const { location: _location, ...finding } = entry.finding;
      return { ...entry, finding };
    });
    const uris = results({ ...report, findings, notes: [] }).map(
      ({ locations }) => locations?.[0]?.physicalLocation.artifactLocation.uri,
    );
    expect(new Set(uris)).toEqual(new Set([report.header.contracts[0]?.file]));
  });
});
