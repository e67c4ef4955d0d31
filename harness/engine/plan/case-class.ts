import type { Case, CaseInput, Expectation, PriorCall, StepFeed } from '../../../contract/case.js';
import { inputViolations, isValidInput } from '../../../contract/inputs/input-violations.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import type { Contract } from '../../../contract/contract.js';
import { fedInput } from '../../../contract/inputs/link-expressions.js';
import { queryValue } from '../../../contract/inputs/query-place.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { sameJson } from '../../../rules/values/same-json.js';

export interface ClassSubject {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: CaseMaker;
}

/**
 * Returns the expectation for a candidate input. `undefined` if the input is not in the class of the case (see
 * `classOf`).
 */
export type ExpectationOf = (input: CaseInput) => Expectation | undefined;

/**
 * Returns a function that decides whether a candidate input is in the class of a case. For a valid case, the input must
 * be valid. For an invalid case, the input must break the constraint of the case, and no constraint that the original
 * input does not break.
 */
export function classOf(subject: ClassSubject, original: Case): ExpectationOf {
  const { contract, operation, maker } = subject;
  const { expect, setup } = original;
  const fed = [...(original.feeds ?? []), ...(original.within ?? [])];
  const complete = withFedArguments(subject, fed);
  const broken = expect.kind === 'rejected' ? brokenPlaces(subject, complete(original.input)) : undefined;
  return (candidate) => {
    const input = complete(candidate);
    if (encodeRequest(operation, input).kind !== 'request') return undefined;
    // A candidate may omit the media type, but not change it.
    if (input.mediaType !== undefined && input.mediaType !== original.input.mediaType) return undefined;
    // The path must keep the id of the resource that the setup calls create.
    if (setup !== undefined)
      return sameJson(input.path, original.input.path) && isValidInput(contract, operation, input) ? expect : undefined;
    if (expect.kind === 'rejected' && broken !== undefined) {
      const places = brokenPlaces(subject, input);
      const isSame =
        places.has(`${expect.keyword} ${expect.pointer}`) && [...places].every((place) => broken.has(place));
      return isSame ? expect : undefined;
    }
    if (!isValidInput(contract, operation, input) || !maker.isKnown(operation, input)) return undefined;
    // Arguments that come from replies are only stand-ins here, so they do not decide which reply to expect.
    if (fed.length > 0) return expect;
    if (expect.kind === 'accepted' || expect.kind === 'accepted-or-absent') return maker.expectation(operation, input);
    return expect.kind === 'absent' && !maker.promisesNotFound(operation, input) ? undefined : expect;
  };
}

/**
 * Returns a function that adds placeholder values for arguments that an input lacks because replies to earlier steps
 * supply them.
 */
function withFedArguments(
  { operation, maker }: ClassSubject,
  fed: readonly StepFeed[],
): (input: CaseInput) => CaseInput {
  const [simplest] = fed.length === 0 ? [] : maker.simple(operation);
  const fedValue = (input: CaseInput | undefined, { in: place, at, ...named }: StepFeed): Json | undefined =>
    at === undefined ? queryValue(input?.[place], named) : valueAt(input?.body, at);
  const standIns = fed.flatMap((feed) => {
    const value = fedValue(simplest?.input, feed);
    return value === undefined ? [] : [{ feed, value }];
  });
  return (input) =>
    standIns.reduce<CaseInput>(
      (made, { feed, value }) => (fedValue(made, feed) === undefined ? fedInput(made, feed, value) : made),
      input,
    );
}

/** The constraints that an input breaks, as `keyword pointer`. */
function brokenPlaces({ contract, operation }: ClassSubject, input: CaseInput): ReadonlySet<string> {
  return new Set(inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`));
}

/**
 * Whether a setup call with the candidate input still creates the resource of the case. The members that contain the
 * resource's ids must be unchanged.
 */
export function makesSameThing({ input }: Case, call: PriorCall, candidate: CaseInput): boolean {
  return identifierMembers(input, call).every(([name]) =>
    sameJson(ownValue(candidate.body ?? null, name), ownValue(call.input.body ?? null, name)),
  );
}

/**
 * Pairs of a body member and a path parameter with equal values. The member is in the body of a setup call, the
 * parameter in the path of the case.
 */
export function identifierMembers(
  input: CaseInput,
  call: PriorCall,
): readonly (readonly [member: string, parameter: string])[] {
  const { body } = call.input;
  if (!isJsonObject(body)) return [];
  return Object.entries(input.path ?? {}).flatMap(([parameter, value]) => {
    return Object.keys(body)
      .filter((member) => body[member] === value)
      .map((member) => [member, parameter] as const);
  });
}
