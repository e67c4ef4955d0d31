import type { CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import { listsValues } from '../../../../contract/collections/body/described-references.js';
import { sentSchemas } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import { mayBeTaken, statedUnique } from '../../../../contract/collections/body/stated-unique.js';
import { chosenNames, identifiersIn } from '../../../../contract/inputs/identifiers.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { isUncertain } from '../../../../contract/inputs/uncertain-values.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { joinPointer, valueAt } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { plainName } from '../../../../contract/plain-name.js';
import { createdMembers } from '../../../cases/case-options.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { withPart } from '../../../../contract/json/json-part.js';
import { withoutSharedTexts } from './accepted-cases.js';
import { countedCodes } from './counted-codes.js';
import { inOtherCase } from './other-case.js';
import type { PlannedSequence } from './planned-sequence.js';
import { MAX_PLACES, textPlaces } from './text-classes.js';

/**
 * The creates that one sequence may make. If the service may refuse equal items, no two of them have a string in
 * common, except references to other items and values that the contract lists.
 */
export function distinctCreates(
  { contract, options }: CaseMaker,
  create: Operation | undefined,
  creates: readonly { readonly input: CaseInput }[],
): readonly { readonly input: CaseInput }[] {
  if (create === undefined || !mayBeTaken(create)) return creates;
  const created = createdMembers(options, create).map(({ member }) => member);
  const listed = [...statedMembers(contract.schemas, sentSchemas(contract, create))].flatMap(([name, uris]) =>
    uris.some((uri) => listsValues(contract.schemas, uri)) ? [name] : [],
  );
  const shared = new Set([...created, ...listed]);
  return withoutSharedTexts(creates, (name) => shared.has(name) || options.references?.has(name) === true);
}

interface DistinctTexts {
  readonly contract: Contract;
  /** Text before the number in each changed string. */
  readonly salt: string;
  /** The known values of members. They refer to something that exists in the service, so they do not change. */
  readonly members: CaseMaker['members'];
}

/**
 * Changes strings that an earlier create contains, so that the service does not refuse the item as a duplicate. This
 * also works for a service without resets, which keeps the items of all sequences. Equal creates stay equal if they run
 * concurrently or repeat one request. Identifiers, known values, times and numbers do not change.
 */
export function withDistinctTexts(
  contract: Contract,
  collections: readonly Collection[],
  { members, options: { salt = '' } }: Pick<CaseMaker, 'members' | 'options'>,
  sequences: readonly PlannedSequence[],
): readonly PlannedSequence[] {
  const given: DistinctTexts = { contract, salt, members };
  const creates = new Set(collections.flatMap(({ create }) => create ?? []).filter(mayBeTaken));
  const used = new Set<string>();
  return sequences.map((sequence) => {
    const known = new Map<string, CaseInput>();
    const steps = sequence.steps.map((step) => {
      const { operation, case: made } = step;
      if (!creates.has(operation)) return step;
      const { body = null, query = {} } = made.input;
      const key = `${operation.id} ${canonicalJson({ body, query })}`;
      const areKept = sequence.isAtOnce === true || sequence.isRepeated === true;
      const equal = areKept ? known.get(key) : undefined;
      const own = equal ?? distinctInput(given, operation, made.input, used);
      known.set(key, own);
      const isLast = step === sequence.steps.at(-1);
      const input =
        isLast && sequence.otherCase !== undefined ? inOtherCase(contract, operation, own, sequence.otherCase) : own;
      return { ...step, case: { ...made, input } };
    });
    return { ...sequence, steps };
  });
}

function distinctInput(given: DistinctTexts, operation: Operation, input: CaseInput, used: Set<string>): CaseInput {
  let changed = input;
  for (const { at, text, put } of textsOf(given, operation, input)) {
    const keyOf = (value: string): string => `${operation.id} ${at} ${JSON.stringify(value)}`;
    const base = changed;
    const isNew = (other: string): boolean => !used.has(keyOf(other));
    const distinct = isNew(text)
      ? undefined
      : distinctText(given, operation, { text, isNew, put: (other) => put(base, other) });
    changed = distinct === undefined ? base : put(base, distinct);
    used.add(keyOf(distinct ?? text));
  }
  return changed;
}

/** A string that an input contains, with the pointer to it. */
interface TextAt {
  readonly at: string;
  readonly text: string;
  /** Returns an input with `text` in place of the string. */
  readonly put: (input: CaseInput, text: string) => CaseInput;
}

/**
 * The strings of an input that may be changed: strings of the body that are neither references to items nor known
 * values, and query parameters by which a create operation chooses the identifier of its item.
 */
function textsOf({ contract, members }: DistinctTexts, operation: Operation, input: CaseInput): readonly TextAt[] {
  const unique = statedUnique(contract, operation).map(({ name }) => name);
  const references = new Set(
    identifiersIn(contract, operation, input).flatMap(({ name }) => (unique.includes(name) ? [] : name)),
  );
  const chosen = chosenNames(contract, operation);
  const inQuery = Object.entries(input.query ?? {}).flatMap(([name, text]): readonly TextAt[] =>
    typeof text === 'string' && chosen.has(plainName(name))
      ? [{ at: `?${name}`, text, put: (to, other) => ({ ...to, query: { ...to.query, [name]: other } }) }]
      : [],
  );
  const inBody = textPlaces(input.body ?? null, []).slice(0, MAX_PLACES);
  return [
    ...inQuery,
    ...inBody.flatMap((place): readonly TextAt[] => {
      const at = place.reduce<string>((above, token) => joinPointer(above, String(token)), '');
      const text = valueAt(input.body ?? null, at);
      const put = (to: CaseInput, other: string): CaseInput => ({
        ...to,
        body: withPart(to.body ?? null, place, other),
      });
      if (typeof text !== 'string' || place.some((token) => references.has(String(token)))) return [];
      const [name = '', owner] = place.filter((token) => typeof token === 'string').toReversed();
      return members.isKnown(name, text, owner) ? [] : [{ at, text, put }];
    }),
  ];
}

/** The maximum number of variants of one string that are tried. */
const MOST_VARIANTS = 400;
/** The number of invalid variants after which no more variants of a string are tried. */
const MOST_INVALID = 3;
/** The maximum number of other codes that are tried if a string is a code. */
const MOST_INVALID_CODES = 20;

/** A string in an input, which an earlier create contains. */
interface UsedText {
  readonly text: string;
  readonly isNew: (text: string) => boolean;
  /** Returns the input with `text` in place of the string. */
  readonly put: (text: string) => CaseInput;
}

/** Finds a variant of a string that no earlier create has sent. `undefined` if no variant is valid. */
function distinctText(
  { contract, salt, members }: DistinctTexts,
  operation: Operation,
  used: UsedText,
): string | undefined {
  const isCertain = !isUncertain(contract, operation, used.put(used.text));
  const isValid = (text: string): boolean => {
    const input = used.put(text);
    // The service may know the original value but not a variant of it.
    if (isCertain && isUncertain(contract, operation, input)) return false;
    return members.areAllowed(input.body ?? null) && isValidInput(contract, operation, input);
  };
  return numberedText(used, salt, isValid) ?? countedCode(used, salt, isValid);
}

type IsValid = (text: string) => boolean;

function numberedText({ text, isNew }: UsedText, salt: string, isValid: IsValid): string | undefined {
  if (NO_NAME.test(text)) return undefined;
  let invalid = 0;
  for (let number = 2; number < MOST_VARIANTS && invalid < MOST_INVALID; number += 1)
    for (const variant of variants(text, `${salt}${number}`).filter(isNew)) {
      if (isValid(variant)) return variant;
      invalid += 1;
    }
  return undefined;
}

/**
 * A different code in place of the string. Used if a pattern permits no variant that ends in a number.
 */
function countedCode({ text, isNew }: UsedText, salt: string, isValid: IsValid): string | undefined {
  return countedCodes(text, salt, MOST_VARIANTS)
    .filter(isNew)
    .slice(0, MOST_INVALID_CODES)
    .find((code) => isValid(code));
}

/** Matches dates, times, UUIDs and numbers. A changed value would have a different meaning. */
const NO_NAME = /^(?:\d{4}-\d\d-\d\d.*|\d\d:\d\d.*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[+-]?\d+(?:\.\d+)?)$/i;
/** The minimum length of strings whose end may be replaced. Shorter strings may be codes, such as `USD`. */
const LEAST_REPLACED = 9;

/** The maximum length of the part of an email address before its `@` (RFC 5321 §4.5.3.1.1). */
const MOST_LOCAL = 64;

/**
 * Variants of a string that contain the number. In an email address, the number is at the start. In a URI, it is the
 * last path segment. In all other strings, it is at the end.
 */
function variants(text: string, number: string): readonly string[] {
  if (text.includes('@')) {
    const [local, domain] = [text.slice(0, text.lastIndexOf('@')), text.slice(text.lastIndexOf('@'))];
    return [`${number}${local.slice(Math.max(0, local.length + number.length - MOST_LOCAL))}${domain}`];
  }
  if (text.includes('://')) return [`${text.replace(/\/$/, '')}/${number}`];
  const shorter = text.length < LEAST_REPLACED ? [] : [`${text.slice(0, -number.length)}${number}`];
  return [`${text}-${number}`, `${text}${number}`, ...shorter];
}
