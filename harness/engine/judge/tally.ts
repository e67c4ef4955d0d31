import type { Operation, OperationId } from '../../../contract/operation.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { jsonText } from '../../../contract/json/json-text.js';
import { headerValue, isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { printableText } from '../../../reports/text/printable.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import { isAccepted, replyOf } from '../../../rules/reply.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import type { Broken, RuleCoverage } from './judge.js';
import { BESIDE_PATH, CONFLICTS, isBesidePath, isUndecided } from './undecided.js';

/** The counted results of one operation on one surface. */
export interface Tally {
  cases: number;
  accepted: number;
  rejected: number;
  /** The number of cases that were refused as the contract requires or permits. */
  refused: number;
  inexpressible: number;
  /** The number of planned cases that did not run because the run was stopped. */
  missed: number;
  /** The number of cases for which at least one rule threw an error. */
  unjudged: number;
  /** The replies to cases that the service did not accept. Each is a status or `no reply`. */
  readonly refusals: Set<string>;
  /** For each status, the number of valid cases that the service refused with this status. */
  readonly validRefused: Map<string, number>;
  /**
   * For each of these statuses, the text of its last reply before a call was accepted. The last calls are those of
   * sequences, whose identifiers exist. Under `inexpressible`, the last reason for which the surface could not express
   * a case.
   */
  readonly refusalTexts: Map<string, string>;
  /** For each rule, the number of trials that verified it. */
  readonly verified: Map<string, number>;
  /** For each rule, the number of its violations. Faults of the mock are not counted. */
  readonly broken: Map<string, number>;
  /**
   * The rules that at least one case verified, for each kind of expectation. `blocked` has the rules that could not be
   * checked in at least one case. The keys of both are `<rule> <kind of expectation>`.
   */
  readonly verifiedFor: Set<string>;
  /** The rules in `verifiedFor`, grouped by the kind of expectation. */
  readonly verifiedRules: Map<string, Set<string>>;
  readonly blocked: Set<string>;
}

export type Tallies = ReadonlyMap<SurfaceId, ReadonlyMap<OperationId, Tally>>;

export function newTally(): Tally {
  return {
    cases: 0,
    accepted: 0,
    rejected: 0,
    refused: 0,
    inexpressible: 0,
    missed: 0,
    unjudged: 0,
    refusals: new Set(),
    validRefused: new Map(),
    refusalTexts: new Map(),
    verified: new Map(),
    broken: new Map(),
    verifiedFor: new Set(),
    verifiedRules: new Map(),
    blocked: new Set(),
  };
}

/** Adds one observation, with the violations of its trial. */
export function countObservation(
  tally: Tally,
  operation: Operation,
  observation: Observation,
  { verified, blocked }: RuleCoverage,
  broken: readonly Broken[],
): void {
  tally.cases += 1;
  if (observation.outcome.kind === 'inexpressible') {
    tally.inexpressible += 1;
    tally.refusalTexts.set('inexpressible', printableText(observation.outcome.reason, LONGEST_TEXT));
    return;
  }
  const { kind } = observation.case.expect;
  const reply = replyOf(observation);
  const isDisturbed = observation.undisturbed?.after !== undefined;
  if (isDisturbed || (reply !== undefined && isAccepted(operation, reply.status))) tally.accepted += 1;
  else {
    tally.rejected += 1;
    if (isRightRefusal(observation, broken)) tally.refused += 1;
    const answer = reply === undefined ? 'no reply' : String(reply.status);
    tally.refusals.add(answer);
    if (kind === 'accepted' || kind === 'accepted-or-absent') {
      tally.validRefused.set(answer, (tally.validRefused.get(answer) ?? 0) + 1);
      const text = reply && tally.accepted === 0 ? refusalText(reply) : undefined;
      if (text !== undefined) tally.refusalTexts.set(answer, text);
    }
  }
  const known = tally.verifiedRules.get(kind) ?? new Set();
  tally.verifiedRules.set(kind, known);
  const undecided = isUndecided(observation) && verified.includes(invalidRejected.id);
  if (undecided && reply?.status === 409) tally.blocked.add(CONFLICTS);
  if (undecided) tally.blocked.add(BESIDE_PATH);
  else if (isBesidePath(observation.case) && verified.includes(invalidRejected.id)) tally.verifiedFor.add(BESIDE_PATH);
  for (const rule of verified) {
    if (undecided && rule === invalidRejected.id) continue;
    tally.verified.set(rule, (tally.verified.get(rule) ?? 0) + 1);
    // Most rules are already in the set after the first few cases. This check avoids building the key again.
    if (known.has(rule)) continue;
    known.add(rule);
    tally.verifiedFor.add(`${rule} ${kind}`);
  }
  for (const rule of blocked) tally.blocked.add(`${rule} ${kind}`);
}

/** The maximum length of the text of a refusal in the reason of a cell. */
const LONGEST_TEXT = 200;

/** The text of a refusal: the `detail` of its problem document (RFC 9457 §3.1.4), or else its JSON body. */
function refusalText({ body, headers }: WireResponse): string | undefined {
  if (isExcerpt(body) || !isJsonMediaType(headerValue(headers, 'content-type'))) return undefined;
  const value = parseJson(body);
  const detail = isJsonObject(value) ? value['detail'] : undefined;
  const text = typeof detail === 'string' || value === undefined ? detail : jsonText(value);
  return typeof text === 'string' ? printableText(text, LONGEST_TEXT) : undefined;
}

/**
 * Whether the refusal is correct. A scripted refusal is correct, because the harness chose the reply. A 404 for an item
 * that may not exist, or a conflict, does not show that the service refuses the invalid input.
 */
function isRightRefusal(observation: Observation, broken: readonly Broken[]): boolean {
  const { outcome, surface, exchanges } = observation;
  const { expect, reply: scripted } = observation.case;
  const status = replyOf(observation)?.status;
  if (scripted !== undefined) return status === scripted.status;
  if (isUndecided(observation)) return false;
  const isRefused = exchanges.length === 0 ? outcome.kind === 'refused' : isClientError(status);
  if (expect.kind === 'accepted' || !isRefused) return false;
  return !broken.some(({ rule, violation }) => rule.judgesCase === true && violation.surface === surface);
}

/** Whether the status is a client error (RFC 9110 §15.5). */
function isClientError(status = 0): boolean {
  return status >= 400 && status < 500;
}

export function countBroken(tally: Tally, { rule, violation }: Broken): void {
  // Faults of the mock do not count as faults of a surface.
  if (violation.blame !== 'mock') tally.broken.set(rule.id, (tally.broken.get(rule.id) ?? 0) + 1);
}
