import { setTimeout } from 'node:timers/promises';
import type { Case, Follow, StepFeed } from '../../../../contract/case.js';
import { locatedId } from '../../../../contract/inputs/located-id.js';
import { type PageRequest, fedValue, nextRequest } from '../../../../contract/collections/next-page.js';
import { resourceId } from '../../../../contract/inputs/located-id.js';
import { type Contract, operationNamed } from '../../../../contract/contract.js';
import { inputText } from '../../../../contract/input-text.js';
import { fedInput } from '../../../../contract/inputs/link-expressions.js';
import type { Json } from '../../../../contract/json/json.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { ParityError } from '../../../../contract/parity-error.js';
import { headerValue } from '../../../../contract/wire/message.js';
import { isSamePage } from '../../../../rules/state/evidence/listed-elements.js';
import { replyJson, replyOf } from '../../../../rules/reply.js';
import { MAX_TIMEOUTS, isHanging } from './giving-up.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import type { Observation } from '../../../../surfaces/observation.js';

/**
 * The maximum number of pages that are requested after the first page. It is needed because a service may return a link
 * to a next page forever.
 */
export const MOST_PAGES = 400;

/** The longest pause before a step, in milliseconds. */
export const MOST_PAUSE_MS = 2000;

/** Runs one call of a sequence. The service is in the state in which the earlier calls left it. */
export type RunStep = (operation: Operation, toRun: Case) => Promise<Observation>;

interface StepSubject {
  readonly contract: Contract;
  readonly surface: string;
}

/** All calls of a case in order: its preceding calls, then the case. */
export function stepsOf(last: Case): readonly Case[] {
  return [...(last.precedingCalls ?? []), last];
}

/**
 * Runs the steps in order and returns one observation for each step. A step is not called in three cases: an earlier
 * reply lacks a value that the step needs, calls of its operation keep timing out, or an earlier call got no reply. The
 * outcome of such a step is `inexpressible`.
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
    const obstacle = obstacleOf(fed, operation, earlier);
    if (fed === undefined || obstacle !== undefined) {
      earlier.push(notCalled(surface, step, obstacle ?? UNFED));
      continue;
    }
    if (step.pauseMs !== undefined) await setTimeout(Math.min(step.pauseMs, MOST_PAUSE_MS));
    const observation = await run(operation, fed);
    const followed =
      step.follow === undefined
        ? undefined
        : await followedPages({ operation, schemas: contract.schemas }, fed, step.follow, observation, run);
    earlier.push({ ...observation, earlier: [...earlier], ...(followed && { followed }) });
  }
  return earlier.slice(before.length);
}

interface LaneHooks {
  /** Called after the last call of a lane. */
  readonly endLane: (lane: number) => void;
  /** Called after all lanes have made their last call, before the later steps. */
  readonly settled: () => Promise<void>;
}

/**
 * Runs the steps of a sequence. Steps with a lane number run concurrently with those of other lanes; steps of one lane
 * run in order. Steps without a lane number run one at a time, before or after the concurrent steps.
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

/**
 * The operation of a call. Throws a `ParityError` if the contract has no such operation. A stored case may name an
 * operation that the contract no longer has.
 */
export function calledOperation(contract: Contract, { operation: id }: Case): Operation {
  const operation = operationNamed(contract, id);
  if (operation !== undefined) return operation;
  throw new ParityError(
    'operation-unknown',
    `the case first calls ${id}, but the contract has no such operation`,
    'The contract has changed since the case was written; run `parity check` again.',
  );
}

/** Inserts into a case the values that it takes from earlier replies. `undefined` if one of these values is missing. */
function fedCase(step: Case, earlier: readonly Observation[]): Case | undefined {
  let { input, raw } = step;
  for (const feed of [...(step.within ?? []), ...(step.feeds ?? [])]) {
    const source = earlier.find((observation) => observation.case.id === feed.step);
    const value = source && valueIn(source, feed);
    if (value === undefined) return undefined;
    const header = feed.name.toLowerCase();
    const start = raw?.headers?.[header] ?? '';
    if (feed.in === 'header' && raw !== undefined)
      raw = { ...raw, headers: { ...raw.headers, [header]: `${start.endsWith(', ') ? start : ''}${String(value)}` } };
    else input = fedInput(input, feed, value);
  }
  const { precedingCalls: _, ...own } = step;
  return { ...own, input, ...(raw && { raw }) };
}

