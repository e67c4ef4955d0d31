import { type Argument, givenArguments, operationArguments } from '../../contract/arguments.js';
import type { Case, CaseInput, Expectation } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { withoutEqualId } from '../../contract/collections/body/repeated-id.js';
import { documentsStatus } from '../../contract/documented-responses.js';
import { inputKey } from '../../contract/input-text.js';
import type { Operation } from '../../contract/operation.js';
import { aCase, unauthenticatedCases } from './operations/a-case.js';
import { type ValueSources, valueSources } from './operations/argument-values.js';
import { distinctLazily } from '../../contract/json/interleaved.js';
import { type Identifier, documentsNotFound, identifiersIn, isPutPart } from '../../contract/inputs/identifiers.js';
import { Cursors, unissuedCases } from './operations/cursors.js';
import type { CaseOptions } from './case-options.js';
import { gateCases } from './operations/gate-decisions.js';
import { LEAST_INVALID, mostEdges, mostInvalid } from './case-numbers.js';
import { type CaseKind, MadeCases } from './made-cases.js';
import type { InvalidInput } from './operations/found-inputs.js';
import { drawnInvalidInput, invalidInputs, variedInvalidInputs } from './operations/invalid-inputs.js';
import { FoundItems } from './values/found-items.js';
import { KnownMembers } from './values/known-members.js';
import { type DrawnKind, type KnownValues, NOTHING_KNOWN } from './values/known-values.js';
import { largeBody } from './operations/large-body.js';
import { OperationInputs } from './operations/operation-inputs.js';
import { PackedCases } from './packed-cases.js';
import { withDigests } from './operations/digests.js';
import { withPrecondition } from './operations/preconditions.js';
import type { PlaceHints } from './shrinking/place-hints.js';
import { rawRequests } from './raw/raw-requests.js';
import { unicodeBodies } from './raw/unicode-bodies.js';
import { Random } from './scalars/random.js';
import { NOTHING_STATED, inputHints } from './operations/schema-hints.js';
import { BudgetSpent, MOST_CASE_STEPS } from './nodes/work-budget.js';

export type { CaseKind } from './made-cases.js';
export type { KnownValues } from './values/known-values.js';

/** The maximum number of invalid inputs that are searched for an invalid parameter, for requests with two faults. */
const MOST_UNORDERED = 64;
/** The number of valid identifiers that belong to no item and are tried for each parameter. */
const ABSENT = 2;

/**
 * Makes the cases of one contract. The same options give the same cases, whatever was requested before. A larger `runs`
 * keeps all cases and adds more.
 */
export class CaseMaker {
  /** The cases that were made so far. */
  readonly made: MadeCases;
  private readonly spent = new Map<Operation, Set<CaseKind>>();
  private readonly cursors = new Cursors();
  private readonly packed = new PackedCases();
  readonly found: FoundItems;
  readonly members: KnownMembers;
  /** The cached analysis of the operation that was requested last. A larger cache would take too much memory. */
  private current:
    | { readonly operation: Operation; readonly sources: ValueSources; readonly inputs: OperationInputs }
    | undefined;

  constructor(
    readonly contract: Contract,
    readonly options: CaseOptions,
    /** The step budget for each kind of case of each operation. */
    private readonly steps = MOST_CASE_STEPS,
  ) {
    this.made = new MadeCases(options.runs);
    this.members = new KnownMembers(new Map([...(options.references ?? []), ...options.values]));
    this.found = new FoundItems(options.found);
  }

  /** Makes the cases of an operation. The cases are cached, because other operations use them as setup calls. */
  make(operation: Operation, kind: CaseKind): readonly Case[] {
    return this.made.of(operation, kind, () => this.makeAnew(operation, kind));
  }

  /** Cases with valid inputs, the simplest first. */
  simple(operation: Operation): readonly Case[] {
    return [...this.make(operation, 'boundary'), ...this.make(operation, 'example')];
  }

  /** One random case, made with the given generator. `undefined` if none was found within the limit of tries. */
  drawn(operation: Operation, kind: DrawnKind, random: Random): Case | undefined {
    let drawn: Case | undefined;
    this.withinBudget(operation, () => {
      drawn = kind === 'valid' ? this.drawnValid(operation, random) : this.drawnInvalid(operation, random);
    });
    return drawn;
  }

  private drawnValid(operation: Operation, random: Random): Case | undefined {
    const input = this.inputs(operation).random(random);
    return input && aCase(operation, 'valid', 'drawn', input, this.expectation(operation, input));
  }

