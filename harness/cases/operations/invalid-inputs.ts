import { type Argument, argumentValue, operationArguments } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import { inputText } from '../../../contract/input-text.js';
import type { Operation } from '../../../contract/operation.js';
import { isSendable } from '../../../contract/wire/request/sendable.js';
import type { ValueSources } from './argument-values.js';
import { argumentPointer, argumentSchema, argumentViolations } from '../../../contract/inputs/input-violations.js';
import { foreignMembers } from './foreign-members.js';
import { FoundInputs, type InvalidInput, placeKey } from './found-inputs.js';
import type { Mutation } from '../invalid/broken.js';
import { mutations } from '../invalid/invalid-values.js';
import { Materials } from '../invalid/materials.js';
import type { Random } from '../scalars/random.js';
import { placed, withoutArgument } from './placed.js';
import { BudgetSpent } from '../nodes/work-budget.js';

/**
 * The maximum number of violations that are tried for one argument of one base input. A value of a recursive schema has
 * very many places to violate.
 */
const MAX_TRIED = 1000;
/** The maximum number of violations that are listed. Most of them are skipped after only their place is examined. */
const MAX_WALKED = 20_000;
/** The maximum number of tries in each round to violate one keyword at one place. */
const MAX_ATTEMPTS = 12;
/**
 * The maximum number of inputs for one violated place, for example one for each wrong type. A second input for a place
 * is made only if there are too few places.
 */
const VARIANTS = 9;

/**
 * Inputs that are invalid in exactly one place. Each input is as similar as possible to one of the valid `bases`. Each
 * input violates the next keyword in turn. If a keyword cannot be violated by itself, an input violates several
 * keywords at the same place: a short string may violate `minLength` and `pattern`. A larger `limit` keeps all inputs
 * and adds more. If the step budget is exhausted, the inputs found so far are yielded before `BudgetSpent` is thrown.
 */
export function* invalidInputs(
  sources: ValueSources,
  operation: Operation,
  bases: readonly CaseInput[],
  limit: number,
): Generator<InvalidInput> {
  const found = new FoundInputs();
  let spent: BudgetSpent | undefined;
  try {
    findInvalid(sources, operation, bases, limit, found);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    spent = error;
  }
  yield* found.inTurns().slice(0, limit);
  if (spent !== undefined) throw spent;
}

/** The number of random tries for each missing input. A try may repeat an earlier input or find no violation. */
const DRAWS_EACH = 4;

/**
 * Yields the inputs of `invalidInputs`, then random invalid inputs. Each input has a number below `limit`.
 * - The numbers of random inputs begin at `first`; `drawn` returns the random input for an index. Surfaces with costly
 *   calls run only the cases with small numbers, so they skip the random inputs.
 * - Random inputs are optional: if the step budget ends while they are made, there are fewer of them, and the operation
 *   is not reported as incomplete.
 */
export function* variedInvalidInputs(
  sources: ValueSources,
  operation: Operation,
  bases: readonly CaseInput[],
  { limit, first }: { readonly limit: number; readonly first: number },
  drawn: (index: number) => InvalidInput | undefined,
): Generator<InvalidInput & { readonly number: number }> {
  const seen = new Set<string>();
  for (const invalid of invalidInputs(sources, operation, bases, limit)) {
    yield { ...invalid, number: seen.size };
    seen.add(inputText(invalid.input));
  }
  let number = Math.max(seen.size, first);
  const most = seen.size === 0 ? 0 : (limit - number) * DRAWS_EACH;
  for (let index = 0; index < most && number < limit; index += 1) {
    const invalid = unlessSpent(() => drawn(index));
    if (invalid === 'spent') return;
    const text = invalid && inputText(invalid.input);
    if (invalid === undefined || text === undefined || seen.has(text)) continue;
    seen.add(text);
    yield { ...invalid, number };
    number += 1;
  }
}

/** The result of `make`, or `spent` if the step budget is exhausted. */
function unlessSpent<T>(make: () => T): T | 'spent' {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return 'spent';
  }
}

/**
 * The maximum number of violations among which one is chosen at random. Several are needed, because a chosen violation
 * may turn out to break no constraint, or constraints at several places.
 */
const VIOLATIONS_OF_DRAW = 400;
const DRAWS = 24;

/**
 * A random input that is invalid in one place, derived from `base`. `undefined` if none was found. Each place is
 * equally likely.
 */
export function drawnInvalidInput(
  sources: ValueSources,
  operation: Operation,
  base: CaseInput,
  random: Random,
): InvalidInput | undefined {
  const places = brokenPlaces(sources, operation, base);
  const found = new FoundInputs();
  for (let draw = 0; draw < DRAWS && places.length > 0 && found.size === 0; draw += 1) {
    const { argument, broken } = random.pick(random.pick(places));
    const input = broken.make();
    const violations = argumentViolations(sources.contract, operation, argument, input);
    const key = placeKey(broken.keyword, argumentPointer(argument) + broken.pointer, base, broken.at);
    if (isSendable(sources.contract, operation, input))
      found.add(input, violations, { keyword: broken.keyword, key, variants: 1 });
  }
  return found.inTurns()[0];
}

interface BrokenPlace {
  readonly argument: Argument;
  readonly broken: BrokenArgument;
}

type BrokenPlaces = readonly (readonly BrokenPlace[])[];

/**
 * A cache of the possible violations of each input. Half of the random invalid inputs are derived from the same valid
 * input, and the search for its violations takes most of the time.
 */
