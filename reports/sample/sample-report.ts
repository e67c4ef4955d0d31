import type { OperationId } from '../../contract/operation.js';
import type {
  CellEntry,
  CoverageEntry,
  FindingEntry,
  FooterEntry,
  HeaderEntry,
  NoteEntry,
  Report,
  Verdict,
} from '../report.js';
import { sampleFindings } from './sample-findings.js';

const SAMPLE_SURFACES = ['rest', 'sdk_typescript', 'cli', 'mcp'] as const;
const SAMPLE_BACKENDS = ['reference', 'mock'] as const;
const OPERATIONS = ['listItems', 'createItem', 'getItem'] as const;

/** A fixed report for tests: four surfaces, two backends, three operations, and findings of several kinds. */
export function sampleReport(): Report {
  const findings = sampleFindings();
  const cells = sampleCells(findings);
  return {
    header: sampleHeader(),
    cells,
    findings,
    notes: sampleNotes(),
    coverage: sampleCoverage(),
    footer: sampleFooter(cells, findings),
  };
}

/** The sample report with one additional finding that occurs only after two calls in sequence. */
export function sequenceSample(): Report {
  const report = sampleReport();
  const findings = report.findings.slice(0, 1).map((entry) => {
    const { counterexample } = entry.finding;
    if (counterexample === undefined) return entry;
    const calls = { ...counterexample, sequence: true as const, precedingCalls: [counterexample] };
    return { ...entry, finding: { ...entry.finding, counterexample: calls } };
  });
  return { ...report, findings };
}

function sampleCoverage(): readonly CoverageEntry[] {
  const contract = 'contract/item-service.openapi.yaml';
  const all = (of: number): CoverageEntry['operations'] => ({ reached: of, of, missing: [] });
  const missing = [`${contract}#/components/schemas/ItemFields/properties/quantity/minimum`];
  return [
    {
      kind: 'coverage',
      contract,
      operations: all(3),
      parameters: all(4),
      keywords: all(43),
      broken: { reached: 39, of: 40, missing },
      members: all(3),
      branches: all(2),
      statuses: { reached: 20, of: 21, missing: ['createItem 500'] },
      surfaces: ['rest', 'cli'].map((surface, index) => ({
        surface,
        operations: all(3),
        parameters: all(4),
        contents: all(0),
        keywords: all(43),
        broken: { reached: 39 - index * 12, of: 40, missing },
        members: all(3),
        branches: all(2),
        statuses: { reached: 20 - index, of: 21, missing: ['createItem 500'] },
      })),
    },
  ];
}

export function sampleHeader(): HeaderEntry {
  return {
    kind: 'header',
    format: 'contract-parity-report',
    version: 2,
    tool: 'contract-parity 0.1.0',
    startedAt: '2026-03-01T09:30:00.000Z',
    commit: '4f1c2ab9d0e87736a5c1b2d3e4f5061728394a5b',
    seed: 42,
    runs: 100,
    phases: ['lint', 'inventory', 'freshness', 'examples', 'boundary', 'valid', 'invalid', 'gates'],
    backends: SAMPLE_BACKENDS,
    contracts: [
      {
        file: 'contract/item-service.openapi.yaml',
        title: 'Template Service API',
        version: '0.1.0',
        digest: 'sha256:9f2b6c1d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9',
      },
    ],
    surfaces: [
      { id: 'rest', description: { name: 'item-service', language: 'typescript', version: '0.1.0' } },
      { id: 'sdk_typescript', description: { name: 'item-client', language: 'typescript', version: '0.1.0' } },
      { id: 'cli', description: { name: 'item', language: 'typescript', version: '0.1.0' } },
      { id: 'mcp', description: { name: 'item-tools', version: '0.1.0' } },
    ],
  };
}

/**
 * A matrix cell for each group, surface and backend. Some rules do not apply to the mock. On the mock, one group could
 * not be verified for mcp.
 */
function sampleCells(findings: readonly FindingEntry[]): readonly CellEntry[] {
  return OPERATIONS.flatMap((operation) =>
    SAMPLE_SURFACES.flatMap((surface) =>
      SAMPLE_BACKENDS.map((backend) => {
        const ids = findings
          .map(({ finding }) => finding)
          .filter(
            (finding) =>
              finding.surfaces.includes(surface) &&
              finding.backends.includes(backend) &&
              finding.operations.includes(operation as OperationId),
          )
          .map(({ id }) => id);
        const lost = surface === 'mcp' && backend === 'mock' && operation === 'getItem';
        return sampleCell(operation, surface, backend, ids, lost);
      }),
    ),
  );
}

function sampleCell(
  operation: string,
  surface: string,
  backend: string,
  findings: readonly string[],
  lost: boolean,
): CellEntry {
  const verdict: Verdict = lost ? 'inconclusive' : findings.length > 0 ? 'fail' : 'pass';
  return {
    kind: 'cell',
    group: operation,
    operation: operation as OperationId,
    surface,
    backend,
    verdict,
    ...(lost ? { reason: 'Only 3 of 120 cases were accepted; a cell needs at least 10.' } : {}),
    cases: 120,
    accepted: lost ? 3 : 84,
    rejected: lost ? 117 : 34,
    refused: lost ? 17 : 34,
    inexpressible: lost ? 0 : 2,
    verified: {
      'conformance/request-valid': 118,
      'conformance/status-documented': 118,
      'parity/same-request': 118,
      'parity/same-value': 84,
    },
    inapplicable: backend === 'mock' ? ['conformance/authentication-enforced', 'state/created-is-found'] : [],
    findings,
  };
}

function sampleNotes(): readonly NoteEntry[] {
  return [
    {
      kind: 'note',
      severity: 'error',
      code: 'waiver-stale',
      message: 'The waiver `conformance/allow-header` on mcp matches no finding.',
      repair: 'Remove it from parity.waivers.yaml, or correct its pattern.',
      location: { file: 'parity.waivers.yaml', line: 12, column: 3, pointer: '/waivers/1' },
    },
    {
      kind: 'note',
      severity: 'warning',
      code: 'contract-operation-description',
      message: 'Operation `getItem` has no description.',
      repair: 'Describe in one sentence what it returns.',
      location: {
        file: 'contract/item-service.openapi.yaml',
        line: 64,
        column: 7,
        pointer: '/paths/~1items~1{item_id}/get',
      },
    },
    {
      kind: 'note',
      severity: 'info',
      code: 'mock-departure',
      message: 'The mock accepts any token, so authentication was only verified on reference.',
    },
  ];
}

function sampleFooter(cells: readonly CellEntry[], findings: readonly FindingEntry[]): FooterEntry {
  const cases = cells.reduce((sum, cell) => sum + cell.cases, 0);
  return {
    kind: 'footer',
    verdict: 'fail',
    exitCode: 1,
    interrupted: false,
    cells: cells.length,
    cases,
    findings: findings.length,
    durationMs: 12_345,
    times: cells
      .filter(({ cases: ran }) => ran > 0)
      .map(({ surface, backend, operation, cases: ran }) => ({
        surface,
        backend,
        operation,
        calls: ran,
        durationMs: 5 * ran,
      })),
  };
}