  private drawnInvalid(operation: Operation, random: Random): Case | undefined {
    const broken = this.drawnBroken(operation, random);
    return broken && aCase(operation, 'invalid', 'drawn', broken.input, { kind: 'rejected', ...broken.violation });
  }

  private drawnBroken(operation: Operation, random: Random): InvalidInput | undefined {
    const { sources, inputs } = this.stateOf(operation);
    const base = (random.oneIn(2) ? inputs.randomBase(random) : undefined) ?? inputs.sure(this.isFound(operation));
    return base && drawnInvalidInput(sources, operation, base, random);
  }

  /** The kinds of cases of an operation that are incomplete because the step budget was exhausted. */
  incomplete(operation: Operation): readonly CaseKind[] {
    return [...(this.spent.get(operation) ?? [])];
  }

  private makeAnew(operation: Operation, kind: CaseKind): readonly Case[] {
    const cases: Case[] = [];
    const isComplete = this.withinBudget(operation, () => {
      for (const made of this.cases(operation, kind)) {
        const conditional = withPrecondition(this.contract, operation, made);
        cases.push(this.packed.stored(withDigests(this.contract, operation, conditional)));
      }
    });
    if (!isComplete) this.spent.set(operation, (this.spent.get(operation) ?? new Set()).add(kind));
    return cases;
  }

  /** Runs `work` with a renewed step budget. Returns false if the budget was exhausted. */
  private withinBudget(operation: Operation, work: () => void): boolean {
    const { budget } = this.stateOf(operation).sources;
    budget.renew(this.steps);
    try {
      work();
      return !budget.wasShort;
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      // The cached analysis uses most of the memory, so it is released.
      this.current = undefined;
      return false;
    } finally {
      budget.renew(Infinity);
    }
  }

  private *cases(operation: Operation, kind: CaseKind): Generator<Case> {
    const inputs = this.inputs(operation);
    switch (kind) {
      case 'example':
        return yield* this.valid(operation, kind, distinctLazily(inputs.examples(), Infinity, inputKey));
      case 'boundary':
        return yield* this.valid(operation, kind, distinctLazily(inputs.edges(), mostEdges(this.made.runs), inputKey));
      case 'valid':
        return yield* this.valid(operation, kind, distinctLazily(this.randomInputs(operation), Infinity, inputKey));
      case 'invalid':
        yield* unauthenticatedCases(operation, inputs.simplest());
        yield* this.raw(operation);
        yield* unicodeBodies(operation, inputs, (input) => this.expectation(operation, input));
        yield* largeBody(this.contract, operation, inputs.simplest());
        yield* this.absent(operation);
        yield* this.notIssued(operation);
        return yield* this.broken(operation);
      case 'gate':
        return yield* this.gates(operation);
      default:
        return kind satisfies never;
    }
  }

  /** The expected outcome of a valid input. */
  expectation(operation: Operation, input: CaseInput): Expectation {
    const cursor = this.cursors.in(this.contract, operation, input);
    if (cursor !== undefined && !this.isKnownValue(cursor)) return { kind: 'answered' };
    // Identifiers in the input matter only if the contract documents a 404.
    const isThere =
      !documentsNotFound(operation) || (!isPutPart(this.contract, operation) && this.isAllKnown(operation, input));
    return { kind: isThere ? 'accepted' : 'accepted-or-absent' };
  }

  /** Returns true if the contract requires 404 for an input, because its path contains an unknown identifier. */
  promisesNotFound(operation: Operation, input: CaseInput): boolean {
    return documentsStatus(operation, 404) && !this.inputs(operation).namesKnownThings(input);
  }

  /** Returns true if the service is known to have an item for every identifier in an input. */
  private isAllKnown(operation: Operation, input: CaseInput): boolean {
    const isKnown = (each: Identifier): boolean => this.found.isKnown(operation, each) ?? this.isKnownValue(each);
    const isApart = this.found.mayBeApart(operation, input, this.options.values);
    const named = withoutEqualId(this.contract, operation, input);
    return !isApart && identifiersIn(this.contract, operation, named).every(isKnown);
  }

  private readonly isFound = (operation: Operation) => (input: CaseInput) =>
    this.expectation(operation, input).kind === 'accepted';

  private isKnownValue({ name, value }: Identifier): boolean {
    return this.options.values.get(name)?.known.includes(value) === true;
  }