function obstacleOf(fed: Case | undefined, operation: Operation, earlier: readonly Observation[]): string | undefined {
  // The replies to concurrent calls are not considered, because the service may have mixed them up.
  const inOrder = earlier.filter((step) => step.case.lane === undefined);
  if (inOrder.some(({ exchanges }) => exchanges.some(({ response }) => isBroken(response)))) return BROKEN;
  if (fed === undefined) return UNFED;
  return keepsHanging(operation, earlier) ? HANGS : undefined;
}

/** Whether the service closed the connection without a reply. The service may have exited and lost its state. */
function isBroken(response: WireResponse | FailedResponse): boolean {
  return response.kind === 'failed' && response.silent !== true && response.tooLong !== true;
}

const BROKEN = 'an earlier call got no reply, so the stored state is not known';
const UNFED = 'the case needs a value that no earlier reply contains';
const HANGS = `${MAX_TIMEOUTS} earlier calls of the operation timed out`;

function notCalled(surface: string, step: Case, reason: string): Observation {
  return { surface, case: step, outcome: { kind: 'inexpressible', reason }, exchanges: [] };
}

/** Whether another call of the operation would probably time out, because earlier calls of the operation did. */
function keepsHanging(operation: Operation, earlier: readonly Observation[]): boolean {
  const own = earlier.filter((observation) => observation.case.operation === operation.id);
  return own.filter((observation) => isHanging(observation)).length >= MAX_TIMEOUTS;
}

async function followedPages(
  listing: { readonly operation: Operation; readonly schemas: Contract['schemas'] },
  first: Case,
  follow: Follow,
  page: Observation,
  run: RunStep,
): Promise<readonly Observation[]> {
  const { follow: _, feeds: __, ...call } = first;
  // A service may answer 404 for a page number after the last page. Pages that a reply links to must exist.
  const expect = { kind: 'by' in follow && follow.by !== 'last' ? 'accepted-or-absent' : 'accepted' } as const;
  const pages: Observation[] = [];
  let [current, before] = [page, textOf(first)];
  for (let request = nextOf(listing, follow, first.input, current); request && pages.length < MOST_PAGES;) {
    const next = await run(listing.operation, { ...call, ...request, expect });
    // A surface cannot follow a link whose query has names that are not parameters of the operation.
    if (request.raw !== undefined && next.outcome.kind === 'inexpressible') break;
    pages.push(next);
    // Stops if a page links to itself. For page numbers, stops if the service returns the same page for each later
    // number.
    const isRepeated = 'by' in follow && isSamePage(current, next);
    [current, before] = [next, textOf(request)];
    const following = isRepeated ? undefined : nextOf(listing, follow, request.input, current);
    request = following === undefined || textOf(following) === before ? undefined : following;
  }
  return pages;
}

function textOf({ input, raw }: PageRequest): string {
  return `${inputText(input)} ${raw?.target ?? ''}`;
}

function nextOf(
  listing: { readonly operation: Operation; readonly schemas: Contract['schemas'] },
  follow: Follow,
  input: Case['input'],
  page: Observation,
): PageRequest | undefined {
  const reply = replyOf(page);
  if (reply === undefined || !isSuccess(reply.status)) return undefined;
  return nextRequest(listing, follow, input, { body: replyJson(reply), headers: reply.headers });
}

/** Reads the value that a later call takes from the reply of this observation. */
function valueIn(observation: Observation, { in: place, location, resource, ...feed }: StepFeed): Json | undefined {
  const reply = replyOf(observation);
  if (reply === undefined || !isSuccess(reply.status)) return undefined;
  if (location !== undefined) return locatedId(headerValue(reply.headers, 'location') ?? '', location);
  if (resource !== undefined) return resourceId(valueAt(replyJson(reply), feed.pointer), resource);
  return place === 'header' ? headerValue(reply.headers, 'etag') : fedValue(replyJson(reply), { ...feed, in: place });
}
