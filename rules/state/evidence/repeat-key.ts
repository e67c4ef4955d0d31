import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { headerValue } from '../../../contract/wire/message.js';
import { descriptionOfContract, quotedNames, sentencesOf } from '../../../contract/sentences.js';
import type { Operation, RepeatKey, RepeatSpec } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import { hasRemoved } from './item-changes.js';

/** Matches the header of an idempotency key (draft-ietf-httpapi-idempotency-key-header §2). */
const KEY_HEADER = /^(?:x-)?idempotency-key$/i;

/**
 * What the contract states about repeated calls. A POST without the repeat extension (such as `x-svc-repeat`), but with
 * the header parameter `Idempotency-Key`, states that the service performs only the first of the requests with the same
 * key. Its texts may also state how a different request with the same key is refused. A POST states the same about a
 * member of its body if a sentence of its description names the member and says that requests can be repeated safely.
 */
export function repeatOf(operation: Operation): RepeatSpec | undefined {
  const { repeat, method, parameters } = operation;
  if (repeat !== undefined || method !== 'post') return repeat;
  const header = parameters.find(({ in: place, name }) => place === 'header' && KEY_HEADER.test(name));
  if (header === undefined) {
    const name = statedMember(operation);
    return name === undefined ? undefined : { key: { in: 'body', name } };
  }
  const conflict = statedConflict(operation, header.description);
  return { key: { in: 'header', name: header.name }, ...(conflict !== undefined && { conflict }) };
}

/** What the contract states about repeated calls, also in the text about the whole contract (see `repeatOf`). */
export function repeatIn({ document }: Contract, operation: Operation): RepeatSpec | undefined {
  const repeat = repeatOf(operation);
  if (operation.repeat !== undefined || repeat?.key?.in !== 'header' || repeat.conflict !== undefined) return repeat;
  const conflict = namedRefusal(operation, keySentences(descriptionOfContract(document)));
  return { ...repeat, ...(conflict !== undefined && { conflict }) };
}

/** Matches "can be repeated safely", "makes retries safe" and "idempotency key". */
const SAFE =
  /\b(?:repeat|retr)\w*\b[^.;]{0,30}\bsafe(?:ly)?\b|\bsafe(?:ly)?\b[^.;]{0,20}\b(?:repeat|retr)\w*|\bidempotency key\b/i;
/** Matches sentences in which repeated requests are not safe. */
const UNSAFE = /\bnot\b|n't\b|\bcannot\b|\bnever\b|\bunless\b|\bwithout\b/i;

/**
 * The name in backticks in a sentence about safely repeated requests, as in "requests with `client_id` can be repeated
 * safely". `undefined` if these sentences contain no such name, or several.
 */
function statedMember({ description, requestBody }: Operation): string | undefined {
  if (requestBody === undefined) return undefined;
  const sentences = sentencesOf(description).filter((sentence) => SAFE.test(sentence) && !UNSAFE.test(sentence));
  const names = [...new Set(sentences.flatMap(quotedNames))].filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return names.length === 1 ? names[0] : undefined;
}

const KEY = /\bkey\b/i;
const API_KEY = /\bapi[- _]?key\b/i;
const DIFFERENT = /\b(?:different|another|other|changed)\b/i;

/**
 * The status of the reply to a different request with an earlier idempotency key. The description of a refusal states
 * it, or a sentence names it: of the parameter, such as "With a different body, the reply is 422", or of the operation,
 * such as "The same key with other attributes is refused with 422".
 */
function statedConflict(operation: Operation, text: string): number | undefined {
  const refusal = refusalsOf(operation).find(({ description }) => KEY.test(description) && DIFFERENT.test(description));
  return refusal === undefined
    ? namedRefusal(operation, [...text.split(SENTENCE_END), ...keySentences(operation.description)])
    : Number(refusal.status);
}

const SENTENCE_END = /\.(?:\s|$)/;

/** The sentences of a text that are about an idempotency key. Sentences about an API key are left out. */
function keySentences(text: string): readonly string[] {
  return text.split(SENTENCE_END).filter((sentence) => KEY.test(sentence) && !API_KEY.test(sentence));
}

/** The documented refusal whose status is in a sentence about a different request with the same key. */
function namedRefusal(operation: Operation, sentences: readonly string[]): number | undefined {
  const different = sentences.filter((sentence) => DIFFERENT.test(sentence));
  const found = refusalsOf(operation).find(({ status }) => different.some((sentence) => sentence.includes(status)));
  return found && Number(found.status);
}

function refusalsOf({ responses }: Operation): Operation['responses'] {
  return responses.filter(({ status }) => /^4\d\d$/.test(status));
}

/** The value of the idempotency key in an input. The key is a member of the body or a header. */
export function keyOf(input: CaseInput, key: RepeatKey | undefined): Json | undefined {
  if (key === undefined) return undefined;
  return ownValue(key.in === 'body' ? input.body : input.header, key.name);
}

/** Whether the request of a call has the key of its input. A surface may lose a header, which other rules report. */
export function sendsKey({ case: { input }, exchanges }: Observation, key: RepeatKey | undefined): boolean {
  if (key?.in !== 'header') return true;
  return headerValue(exchanges.at(-1)?.request.headers ?? [], key.name.toLowerCase()) === String(keyOf(input, key));
}

/**
 * Whether a service may have forgotten the keys of earlier calls. A member of the body often belongs to the item, so a
 * removal of the item may also remove the key.
 */
export function mayForgetKey(contract: Contract, operation: Operation, observation: Observation): boolean {
  return operation.repeat === undefined && repeatOf(operation)?.key?.in === 'body' && hasRemoved(contract, observation);
}

/** `calls` without calls that repeat an idempotency key. Such a call returns the first reply and creates nothing. */
export function withoutRepeats(operation: Operation, calls: readonly Observation[]): readonly Observation[] {
  const known = new Set<Json>();
  const { key: place } = repeatOf(operation) ?? {};
  return calls.filter(({ case: { input } }) => {
    const key = keyOf(input, place);
    if (key === undefined) return true;
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}