  /** Returns true if each argument and member that accepts only known values has a known value. */
  isKnown(operation: Operation, input: CaseInput): boolean {
    return givenArguments(operation, input).every(([argument, value]) => {
      const { known, only } = this.knownOf(operation, argument);
      return (!only || known.includes(value)) && this.members.areAllowed(value);
    });
  }

  private knownOf(operation: Operation, argument: Argument): KnownValues {
    const known = this.found.known(operation, argument) ?? this.options.values.get(argument.name) ?? NOTHING_KNOWN;
    return this.cursors.isIssued(this.contract, operation, argument) ? { ...known, only: true } : known;
  }

  /**
   * The required arguments that accept only known values, but for which no value is known. If there are any, the
   * operation has no cases.
   */
  withoutValues(operation: Operation): readonly string[] {
    let names: readonly string[] = [];
    this.withinBudget(operation, () => {
      names = this.inputs(operation).withoutValues();
    });
    return names;
  }

  /**
   * The hints that the contract gives for shrinking an input of an operation to readable values. Empty if the analysis
   * exceeds the step budget.
   */
  placeHints(operation: Operation, mediaType?: string): PlaceHints {
    if (this.spent.has(operation)) return NOTHING_STATED;
    return inputHints(this.stateOf(operation).sources, operation, mediaType);
  }

  private inputs(operation: Operation): OperationInputs {
    return this.stateOf(operation).inputs;
  }

  /** The cached analysis of an operation. It has its own step budget, so cases do not depend on other operations. */
  private stateOf(operation: Operation): NonNullable<typeof this.current> {
    if (this.current?.operation === operation) return this.current;
    const sources = valueSources(this.contract, this.members);
    const inputs = OperationInputs.of(sources, operation, (argument) => this.knownOf(operation, argument));
    this.current = { operation, sources, inputs };
    return this.current;
  }

  private *valid(operation: Operation, kind: CaseKind, inputs: Iterable<CaseInput>): Generator<Case> {
    let index = 0;
    for (const input of inputs) {
      yield aCase(operation, kind, String(index), input, this.expectation(operation, input));
      index += 1;
    }
  }

  private *randomInputs(operation: Operation): Generator<CaseInput> {
    for (let index = 0; index < this.made.runs; index += 1) {
      // The seed contains only the number of the case, so that a larger `runs` keeps all cases and adds more.
      const input = this.inputs(operation).random(Random.of(this.options.seed, operation.id, 'valid', index));
      if (input !== undefined) yield input;
    }
  }

  private *broken(operation: Operation): Generator<Case> {
    const { sources, inputs } = this.stateOf(operation);
    const bases = inputs.bases(Random.of(this.options.seed, operation.id, 'invalid'), this.isFound(operation));
    const drawn = (index: number): InvalidInput | undefined =>
      this.drawnBroken(operation, Random.of(this.options.seed, operation.id, 'broken', index));
    const numbers = { limit: mostInvalid(this.made.runs), first: LEAST_INVALID };
    for (const { input, violation, number } of variedInvalidInputs(sources, operation, bases, numbers, drawn))
      yield aCase(operation, 'invalid', String(number), input, { kind: 'rejected', ...violation });
  }

  private raw(operation: Operation): readonly Case[] {
    const { sources, inputs } = this.stateOf(operation);
    const input = inputs.simplest();
    if (input === undefined) return [];
    const invalid = this.contract.refusalOrder ? [...invalidInputs(sources, operation, [input], MOST_UNORDERED)] : [];
    const expectation = this.expectation(operation, input);
    return rawRequests(this.contract, operation, input, invalid).map(
      ({ name, raw, token = 'configured', expect = expectation }) => ({
        ...aCase(operation, 'invalid', name, input, expect),
        token,
        raw,
      }),
    );
  }

  private absent(operation: Operation): readonly Case[] {
    if (!documentsStatus(operation, 404)) return [];
    const absent = [...this.inputs(operation).absent(ABSENT)];
    return absent.map(({ name, input }) => aCase(operation, 'invalid', name, input, { kind: 'absent' }));
  }

  private notIssued(operation: Operation): readonly Case[] {
    const { sources, inputs } = this.stateOf(operation);
    const base = inputs.simplest();
    const issued = operationArguments(operation).filter((each) =>
      this.cursors.isIssued(this.contract, operation, each),
    );
    return base === undefined ? [] : issued.flatMap((argument) => unissuedCases(sources, operation, argument, base));
  }

  private gates(operation: Operation): readonly Case[] {
    const input = this.inputs(operation).simplest();
    return gateCases(this.contract, operation, input, (given) => this.expectation(operation, given));
  }
}
