import type { Case, Feed } from '../../../contract/case.js';
import { type Contract, operationNamed } from '../../../contract/contract.js';
import { fedInput } from '../../../contract/inputs/link-expressions.js';
import type { Json } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Operation } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import { replyJson, replyOf } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';

/** Most pages that are requested after the first: a service may return a next page for ever. */
export const MOST_PAGES = 400;

/** Runs one call of a sequence on the state that the calls before it left. */
export type RunStep = (operation: Operation, toRun: Case) => Promise<Observation>;

interface StepSubject {
  readonly contract: Contract;
  readonly surface: string;
}

/** The steps of the sequence that ends with a case. */
export function stepsOf(last: Case): readonly Case[] {
  return [...(last.precedingCalls ?? []), last];
}

/**
 * Runs the steps in order, and returns the observation of each. A step whose value is missing in an earlier reply is
 * not called, and is inexpressible.
 */
export async function runSteps(
  { contract, surface }: StepSubject,
  steps: readonly Case[],
  run: RunStep,
  before: readonly Observation[] = [],
): Promise<readonly Observation[]> {
  const earlier: Observation[] = [...before];
  for (const step of steps) {
    const operation = calledOperation(contract, step);
    const fed = fedCase(step, earlier);
    if (fed === undefined) {
      earlier.push(unfed(surface, step));
      continue;
    }
    const observation = await run(operation, fed);
    const followed =
      step.follow === undefined ? undefined : await followedPages(operation, fed, step.follow, observation, run);
    earlier.push({ ...observation, earlier: [...earlier], ...(followed && { followed }) });
  }
  return earlier.slice(before.length);
}

interface LaneHooks {
  /** Called after the last call of each lane. */
  readonly endLane: (lane: number) => void;
  /** Called after the last call of all lanes, before the steps that follow. */
  readonly settled: () => Promise<void>;
}

/**
 * Runs the steps with the same lane number in order, and those of different lanes at once. The steps before and after
 * them run by themselves.
 */
export async function runLanes(
  subject: StepSubject,
  steps: readonly Case[],
  run: RunStep,
  { endLane, settled }: LaneHooks,
): Promise<readonly Observation[]> {
  const first = steps.findIndex(({ lane }) => lane !== undefined);
  const last = steps.findLastIndex(({ lane }) => lane !== undefined);
  const before = await runSteps(subject, steps.slice(0, first), run);
  const atOnce = steps.slice(first, last + 1);
  const lanes = await Promise.all(
    [...new Set(atOnce.map(({ lane }) => lane ?? 0))].map((number) =>
      runSteps(
        subject,
        atOnce.filter(({ lane = 0 }) => lane === number),
        run,
        before,
      ).finally(() => endLane(number)),
    ),
  );
  await settled();
  const order = atOnce.map(({ id }) => id);
  const during = lanes.flat().toSorted((one, other) => order.indexOf(one.case.id) - order.indexOf(other.case.id));
  const known = [...before, ...during];
  return [...known, ...(await runSteps(subject, steps.slice(last + 1), run, known))];
}

/** The operation of a step or a preceding call, which a stored case may name. */
export function calledOperation(contract: Contract, { operation: id }: Case): Operation {
  const operation = operationNamed(contract, id);
  if (operation !== undefined) return operation;
  throw new ParityError(
    'operation-unknown',
    `the earlier call ${id} is not an operation of the contract`,
    'The contract has changed since the case was written; run `parity check` again.',
  );
}

/** The case with the values of earlier replies; `undefined` if one of them is missing. */
function fedCase(step: Case, earlier: readonly Observation[]): Case | undefined {
  let { input } = step;
  for (const feed of step.feeds ?? []) {
    const source = earlier.find((observation) => observation.case.id === feed.step);
    const value = source && valueIn(source, feed);
    if (value === undefined) return undefined;
    input = fedInput(input, feed, value);
  }
  const { precedingCalls: _, ...own } = step;
  return { ...own, input };
}

function unfed(surface: string, step: Case): Observation {
  const reason = 'a value of the case comes from an earlier reply, which does not contain it';
  return { surface, case: step, outcome: { kind: 'inexpressible', reason }, exchanges: [] };
}

async function followedPages(
  operation: Operation,
  first: Case,
  follow: Feed,
  page: Observation,
  run: RunStep,
): Promise<readonly Observation[]> {
  const { follow: _, feeds: __, ...call } = first;
  const pages: Observation[] = [];
  let value = valueIn(page, follow);
  while (value !== undefined && pages.length < MOST_PAGES) {
    const next = await run(operation, { ...call, input: fedInput(first.input, follow, value) });
    pages.push(next);
    const following = valueIn(next, follow);
    // A page that leads to itself would be requested for ever.
    value = following === value ? undefined : following;
  }
  return pages;
}

/** The value of a feed in the reply of an observation, as it was on the wire. */
function valueIn(observation: Observation, { pointer }: Feed): Json | undefined {
  const reply = replyOf(observation);
  if (reply === undefined || !isSuccess(reply.status)) return undefined;
  const value = valueAt(replyJson(reply), pointer);
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}
