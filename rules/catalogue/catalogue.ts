import { acceptHeader } from '../conformance/surface/accept-header.js';
import { argumentsUnchanged } from '../conformance/surface/arguments-unchanged.js';
import { hostHeader } from '../conformance/surface/host-header.js';
import { resultText } from '../conformance/surface/result-text.js';
import { shownAsText } from '../conformance/surface/shown-as-text.js';
import { authenticationEnforced } from '../conformance/service/authentication-enforced.js';
import { contentType } from '../conformance/service/content-type.js';
import { credentialsKept } from '../conformance/surface/credentials-kept.js';
import { credentialsSent } from '../conformance/surface/credentials-sent.js';
import { invalidRejected } from '../conformance/service/invalid-rejected.js';
import { malformedRefused } from '../conformance/service/malformed-refused.js';
import { noServerError } from '../conformance/service/no-server-error.js';
import { argumentsChecked } from '../conformance/surface/arguments-checked.js';
import { oneExchange } from '../conformance/surface/one-exchange.js';
import { outcome } from '../conformance/surface/outcome.js';
import { ownProblem } from '../conformance/surface/own-problem.js';
import { ownSchemas } from '../conformance/surface/own-schemas.js';
import { requestValid } from '../conformance/surface/request-valid.js';
import { problemMembers } from '../conformance/service/problems/problem-members.js';
import { responseBody } from '../conformance/service/response-body.js';
import { responseHeaders } from '../conformance/service/response-headers.js';
import { statusDocumented } from '../conformance/service/status-documented.js';
import { validAccepted } from '../conformance/service/valid-accepted.js';
import { unexpectedReply } from '../conformance/surface/unexpected-reply.js';
import { writeOnly } from '../conformance/service/write-only.js';
import { faultReported } from '../conformance/network/fault-reported.js';
import { faultTolerated } from '../conformance/network/fault-tolerated.js';
import { noUnsafeRepeat } from '../conformance/network/no-unsafe-repeat.js';
import { recovers } from '../conformance/network/recovers.js';
import { retryAfter } from '../conformance/network/retry-after.js';
import { expressible } from '../parity/expressible.js';
import { sameEvents } from '../parity/same-events.js';
import { sameGate } from '../parity/same-gate.js';
import { sameHeaders } from '../parity/same-headers.js';
import { sameOperation } from '../parity/same-operation.js';
import { sameRejection } from '../parity/same-rejection.js';
import { sameRequest } from '../parity/same-request.js';
import { sameStatus } from '../parity/same-status.js';
import { sameValue } from '../parity/same-value.js';
import { withRedactedToken } from '../redacted-token.js';
import { withRepair } from '../repair/repair-text.js';
import type { TrialRule } from '../rule.js';
import { conditionalRequests } from '../state/items/conditional-requests.js';
import { defaultPage } from '../state/lists/pages/default-page.js';
import { defaultValue } from '../state/default-value.js';
import { callsAtOnce } from '../state/at-once/calls-at-once.js';
import { repliesApart } from '../state/at-once/replies-apart.js';
import { serialOrder } from '../state/at-once/serial-order.js';
import { echo } from '../state/echo.js';
import { location } from '../state/location.js';
import { newItem, removedIdentifier } from '../state/items/new-item.js';
import { noEffect } from '../state/no-effect.js';
import { bounded } from '../state/lists/bounded.js';
import { filtered } from '../state/lists/filtered.js';
import { listed } from '../state/lists/listed.js';
import { ownMembers } from '../state/items/own-members.js';
import { pageSize } from '../state/lists/pages/page-size.js';
import { pages } from '../state/lists/pages/pages.js';
import { ordered } from '../state/lists/ordered.js';
import { partition } from '../state/lists/pages/partition.js';
import { previousPage } from '../state/lists/pages/previous-page.js';
import { repeated } from '../state/repeated.js';
import { removed } from '../state/absent/removed.js';
import { refusedRemovalRule } from '../state/absent/refused-removal.js';
import { removedParent } from '../state/absent/removed-parent.js';
import { unknownItem } from '../state/absent/unknown-item.js';
import { unknownReference } from '../state/absent/unknown-reference.js';
import { callLimit } from '../state/call-limit.js';
import { countedVersion } from '../state/counted-version.js';
import { derived } from '../state/derived.js';
import { overlap } from '../state/overlap.js';
import { unique } from '../state/unique.js';
import { replaced } from '../state/items/replaced.js';
import { hasMore } from '../state/lists/pages/has-more.js';
import { total } from '../state/lists/total.js';
import { storedBytes } from '../state/items/stored-bytes.js';
import { stored } from '../state/items/stored.js';
import { headAsGet } from '../state/items/head-as-get.js';
import { putItem } from '../state/items/puts/put-item.js';
import { itemTimes } from '../state/items/item-times.js';
import { readOnly } from '../state/items/read-only.js';
import { acted } from '../state/items/acted.js';
import { refusedState } from '../state/refused-state.js';
import { updated } from '../state/items/updated.js';
import { eventOrder } from '../stream/event-order.js';
import { eventSchema } from '../stream/event-schema.js';
import { eventSubject } from '../stream/event-subject.js';
import { monotonicIds } from '../stream/monotonic-ids.js';
import { oneTerminal } from '../stream/one-terminal.js';
import { parsedAlike } from '../stream/parsed-alike.js';
import { resumedEvents } from '../stream/resumed-events.js';
import { runningStreams } from '../stream/running-streams.js';
import { resume } from '../stream/resume.js';
import { terminalResult } from '../stream/terminal-result.js';
import { COMPATIBLE } from '../versions/compatible.js';

