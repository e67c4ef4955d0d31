import type { Case, CaseInput } from '../../../contract/case.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { shapeOf } from '../../../contract/path-relations.js';
import type { Violation } from '../../../rules/finding.js';
import type { BackendKind } from '../../../rules/rule.js';
import { inputSize } from '../../cases/shrinking/shrink-input.js';

/** The trial that shows a violation best. */
export interface SmallestTrial {
  readonly case: Case;
  readonly violation: Violation;
  /**
   * The path of the operation's collection, with `{}` for each path parameter: `/shops/{}/items` for
   * `/shops/{shop}/items/{item}`.
   */
  readonly resource: string;
  readonly index: number;
  readonly backend: BackendKind;
  /**
   * Whether another violation in the same trial may be the cause of this violation. Then this trial is a worse example.
   */
  readonly accompanied: boolean;
}

/**
 * Whether `one` is the better example of a violation than `other`. The first of these criteria in which they differ
 * decides:
 * - no other violation explains the violation;
 * - the input is valid;
 * - the request is an ordinary request, not a raw one;
 * - the case is smaller.
 */
export function isSmaller(one: SmallestTrial, other: SmallestTrial): boolean {
  const order =
    Number(one.accompanied) - Number(other.accompanied) ||
    Number(isInvalid(one.case)) - Number(isInvalid(other.case)) ||
    Number(one.case.raw !== undefined) - Number(other.case.raw !== undefined) ||
    sizeOf(one) - sizeOf(other) ||
    one.index - other.index;
  return order < 0;
}

/**
 * Whether `one` is the same step of a sequence as `other`, but on a surface that comes earlier in the run. Several
 * surfaces run the same sequence at the same time, and the example must not depend on which of them is faster.
 * `surfaces`: the names of the surfaces, in the order of the run.
 */
export function isSameOnEarlier(one: SmallestTrial, other: SmallestTrial, surfaces: readonly string[]): boolean {
  const isSame = one.index === other.index && one.backend === other.backend && !isSmaller(other, one);
  return isSame && surfaces.indexOf(one.violation.surface) < surfaces.indexOf(other.violation.surface);
}

/** The sequences that show a violation. */
export interface ShownSequences {
  /** The first sequence of the run. Later sequences depend on more earlier calls. */
  firstSequence?: SmallestTrial;
  /**
   * The sequence with the most calls. If a fault occurs by chance, it is most likely to occur again in this sequence.
   */
  longestSequence?: SmallestTrial;
}

export function addSequence(shown: ShownSequences, here: SmallestTrial, surfaces: readonly string[]): void {
  const { firstSequence: first = here, longestSequence: longest = here } = shown;
  const isFirst = here.index < first.index || isSameOnEarlier(here, first, surfaces);
  shown.firstSequence = isFirst ? here : first;
  const longer = callsBefore(here) - callsBefore(longest) || longest.index - here.index;
  shown.longestSequence = longer > 0 || isSameOnEarlier(here, longest, surfaces) ? here : longest;
}

function callsBefore({ case: { precedingCalls = [] } }: SmallestTrial): number {
  return precedingCalls.length;
}

/**
 * The size of a case. Any sequence is larger than any single call, and a sequence with two surfaces is larger than any
 * sequence with one. The smallest sequences are those whose last request sends an invalid null that its reply contains:
 * they show the cause of the null. Other sequences may find the null only in a later list.
 */
function sizeOf({ case: { input, precedingCalls = [], sequence }, violation }: SmallestTrial): number {
  const calls = setsNull(input, violation) ? 1 / 2 : precedingCalls.length + 1;
  const crossed = precedingCalls.some(({ surface }) => surface !== undefined) ? CROSSED_SIZE : 0;
  const before = precedingCalls.reduce((sum, call) => sum + inputSize(call.input), 0);
  return crossed + (sequence === true ? SEQUENCE_SIZE * calls : 0) + before + inputSize(input);
}

/** Whether the reply has a null where the schema allows none, and the body of the request has the same null. */
function setsNull({ body }: CaseInput, { kind, pointer, received }: Violation): boolean {
  const [, member] = /^\/response\/body(\/.+)$/.exec(pointer) ?? [];
  return kind === 'type' && received === null && member !== undefined && valueAt(body, member) === null;
}

/** A number that is larger than the size of any input. */
const SEQUENCE_SIZE = 10_000_000;
/** A number that is larger than the size of any sequence on one surface. */
const CROSSED_SIZE = 1000 * SEQUENCE_SIZE;

function isInvalid({ expect }: Case): boolean {
  return expect.kind === 'rejected';
}

/** The path of a collection, with `{}` for each path parameter: `/shops/{}/items`. */
export function resourceOf(path: string): string {
  return shapeOf(path).replace(/\/\{\}$/, '');
}
