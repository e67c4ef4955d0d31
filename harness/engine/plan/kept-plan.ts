import type { Case } from '../../../contract/case.js';
import { fedInput } from '../../../contract/inputs/link-expressions.js';
import { ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Contract } from '../../../contract/contract.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { documentedContent, documentedResponse } from '../../../rules/reply.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import { classOf } from './case-class.js';
import type { CasePlan } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';
import type { PlannedSequence } from './planned/planned-sequence.js';

/** A case that the project keeps after its finding is fixed. Every run tries it before all other cases. */
export interface KeptCase {
  readonly finding: string;
  /** The path of the file, relative to the folder of the configuration. */
  readonly file: string;
  readonly case: Case;
}

/** The contract and the options for which kept cases are added to a plan. */
export interface KeptSubject {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly phases: ReadonlySet<string>;
  readonly maker: CaseMaker;
}

/** The phase in which a kept case runs, by its kind. Kept cases of all other kinds run in the phase `examples`. */
const PHASE_OF: Readonly<Record<string, string>> = { response: 'responses', stream: 'streams', fault: 'faults' };

/**
 * Adds the kept cases to the plan, before all other cases. A kept case that breaks the current contract is left out,
 * because its expectation would be wrong.
 */
export function withKeptCases(plan: CasePlan, subject: KeptSubject, kept: readonly KeptCase[]): CasePlan {
  const own = kept.filter(({ case: made }) => PHASE_OF[made.provenance.kind] === undefined);
  const steps = own.flatMap((one) => plannedSteps(subject, one) ?? []);
  const sequences = steps
    .filter(({ isSequence }) => isSequence && subject.phases.has('sequences'))
    .map(plannedSequence);
  const cases = subject.phases.has('examples')
    ? steps.flatMap(({ steps: planned, isSequence }) => (isSequence ? [] : planned))
    : [];
  return {
    ...plan,
    cases: [...cases, ...plan.cases],
    ...(sequences.length > 0 && { sequences: [...sequences, ...(plan.sequences ?? [])] }),
  };
}

/** Adds kept cases with scripted replies and network faults to the plan. */
export function withKeptScripts(plan: CasePlan, subject: KeptSubject, kept: readonly KeptCase[]): CasePlan {
  const scripted = kept.filter(({ case: { provenance } }) => subject.phases.has(PHASE_OF[provenance.kind] ?? ''));
  const cases = scripted.flatMap((one) => plannedSteps(subject, one)?.steps ?? []);
  return { ...plan, cases: [...cases, ...plan.cases] };
}

/**
 * The planned sequence for a kept case. If a second surface made some of its calls, a second surface makes them again,
 * but possibly a different one.
 */
function plannedSequence({ name, steps }: PlannedSteps): PlannedSequence {
  const elsewhere = steps.find((step) => step.case.surface !== undefined)?.operation.id;
  const isAtOnce = steps.at(-1)?.case.schedule !== undefined;
  const own = steps.map((step): PlannedCase => {
    const { surface: _, ...made } = step.case;
    return { ...step, case: made };
  });
  return { name, steps: own, ...(isAtOnce && { isAtOnce, isExtra: true }), ...(elsewhere && { elsewhere }) };
}

interface PlannedSteps {
  readonly name: string;
  readonly steps: readonly PlannedCase[];
  readonly isSequence: boolean;
}

function plannedSteps(subject: KeptSubject, { finding, case: kept }: KeptCase): PlannedSteps | undefined {
  const { precedingCalls = [], ...last } = kept;
  const isSequence = kept.sequence === true;
  const steps = [...precedingCalls, last].map((step, index) => plannedStep(subject, step, `${finding}-${index}`));
  const planned = steps.filter((step) => step !== undefined);
  if (planned.length < steps.length) return undefined;
  const renamed = new Map(
    [...precedingCalls, last].map(({ id }, index) => [id, planned[index]?.case.id ?? id] as const),
  );
  return { name: finding, isSequence, steps: planned.map((step) => withFeeds(step, renamed)) };
}

function plannedStep(subject: KeptSubject, step: Case, name: string): PlannedCase | undefined {
  const operation = subject.operations.find(({ id }) => id === step.operation);
  if (operation === undefined) return undefined;
  const expect = isFed(step)
    ? fedExpectation(subject, operation, step)
    : classOf({ ...subject, operation }, step)(step.input);
  if (expect === undefined || !isPromised(subject, operation, step)) return undefined;
  const isScripted = PHASE_OF[step.provenance.kind] !== undefined;
  // A scripted reply is found by the kind and the name of its case, so both are kept.
  const provenance = isScripted ? step.provenance : ({ kind: 'regression', name } as const);
  return { operation, case: { ...step, id: `${operation.id}/regression/${name}`, provenance, expect } };
}

function isFed({ feeds = [], sequence }: Case): boolean {
  return feeds.length > 0 || sequence === true;
}

/**
 * Returns the expectation of a step that takes values from earlier replies. These values are not known before the run,
 * so values of another valid input are used to validate the step.
 */
function fedExpectation(
  { contract, maker }: KeptSubject,
  operation: Operation,
  step: Case,
): Case['expect'] | undefined {
  if (!step.expect.kind.startsWith('accepted')) return step.expect;
  const sample = maker.simple(operation)[0]?.input ?? {};
  let input = step.input;
  for (const feed of step.feeds ?? []) {
    const value = feed.at === undefined ? ownValue(sample[feed.in] ?? null, feed.name) : valueAt(sample.body, feed.at);
    if (value !== undefined) input = fedInput(input, feed, value);
  }
  return isValidInput(contract, operation, input) ? step.expect : undefined;
}

/**
 * Whether the scripted reply of a kept case is still in the contract. Always true for a reply that breaks the contract
 * on purpose.
 */
function isPromised({ contract }: KeptSubject, operation: Operation, { reply }: Case): boolean {
  if (reply === undefined || reply.fault !== undefined) return true;
  const response = documentedResponse(operation, reply.status);
  const type = reply.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const schema = response && documentedContent(response, type)?.schema;
  if (response === undefined) return false;
  if (schema === undefined || reply.body === undefined || !isJsonMediaType(type)) return true;
  const value = parseJson(Buffer.from(reply.body));
  return value !== undefined && contract.schemas.accepts(schema, value);
}

function withFeeds(step: PlannedCase, renamed: ReadonlyMap<string, string>): PlannedCase {
  const { feeds } = step.case;
  if (feeds === undefined) return step;
  return {
    ...step,
    case: { ...step.case, feeds: feeds.map((feed) => ({ ...feed, step: renamed.get(feed.step) ?? feed.step })) },
  };
}

/** The kept cases with an operation that no contract has. */
export function unknownKept(kept: readonly KeptCase[], operations: readonly OperationId[]): readonly KeptCase[] {
  const known = new Set(operations);
  return kept.filter(({ case: { operation, precedingCalls = [] } }) =>
    [operation, ...precedingCalls.map((call) => call.operation)].some((id) => !known.has(id)),
  );
}
