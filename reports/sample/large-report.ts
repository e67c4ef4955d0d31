import type { OperationId } from '../../contract/operation.js';
import type { CellEntry, FindingEntry, Report } from '../report.js';
import { sampleFindings } from './sample-findings.js';
import { sampleHeader } from './sample-report.js';

const SURFACES = ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp', 'ui_card'] as const;
const BACKENDS = ['reference', 'mock'] as const;

/** A large report for the renderers: operations on six surfaces and two backends. Every seventeenth operation fails. */
export function largeReport(groups = 200): Report {
  const findings = Array.from({ length: groups }, (_, index) => index)
    .filter((index) => index % 17 === 3)
    .flatMap(largeFindings);
  const cells = Array.from({ length: groups }, (_, index) => largeCells(index, findings)).flat();
  const surfaces = SURFACES.map((id) => ({ id, description: { name: `${id}-client`, version: '1.0.0' } }));
  return { header: { ...sampleHeader(), surfaces }, cells, findings, notes: [] };
}

function largeFindings(group: number): readonly FindingEntry[] {
  const hex = (number: number): string => number.toString(16).padStart(4, '0');
  return sampleFindings().map((entry, index): FindingEntry => ({
    ...entry,
    finding: { ...entry.finding, id: hex(group) + hex(index), operations: [operationId(group)] },
  }));
}

function largeCells(group: number, findings: readonly FindingEntry[]): readonly CellEntry[] {
  const operation = operationId(group);
  const concerned = findings.map(({ finding }) => finding).filter((finding) => finding.operations.includes(operation));
  return SURFACES.flatMap((surface) =>
    BACKENDS.map((backend): CellEntry => {
      const ids = concerned
        .filter((finding) => finding.surfaces.includes(surface) && finding.backends.includes(backend))
        .map(({ id }) => id);
      return {
        kind: 'cell',
        group: operation,
        operation,
        surface,
        backend,
        verdict: ids.length > 0 ? 'fail' : 'pass',
        cases: 100,
        accepted: 70,
        rejected: 30,
        refused: 30,
        inexpressible: 0,
        verified: { 'parity/same-request': 100, 'conformance/status-documented': 100 },
        inapplicable: [],
        findings: ids,
      };
    }),
  );
}

function operationId(group: number): OperationId {
  return `operationNumber${group}` as OperationId;
}