const placesByBase = new WeakMap<ValueSources, WeakMap<CaseInput, BrokenPlaces>>();

/** The possible violations in an input, grouped by keyword and place. */
function brokenPlaces(sources: ValueSources, operation: Operation, base: CaseInput): BrokenPlaces {
  const known = placesByBase.get(sources) ?? new WeakMap<CaseInput, BrokenPlaces>();
  placesByBase.set(sources, known);
  const places = known.get(base) ?? searchedPlaces(sources, operation, base);
  known.set(base, places);
  return places;
}

function searchedPlaces(sources: ValueSources, operation: Operation, base: CaseInput): BrokenPlaces {
  const places = new Map<string, BrokenPlace[]>();
  for (const argument of operationArguments(operation)) {
    let left = VIOLATIONS_OF_DRAW;
    for (const broken of brokenArguments(sources, operation, argument, base)) {
      if ((left -= 1) < 0) break;
      const key = placeKey(broken.keyword, argumentPointer(argument) + broken.pointer, base);
      const known = places.get(key);
      if (known === undefined) places.set(key, [{ argument, broken }]);
      else known.push({ argument, broken });
    }
  }
  return [...places.values()];
}

function findInvalid(
  sources: ValueSources,
  operation: Operation,
  bases: readonly CaseInput[],
  limit: number,
  found: FoundInputs,
): void {
  const attempts = new Attempts();
  const tryAll = (round: Round): void => {
    if (found.size >= limit) return;
    for (const base of bases) {
      for (const argument of operationArguments(operation)) {
        tryArgument({ sources, operation, argument, base }, found, round, attempts);
      }
    }
  };
  // The first round violates each place once, so that even a small limit covers as many places as possible.
  tryAll({ isByBranch: false, variants: 1 });
  // The later rounds are optional. If the budget ends here, the cases of the operation still count as complete.
  sources.budget.withHalfForMore(() => {
    tryAll({ isByBranch: true, variants: 1 });
    tryAll({ isByBranch: true, variants: VARIANTS });
  });
}

interface Round {
  /**
   * True if each branch is treated as a separate place. This is so if several branches have the same keyword for one
   * place.
   */
  readonly isByBranch: boolean;
  readonly variants: number;
}

interface Target {
  readonly sources: ValueSources;
  readonly operation: Operation;
  readonly argument: Argument;
  readonly base: CaseInput;
}

function tryArgument(
  { sources, operation, argument, base }: Target,
  found: FoundInputs,
  { isByBranch, variants }: Round,
  attempts: Attempts,
): void {
  const at = argumentPointer(argument);
  let [walked, tries] = [MAX_WALKED, MAX_TRIED];
  for (const { keyword, pointer, at: stated, make } of brokenArguments(sources, operation, argument, base)) {
    if ((walked -= 1) < 0) return;
    const place = placeKey(keyword, at + pointer, base);
    const key = placeKey(keyword, at + pointer, base, stated);
    // An omitted argument breaks `required` at the place of the argument. An omitted member breaks it at the place of
    // the member.
    const isOfMember = keyword === 'required' && stated !== undefined;
    const isFound = isByBranch ? found.has(key, variants) : !isOfMember && found.hasPlace(place);
    if (isFound || attempts.isSpent(isByBranch ? `${variants} ${key}` : place)) continue;
    if ((tries -= 1) < 0) return;
    const input = make();
    const violations = argumentViolations(sources.contract, operation, argument, input);
    if (isSendable(sources.contract, operation, input)) found.add(input, violations, { keyword, key, variants });
  }
}

const materialsBySources = new WeakMap<ValueSources, Materials>();

/** Returns the `Materials` for the value sources. They are created only once for each `ValueSources`. */
function materialsOf(sources: ValueSources): Materials {
  let materials = materialsBySources.get(sources);
  if (materials === undefined) {
    materials = new Materials(sources.contract.schemas, sources.source, sources.boundary, undefined);
    materialsBySources.set(sources, materials);
  }
  return materials;
}

type BrokenArgument = Pick<Mutation, 'keyword' | 'pointer' | 'at'> & { readonly make: () => CaseInput };

function* brokenArguments(
  sources: ValueSources,
  operation: Operation,
  argument: Argument,
  base: CaseInput,
): Generator<BrokenArgument> {
  if (argument.required && argument.in !== 'path')
    yield { keyword: 'required', pointer: '', make: () => withoutArgument(base, argument) };
  const schema = argumentSchema(operation, argument, base.mediaType);
  if (schema === undefined) return;
  const materials = materialsOf(sources);
  const start = argumentValue(base, argument) ?? sources.boundary.of(sources.source.node(schema))[0];
  if (start === undefined) return;
  for (const mutation of mutations(materials, schema, start)) {
    const { keyword, pointer, at } = mutation;
    yield { keyword, pointer, ...(at !== undefined && { at }), make: () => placed(base, argument, mutation.value) };
  }
  for (const { keyword, at, value } of foreignMembers(sources, operation, argument, { schema, start }))
    yield { keyword, pointer: '', at, make: () => placed(base, argument, value) };
}

/** Counts the tries for each keyword and place, so that little time is spent on a keyword that cannot be violated. */
class Attempts {
  private readonly counts = new Map<string, number>();

  isSpent(place: string): boolean {
    const count = this.counts.get(place) ?? 0;
    this.counts.set(place, count + 1);
    return count >= MAX_ATTEMPTS;
  }
}
