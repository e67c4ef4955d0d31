import { type Argument, argumentValue, operationArguments } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { isSendable } from '../../../contract/wire/request/sendable.js';
import type { ValueSources } from './argument-values.js';
import {
  type InputViolation,
  argumentPointer,
  argumentSchema,
  argumentViolations,
} from '../../../contract/inputs/input-violations.js';
import { interleaved } from '../../../contract/json/interleaved.js';
import type { Mutation } from '../invalid/broken.js';
import { mutations } from '../invalid/invalid-values.js';
import { Materials } from '../invalid/materials.js';
import type { Random } from '../scalars/random.js';
import { placed, withoutArgument } from './placed.js';
import { BudgetSpent } from '../nodes/work-budget.js';

export interface InvalidInput {
  readonly input: CaseInput;
  readonly violation: InputViolation;
}

/** Violations of one argument of one base input that are tried; recursive values have very many places. */
const MAX_TRIED = 1000;
/** Violations that are examined for their place only; most of them are skipped. */
const MAX_WALKED = 20_000;
/** Violations of one keyword at one place that are tried in each round. */
const MAX_ATTEMPTS = 12;
/** Values for one violated place, such as each wrong type. Further ones are only used if there are too few places. */
const VARIANTS = 8;

/**
 * Inputs that are wrong in exactly one place, each as similar as possible to one of the valid `bases`; the keywords
 * take turns. If a keyword cannot be violated by itself (a short text violates `minLength` and `pattern`), several are
 * violated at one place. A larger `limit` only adds to the list. If the budget is exhausted, the results so far are
 * yielded, and then `BudgetSpent` is thrown.
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

/** Violations from which one is drawn, and the number of draws: a violation may break nothing, or several places. */
const VIOLATIONS_OF_DRAW = 400;
const DRAWS = 24;

/** One input that is wrong in one place, derived from `base`; `undefined` if none was found. Each place is as likely. */
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

/** The violations of each keyword at each place of an input. */
function brokenPlaces(
  sources: ValueSources,
  operation: Operation,
  base: CaseInput,
): readonly (readonly BrokenPlace[])[] {
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
  // First every place once, so that a small limit reaches as many places as possible.
  tryAll({ isByBranch: false, variants: 1 });
  // The others only add to it, so the operation is complete without them.
  sources.budget.withHalfForMore(() => {
    tryAll({ isByBranch: true, variants: 1 });
    tryAll({ isByBranch: true, variants: VARIANTS });
  });
}

interface Round {
  /** Whether each branch that states a keyword for one place counts as a place. */
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
    const isFound = isByBranch ? found.has(key, variants) : found.hasPlace(place);
    if (isFound || attempts.isSpent(isByBranch ? `${variants} ${key}` : place)) continue;
    if ((tries -= 1) < 0) return;
    const input = make();
    const violations = argumentViolations(sources.contract, operation, argument, input);
    if (isSendable(sources.contract, operation, input)) found.add(input, violations, { keyword, key, variants });
  }
}

const materialsBySources = new WeakMap<ValueSources, Materials>();

/** The materials of one argument are reused for the others. */
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
}

/**
 * The same place in a body of a different media type counts as a different place, because servers read it with a
 * different parser. So does a place for which several branches state the keyword, `stated`.
 */
function placeKey(keyword: string, pointer: string, { body, mediaType }: CaseInput, stated = ''): string {
  const type = body === undefined ? '' : (mediaType ?? '');
  return [keyword, pointer, type, stated].join(' ');
}

/** Counts failed attempts, so that keywords that cannot be violated cost little. */
class Attempts {
  private readonly counts = new Map<string, number>();

  isSpent(place: string): boolean {
    const count = this.counts.get(place) ?? 0;
    this.counts.set(place, count + 1);
    return count >= MAX_ATTEMPTS;
  }
}

interface FoundInput extends InvalidInput {
  readonly text: string;
  /**
   * 2: only the intended keyword is violated; 1: only one other keyword is; 0: several keywords are violated at the
   * same place.
   */
  readonly rank: number;
}

const BEST = 2;

class FoundInputs {
  private readonly byPlace = new Map<string, FoundInput[]>();
  private readonly texts = new Set<string>();
  /** Places with an input of the best rank, without the branch. */
  private readonly exactPlaces = new Set<string>();

  /** The number of inputs. */
  get size(): number {
    return this.texts.size;
  }

  /** Whether any branch of a place has an input of the best rank. */
  hasPlace(place: string): boolean {
    return this.exactPlaces.has(place);
  }

  /** Whether a place has this many variants, the last of which has the best rank. */
  has(key: string, variants: number): boolean {
    return this.byPlace.get(key)?.[variants - 1]?.rank === BEST;
  }

  /** Ignores inputs that are valid, or wrong in several places. Variants from an earlier round are not replaced. */
  add(
    input: CaseInput,
    [violation, ...others]: readonly InputViolation[],
    meant: { readonly keyword: string; readonly key: string; readonly variants: number },
  ): void {
    if (violation === undefined || others.some(({ pointer }) => pointer !== violation.pointer)) return;
    const isExact = others.every(({ keyword }) => keyword === violation.keyword);
    const rank = !isExact ? 0 : violation.keyword === meant.keyword ? BEST : 1;
    const text = JSON.stringify(input);
    if (this.texts.has(text)) return;
    // The place that was meant includes the branch.
    const found = placeKey(violation.keyword, violation.pointer, input);
    const key = meant.key.startsWith(found) ? meant.key : found;
    const known = this.byPlace.get(key) ?? [];
    const place = Math.min(known.length, meant.variants - 1);
    const former = known[place];
    if (former !== undefined && rank <= former.rank) return;
    if (former !== undefined) this.texts.delete(former.text);
    this.texts.add(text);
    if (rank === BEST) this.exactPlaces.add(found);
    known[place] = { input, violation, text, rank };
    this.byPlace.set(key, known);
  }

  inTurns(): readonly InvalidInput[] {
    return [...interleaved([...this.byPlace.values()].map((inputs) => inputs.filter((each) => this.isUseful(each))))];
  }

  /**
   * Outside a body, all values are sent as text: a number in place of a short text is just a short text, and a typed
   * client cannot send it. Such an input is only used if nothing else violates the keyword there.
   */
  private isUseful({ input, violation, rank }: FoundInput): boolean {
    const place = placeKey(violation.keyword, violation.pointer, input);
    return rank === BEST || violation.pointer.startsWith('/body') || !this.exactPlaces.has(place);
  }
}
