import type { CaseInput } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { headerValue } from '../../../contract/wire/message.js';
import { descriptionOfContract, quotedNames, sentencesOf } from '../../../contract/sentences.js';
import type { Operation, Parameter, RepeatKey, RepeatSpec } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import { hasRemoved } from './item-changes.js';

/** Matches the name of the header for an idempotency key (draft-ietf-httpapi-idempotency-key-header §2). */
const KEY_HEADER = /^(?:x-)?idempotency-key$/i;

/**
 * What the contract states about repeated calls of a POST: which header or member is the idempotency key, and how a
 * different request with a known key is refused. The extension `x-<prefix>-repeat` states this. Without the extension,
 * there are two more ways to state that only the first request with a key has an effect: a header parameter
 * `Idempotency-Key`, and a sentence such as "requests with `client_id` can be repeated safely" about a member of the
 * body.
 */
export function repeatOf(operation: Operation): RepeatSpec | undefined {
  const { repeat, method } = operation;
  if (repeat !== undefined || method !== 'post') return repeat;
  const header = keyHeader(operation);
  if (header === undefined) {
    const name = statedMember(operation);
    return name === undefined ? undefined : { key: { in: 'body', name } };
  }
  const conflict = statedConflict(operation, header.description);
  return { key: { in: 'header', name: header.name }, ...(conflict !== undefined && { conflict }) };
}

function keyHeader({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'header' && KEY_HEADER.test(name));
}

/**
 * What the contract states about repeated calls of an operation (see `repeatOf`). The description of the whole contract
 * counts too.
 */
export function repeatIn({ document }: Contract, operation: Operation): RepeatSpec | undefined {
  const repeat = repeatOf(operation);
  if (operation.repeat !== undefined || repeat?.key?.in !== 'header' || repeat.conflict !== undefined) return repeat;
  const conflict = namedRefusal(operation, keySentences(descriptionOfContract(document)));
  return { ...repeat, ...(conflict !== undefined && { conflict }) };
}

/**
 * Matches sentences about requests that can be repeated safely: "can be repeated safely", "makes retries safe",
 * "idempotency key".
 */
const SAFE =
  /\b(?:repeat|retr)\w*\b[^.;]{0,30}\bsafe(?:ly)?\b|\bsafe(?:ly)?\b[^.;]{0,20}\b(?:repeat|retr)\w*|\bidempotency key\b/i;
/** Matches sentences about requests that cannot be repeated safely. */
const UNSAFE = /\bnot\b|n't\b|\bcannot\b|\bnever\b|\bunless\b|\bwithout\b/i;

/**
 * The member of the body that is an idempotency key: the only name in backticks in the sentences about safe repetition,
 * as in "requests with `client_id` can be repeated safely". `undefined` if there is none, or several.
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
 * The status that refuses a different request with a known idempotency key. One of these texts must state it:
 * - the description of a documented refusal,
 * - the text about the key (`text`): "With a different body, the reply is 422",
 * - the description of the operation: "The same key with other attributes is refused with 422".
 */
function statedConflict(operation: Operation, text: string): number | undefined {
  const refusal = refusalsOf(operation).find(({ description }) => KEY.test(description) && DIFFERENT.test(description));
  return refusal === undefined
    ? namedRefusal(operation, [...text.split(SENTENCE_END), ...keySentences(operation.description)])
    : Number(refusal.status);
}

/** Matches statements that a repeated request gets the reply of the first one. */
const REPLAYED =
  /\b(?:answered with|answers?|returns?|gets?|receives?|yields?|is|are)\b[^.;]{0,40}\b(?:2\d\d|(?:first|original|same|stored|earlier) (?:\w+ )?(?:reply|response|result|answer)|the \w+ (?:that|which|of) the (?:first|original|earlier)|the (?:first|original|same|existing|earlier) \w+)/i;
const REPEATED = /\b(?:repeat|retr|repetition|again|second|same key)\w*/i;
const REFUSED = /\b(?:4\d\d|refus|reject|conflict|may|might)\w*/i;

/**
 * Whether the contract states that an equal request with a known idempotency key gets the reply of the first one: "a
 * repetition with the same key and the same body is answered with 201 and the loan that the first request made".
 */
export function statesReplay({ document }: Contract, operation: Operation): boolean {
  const texts = [operation.description, keyHeader(operation)?.description ?? '', descriptionOfContract(document)];
  return texts
    .flatMap((text) => text.split(SENTENCE_END))
    .some((each) => KEY.test(each) && REPEATED.test(each) && REPLAYED.test(each) && !REFUSED.test(each));
}

const SENTENCE_END = /\.(?:\s|$)/;

/** The sentences of a text about an idempotency key. Sentences about an API key are not among them. */
function keySentences(text: string): readonly string[] {
  return text.split(SENTENCE_END).filter((sentence) => KEY.test(sentence) && !API_KEY.test(sentence));
}

/** The status of a documented refusal that a sentence about a different request with the same key names. */
function namedRefusal(operation: Operation, sentences: readonly string[]): number | undefined {
  const different = sentences.filter((sentence) => DIFFERENT.test(sentence));
  const found = refusalsOf(operation).find(({ status }) => different.some((sentence) => sentence.includes(status)));
  return found && Number(found.status);
}

function refusalsOf({ responses }: Operation): Operation['responses'] {
  return responses.filter(({ status }) => /^4\d\d$/.test(status));
}

/** The idempotency key in an input, which is a member of the body or a header. */
export function keyOf(input: CaseInput, key: RepeatKey | undefined): Json | undefined {
  if (key === undefined) return undefined;
  return ownValue(key.in === 'body' ? input.body : input.header, key.name);
}

/** Whether a call sent the idempotency key of its input. A surface may lose a header, which other rules report. */
export function sendsKey({ case: { input }, exchanges }: Observation, key: RepeatKey | undefined): boolean {
  if (key?.in !== 'header') return true;
  return headerValue(exchanges.at(-1)?.request.headers ?? [], key.name.toLowerCase()) === String(keyOf(input, key));
}

/**
 * Whether the service may have forgotten the idempotency keys of earlier calls. A key in the body often belongs to the
 * created item, so a removal of the item may also remove the key.
 */
export function mayForgetKey(contract: Contract, operation: Operation, observation: Observation): boolean {
  return operation.repeat === undefined && repeatOf(operation)?.key?.in === 'body' && hasRemoved(contract, observation);
}

/**
 * The calls without those that repeat a known idempotency key. Such a call returns the first reply and creates nothing.
 */
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
