import type { CaseInput } from '../../contract/case.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { Json } from '../../contract/json/json.js';
import type { FindingEntry, NoteEntry } from '../../reports/report.js';
import type { CheckAnswer } from './check-process.js';
import type { PlantedFault } from './faults/planted-fault.js';

/** What a check reported about one planted fault. */
export interface FaultResult {
  readonly id: string;
  readonly findings: readonly ReportedFinding[];
  /** Ids of rules with unsteady findings. */
  readonly unsteady: readonly string[];
  /** The verdict of the check, or the reason why there is no report. */
  readonly verdict: string;
  /** Wall-clock time on the machine that measured. */
  readonly seconds: number;
}

export interface ReportedFinding {
  readonly rule: string;
  readonly kind: string;
  readonly surfaces: readonly string[];
  readonly operations: readonly string[];
  readonly blame: string;
  readonly pointer: string;
  readonly message: string;
  readonly input?: CaseInput;
  /** The kind of the case that shows the finding, such as `boundary`. */
  readonly provenance?: string;
  /** Number of characters of the counterexample as JSON, with all calls before it. */
  readonly size?: number;
}

/** The result of comparing the findings with a planted fault. If the fault was not found, only `found` is set. */
export interface Score {
  readonly found: boolean;
  readonly single?: boolean;
  readonly surface?: boolean;
  readonly blame?: boolean;
  /**
   * True if the counterexample is at most 10% larger than the smallest possible one. Not set if the fault has no
   * `smallest` input, or the finding has no input.
   */
  readonly minimal?: boolean;
}

/** The maximum size of a counterexample, relative to the smallest possible one. */
const LARGEST_RATIO = 1.1;

export function resultOf(fault: PlantedFault, answer: CheckAnswer, seconds: number): FaultResult {
  const report = 'report' in answer ? answer.report : undefined;
  const regressions = report?.findings.filter(({ disposition }) => disposition === 'open') ?? [];
  // A fault that makes a file unreadable is reported as an error with its place, not as a finding.
  const errors = report?.notes.filter(
    ({ severity, location }) => severity === 'error' && location?.file === fault.file,
  );
  return {
    id: fault.id,
    findings: [...regressions.map(reported), ...(errors ?? []).map(reportedError)],
    unsteady: report?.unsteady?.map(({ finding }) => finding.rule) ?? [],
    verdict: report?.footer?.verdict ?? ('error' in answer ? answer.error : 'interrupted'),
    seconds: Math.round(seconds * 10) / 10,
  };
}

function reportedError({ code, message }: NoteEntry): ReportedFinding {
  return { rule: code, kind: 'error', surfaces: [], operations: [], blame: 'contract', pointer: '', message };
}

function reported({ finding }: FindingEntry): ReportedFinding {
  const { rule, kind, surfaces, operations, blame, pointer, message, counterexample } = finding;
  const shown = { rule, kind, surfaces, operations, blame, pointer, message: message.slice(0, 200) };
  if (counterexample === undefined) return shown;
  const { input, provenance, setup = [], precedingCalls = [] } = counterexample;
  const calls = [...setup, ...precedingCalls].map((call) => call.input);
  return {
    ...shown,
    input,
    provenance: provenance.kind,
    size: [...calls, input].reduce((sum, each) => sum + sizeOf(each), 0),
  };
}

function sizeOf(input: CaseInput): number {
  return canonicalJson(input as Json).length;
}

/**
 * Compares the findings with the planted fault. `surface` and `blame` are true if at least one finding has the expected
 * value. `single` is false if there are several findings.
 */
export function scoreOf(fault: PlantedFault, { findings }: FaultResult): Score {
  if (findings.length === 0) return { found: false };
  const placed = findings.filter((finding) => isPlaced(fault, finding));
  const right = (placed.length > 0 ? placed : findings).find(({ blame }) => blame === fault.blame);
  const size = (right ?? findings[0])?.size;
  return {
    found: true,
    single: findings.length === 1,
    surface: placed.length > 0,
    blame: right !== undefined,
    ...(fault.smallest !== undefined &&
      size !== undefined && { minimal: size <= sizeOf(fault.smallest) * LARGEST_RATIO }),
  };
}

function isPlaced({ surface, operation }: PlantedFault, finding: ReportedFinding): boolean {
  const isOnSurface = surface === '' ? finding.surfaces.length === 0 : finding.surfaces.includes(surface);
  return isOnSurface && (operation === undefined || finding.operations.includes(operation));
}
