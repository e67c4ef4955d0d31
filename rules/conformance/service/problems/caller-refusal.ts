import { ownValue } from '../../../../contract/json/json.js';
import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { documentsStatus, descriptionOf } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { statusesIn, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { NO_REASON, namesItem, spacedWords } from './replies/refusal-texts.js';
import { reasonTexts } from './replies/stated-reason.js';

/**
 * Matches words for callers, such as owner and admin, and for what callers need, such as a role. `members` of a body
 * are not callers.
 */
const CALLERS =
  /\b(?:(?:co-?)?(?:owner|author|creator|admin|administrator|moderator|manager|maintainer|editor|organi[sz]er|participant|assignee|reviewer|approver|sender|superuser)s?|members?(?! of the (?:body|object|request|patch|schema))|staff|roles?|permissions?|privileges?|access rights?|(?:your|their|his|her) own)\b/i;
/** Matches words with which a sentence limits who may do something, such as "only". */
const LIMITS =
  /\b(?:only|must (?:be|have|belong)|requires?|needs?|(?:restricted|limited) to|reserved for|unless|caller|callers)\b/i;
/** Matches further words with which a reply states that this caller may not do something. */
const DENIED =
  /\b(?:not (?:allowed|permitted|authori[sz]ed) to|may not|cannot access|(?:no|not have|lacks?) access|access (?:is |was )?denied|permission denied|insufficient (?:role|scope|rights?)|not yours?)\b/i;

/**
 * Whether the service may have refused a valid input with a documented 403 because of the caller, who is not an admin,
 * or not the owner, author or member of an item. No schema can state this. Two conditions must hold:
 * - The contract states that only some callers may do this: in the description of the 403, or in a sentence of the
 *   operation that names 403 or limits the callers. If the input contains the identifier of an existing item, a
 *   sentence of the whole contract that names 403 is enough.
 * - The reply is about the caller too, or states no reason.
 */
export function isCallerRefusal(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  reply: WireResponse,
): boolean {
  if (reply.status !== 403 || !documentsStatus(operation, 403) || rejectedMembers(reply).length > 0) return false;
  const isLimited = limitsCallers(operation) || (namesItem(contract, operation, input) && limitsAllCallers(contract));
  if (!isLimited) return false;
  const reason = spacedWords(reasonTexts(reply).join(' ').replaceAll(NO_REASON, '')).trim();
  return reason === '' || CALLERS.test(reason) || DENIED.test(reason);
}

/** Whether the texts of an operation state that only some callers may use it. */
function limitsCallers({ summary, description, responses }: Operation): boolean {
  const refusal = descriptionOf({ responses }, 403);
  const stated = [summary, description].flatMap(wrappedSentences);
  return CALLERS.test(refusal) || stated.some((sentence) => isLimit(sentence, LIMITS));
}

function limitsAllCallers({ document }: Contract): boolean {
  const about = ownValue(ownValue(document, 'info'), 'description');
  return wrappedSentences(typeof about === 'string' ? about : '').some((sentence) => isLimit(sentence));
}

/**
 * Whether a sentence limits the callers: it is about callers and names 403 or, if it names no status, contains a word
 * that `words` matches.
 */
function isLimit(sentence: string, words?: RegExp): boolean {
  if (!CALLERS.test(sentence)) return false;
  const statuses = statusesIn(sentence);
  return statuses.length === 0 ? words?.test(sentence) === true : statuses.includes('403');
}