/**
 * The part of a call that a rule judges: the request, the reply, the outcome that the caller saw, or the stored state.
 */
export type Stage = 'request' | 'reply' | 'outcome' | 'state';

const BY_STAGE: Readonly<Record<Stage, readonly TrialRule[]>> = {
  request: [
    sameGate,
    oneExchange,
    expressible,
    sameOperation,
    sameRequest,
    requestValid,
    credentialsSent,
    acceptHeader,
    hostHeader,
    noUnsafeRepeat,
    retryAfter,
  ],
  reply: [
    noServerError,
    statusDocumented,
    authenticationEnforced,
    validAccepted,
    invalidRejected,
    malformedRefused,
    contentType,
    responseHeaders,
    responseBody,
    problemMembers,
    writeOnly,
    oneTerminal,
    monotonicIds,
    eventSchema,
    eventOrder,
    eventSubject,
    terminalResult,
    resumedEvents,
    runningStreams,
    resume,
  ],
  outcome: [
    outcome,
    unexpectedReply,
    credentialsKept,
    sameStatus,
    sameEvents,
    parsedAlike,
    sameValue,
    sameRejection,
    sameHeaders,
    argumentsChecked,
    ownSchemas,
    ownProblem,
    argumentsUnchanged,
    resultText,
    shownAsText,
    faultReported,
    faultTolerated,
    recovers,
  ],
  state: [
    newItem,
    removedIdentifier,
    ownMembers,
    echo,
    location,
    defaultValue,
    noEffect,
    pageSize,
    defaultPage,
    pages,
    partition,
    previousPage,
    total,
    hasMore,
    stored,
    storedBytes,
    updated,
    acted,
    refusedState,
    callLimit,
    replaced,
    derived,
    countedVersion,
    unique,
    overlap,
    itemTimes,
    removed,
    removedParent,
    refusedRemovalRule,
    unknownItem,
    unknownReference,
    putItem,
    conditionalRequests,
    headAsGet,
    readOnly,
    repeated,
    listed,
    filtered,
    bounded,
    ordered,
    callsAtOnce,
    repliesApart,
    serialOrder,
  ],
};

/**
 * Every rule that judges calls, in the order of the stages. A rule of this list redacts the token in its violations,
 * and gives a repair to each violation.
 */
export const TRIAL_RULES: readonly TrialRule[] = Object.values(BY_STAGE)
  .flat()
  .map((rule) => withRedactedToken(withRepair(rule)));

const STAGES: ReadonlyMap<string, Stage> = new Map([
  ...Object.entries(BY_STAGE).flatMap(([stage, rules]) => rules.map(({ id }) => [id, stage as Stage] as const)),
  [COMPATIBLE.id, 'reply'],
]);

/** The stage of a rule that judges calls; `undefined` for any other rule. */
export function stageOf(rule: string): Stage | undefined {
  return STAGES.get(rule);
}
