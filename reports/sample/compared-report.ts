import type { Report } from '../report.js';
import { recordOf } from '../view/cell-history.js';
import { comparedReport } from '../view/comparison/comparison.js';
import { sampleReport } from './sample-report.js';

/**
 * The sample report, compared with an earlier report. The earlier report lacks the first finding, and has one finding
 * that the sample lacks. The history contains both reports.
 */
export function comparedSample(): Report {
  const now = sampleReport();
  const [first, second] = now.findings;
  if (first === undefined || second === undefined) throw new Error('the sample has lost its findings');
  const earlier = earlierReport(now, first.finding.id, {
    ...second,
    finding: { ...second.finding, id: '0e0e0e0e', message: 'An earlier fault.' },
  });
  const runs = [earlier, now].map(recordOf).filter((record) => record !== undefined);
  const compared = comparedReport(now, earlier, { source: 'earlier', failOn: 'any' });
  return { ...compared, history: { kind: 'history', runs } };
}

function earlierReport(now: Report, without: string, more: Report['findings'][number]): Report {
  const [contract] = now.header.contracts;
  const cells = now.cells.map((cell) => {
    const findings = cell.findings.filter((id) => id !== without);
    const { reason: _, ...rest } = cell;
    return findings.length > 0 ? cell : ({ ...rest, verdict: 'pass', findings } as const);
  });
  return {
    ...now,
    header: {
      ...now.header,
      startedAt: '2026-02-01T09:30:00.000Z',
      commit: '1111111d0e87736a5c1b2d3e4f5061728394a5b',
      contracts: contract === undefined ? [] : [{ ...contract, version: '0.0.9' }],
    },
    cells,
    findings: [...now.findings.filter(({ finding }) => finding.id !== without), more],
  };
}
