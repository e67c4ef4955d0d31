import type { Case, CaseInput, Expectation, PriorCall } from '../../../contract/case.js';
import { inputViolations, isValidInput } from '../../../contract/inputs/input-violations.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import type { Contract } from '../../../contract/contract.js';
import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { sameJson } from '../../../rules/values/same-json.js';

export interface ClassSubject {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly maker: CaseMaker;
}

/** The contract's promise for an input in place of a case's own; `undefined` where the input leaves the class of the case. */
export type Promised = (input: CaseInput) => Expectation | undefined;

/** A valid case stays valid; an invalid one stays broken in the same place, and nowhere else. */
export function classOf(subject: ClassSubject, original: Case): Promised {
  const { contract, operation, maker } = subject;
  const { expect, setup } = original;
  const broken = expect.kind === 'rejected' ? brokenPlaces(subject, original.input) : undefined;
  return (input) => {
    if (encodeRequest(operation, input).kind !== 'request') return undefined;
    // The setup calls made what the path names.
    if (setup !== undefined)
      return sameJson(input.path, original.input.path) && isValidInput(contract, operation, input) ? expect : undefined;
    if (expect.kind === 'rejected' && broken !== undefined) {
      const places = brokenPlaces(subject, input);
      const isSame = places.has(`${expect.keyword} ${expect.pointer}`) && [...places].every((place) => broken.has(place));
      return isSame ? expect : undefined;
    }
    if (!isValidInput(contract, operation, input) || !maker.isKnown(operation, input)) return undefined;
    if (expect.kind === 'accepted' || expect.kind === 'accepted-or-absent') return maker.expectation(operation, input);
    return expect.kind === 'absent' && !maker.promisesNotFound(operation, input) ? undefined : expect;
  };
}

/** `keyword pointer` of all that an input breaks. */
function brokenPlaces({ contract, operation }: ClassSubject, input: CaseInput): ReadonlySet<string> {
  return new Set(inputViolations(contract, operation, input).map(({ keyword, pointer }) => `${keyword} ${pointer}`));
}

/** Whether a setup call still makes what the case names: the members that are the case's own identifiers stay. */
export function makesSameThing({ input }: Case, call: PriorCall, candidate: CaseInput): boolean {
  return identifierMembers(input, call).every(([name]) => sameJson(ownValue(candidate.body ?? null, name), ownValue(call.input.body ?? null, name)));
}

/** Members of a setup call's body that are the values of path parameters: `[member, parameter]`. */
export function identifierMembers(input: CaseInput, call: PriorCall): readonly (readonly [member: string, parameter: string])[] {
  const { body } = call.input;
  if (!isJsonObject(body)) return [];
  return Object.entries(input.path ?? {}).flatMap(([parameter, value]) => {
    return Object.keys(body).filter((member) => body[member] === value).map((member) => [member, parameter] as const);
  });
}
