import type { Contract } from '../../../../contract/contract.js';
import { descriptionOf, documentsStatus } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { descriptionOfContract, statusesIn, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABSENCE } from './absent-reference.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { shownReason } from './replies/stated-reason.js';

/**
 * Whether a documented 400, 403 or 422 states that the item in the path does not exist, and a text of the contract
 * gives this status, in place of 404, to unknown items. For example, Open Banking states: "an id for which there is no
 * resource gives 400". The text may be that of the response, the operation or the whole contract.
 */
export function isStatedAbsence({ document }: Contract, operation: Operation, reply: WireResponse): boolean {
  const { status } = reply;
  const isPossible = (ABOUT_VALUE.has(status) || status === 403) && operation.path.includes('{');
  if (!isPossible || !documentsStatus(operation, status) || !ABSENCE.test(shownReason(reply))) return false;
  return (
    wrappedSentences(descriptionOf(operation, status)).some((sentence) => UNKNOWN_ITEM.test(sentence)) ||
    [operation.description, descriptionOfContract(document)]
      .flatMap(wrappedSentences)
      .some((sentence) => statusesIn(sentence).includes(String(status)) && UNKNOWN_ITEM.test(sentence))
  );
}

/** Matches texts about identifiers of items that do not exist. */
const UNKNOWN_ITEM =
  /\b(?:unknown|non-?existent|no such)\b|\bthere is no\b|\b(?:not|n't) (?:be )?(?:found|exist\w*|known)\b|\bno (?:\w+ )?(?:with|has|for) (?:this|that|the)\b/i;
