import type { Contract } from '../../../../contract/contract.js';
import type { CaseInput } from '../../../../contract/case.js';
import { coversStatus, descriptionOf } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import { statusesIn, wrappedSentences } from '../../../../contract/sentences.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { NO_REASON, namesItem, spacedWords } from './replies/refusal-texts.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { itemCodes, reasonTexts, shownReason } from './replies/stated-reason.js';

/** Statuses, besides 409, with which services refuse an input because of the state of an item. */
const OF_ITEM: ReadonlySet<number> = new Set([400, 403, 422]);

/** Matches words about the state of an item, or about an amount that the item still has, such as a balance. */
const STATE =
  /\b(?:status(?:es)?|states?|already|final|finished|closed|archived|locked|in use|used by|no longer|not yet|neither|only (?:while|when|before|after|until|once)|insufficient|not enough|remaining|balance)\b|\b(?:exceed(?:s|ed|ing)?|above|(?:more|greater|larger|higher) than)\b(?!\s+\d)|\bcannot be \w+(?:ed|en)\b/i;
/** Matches words of a sentence about a refusal. */
const REFUSAL =
  /\b(?:refus\w+|reject\w+|fails?|errors?|cannot|can only|can't|not (?:allowed|permitted|possible)|only|needs?|requires?|must|unless|else|otherwise)\b/i;
/** Matches further words with which a reply states that an amount exceeds what the item has. */
const OF_AMOUNT = /\btoo (?:large|much|many|high)\b/i;
/**
 * Matches words about the form of a value. A value with a wrong form is refused in every state of the item, so the
 * state is not the reason.
 */
const OF_FORM =
  /\b(?:one of|allowed values?|characters?|format|pattern|type|digits|integer|(?:not|no|an?|in)\s*valid (?:value|enum\w*)|required|missing|blank|empty)\b/i;

/**
 * Whether a service may have refused a valid input with a documented status because of the state of an existing item.
 * Three conditions must hold:
 * - The input contains the identifier of an existing item, in the path or in the body.
 * - The contract states that this status depends on the state or on an amount of the item: in the description of the
 *   response, or in a sentence of the operation about a refusal that names no other status.
 * - The reply contains a code that this sentence names. If the operation changes something, it is also enough that the
 *   reply is about the state, or states no reason.
 * A refusal that is about the form of a value is therefore still a violation.
 */
export function isStateRefusal(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  reply: WireResponse,
): boolean {
  if (!OF_ITEM.has(reply.status)) return false;
  const sentences = coversStatus(operation, reply.status) ? stateSentences(operation, reply.status) : [];
  if (sentences.length === 0 || !namesItem(contract, operation, input)) return false;
  const texts = reasonTexts(reply);
  const reason = spacedWords(texts.join(' ').replaceAll(NO_REASON, '')).trim();
  if (reason === '') return !isSafeMethod(operation.method);
  if ([...texts, ...itemCodes(reply)].some((text) => sentences.some((sentence) => sentence.includes(`\`${text}\``))))
    return true;
  if (isSafeMethod(operation.method)) return false;
  return (STATE.test(reason) || OF_AMOUNT.test(reason)) && !OF_FORM.test(reason);
}

/** Matches texts, of the contract or of a reply, which state that another item has the same value. */
const DUPLICATE = /\bduplicat\w*\b|\balready (?:exists?|taken|used|in use|registered)\b|\bnot unique\b|\bunique\b/i;

const PERMITS = /(?<!\b(?:not|no|never) (?:be )?)\b(?:allowed|permitted|accepted|ignored|merged|skipped)\b/i;

/**
 * Whether a change was refused with a documented 400 or 422 because another item has the same value, and the contract
 * mentions duplicates, as in "If any spans are duplicates, no spans are inserted". The refusal is permitted, because
 * the stored values depend on earlier calls.
 */
export function isStatedDuplicate(operation: Operation, reply: WireResponse): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !coversStatus(operation, reply.status) || isSafeMethod(operation.method))
    return false;
  const { summary, description } = operation;
  const texts = [summary, description, descriptionOf(operation, reply.status)];
  const mentions = (text: string): boolean => DUPLICATE.test(spacedWords(text));
  return (
    mentions(shownReason(reply)) &&
    texts.flatMap(wrappedSentences).some((text) => mentions(text) && !PERMITS.test(text))
  );
}

/**
 * The sentences of the contract which explain that an operation answers with this status because of the state of an
 * item.
 */
function stateSentences(operation: Operation, status: number): readonly string[] {
  const description = descriptionOf(operation, status);
  const stated = [...refusalSentences(operation, status), ...wrappedSentences(description)];
  return stated.filter((sentence) => STATE.test(spacedWords(sentence)));
}

/**
 * The sentences in the text of an operation about its refusals with this status. If a sentence names statuses, this
 * status must be among them.
 */
export function refusalSentences(operation: Operation, status: number): readonly string[] {
  if (!coversStatus(operation, status)) return [];
  return [...wrappedSentences(operation.summary), ...wrappedSentences(operation.description)].filter((sentence) => {
    const statuses = statusesIn(sentence);
    return statuses.length > 0 ? statuses.includes(String(status)) : REFUSAL.test(sentence);
  });
}
