import type { Arbitrary } from 'fast-check';
import type { Case } from '../../contract/case.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { CaseMaker } from '../cases/make-cases.js';
import type { DrawnKind, KnownValues } from '../cases/values/known-values.js';
import type { Random } from '../cases/scalars/random.js';
import { smallerInputs } from '../cases/shrinking/shrink-input.js';
import { classOf } from '../engine/plan/case-class.js';
import { type Search, SearchArbitrary, mapped } from './search-arbitrary.js';

export interface CaseArbitraryOptions {
  /**
   * The kind of inputs. `valid` (default): inputs that the contract allows. `invalid`: inputs that break the contract
   * in one place.
   */
  readonly kind?: DrawnKind;
  /** Maps the name of an argument to values that exist in the service, such as ids. */
  readonly values?: ReadonlyMap<string, KnownValues>;
}

/** The number of generated cases from which the edge cases of an operation are made. */
const RUNS = 16;
/** The maximum number of attempts to draw a case of an operation. */
const MOST_DRAWS = 16;

/**
 * Cases of one operation of a contract, as the check would make them. `input` has the arguments by location; `expect`
 * is the reply that the contract requires. A valid case shrinks to valid cases. An invalid case shrinks to cases that
 * break the same keyword. Throws a `ParityError` with the code `operation-unknown`. If no case is found, the first draw
 * throws a `ParityError` with the code `operation-without-cases`.
 */
export function caseArbitrary(
  contract: Contract,
  operationId: string,
  { kind = 'valid', values = new Map() }: CaseArbitraryOptions = {},
): Arbitrary<Case> {
  const operation = operationNamed(contract, operationId);
  if (operation === undefined) {
    const known = contract.operations.map(({ id }) => id).join(', ');
    throw new ParityError(
      'operation-unknown',
      `${contract.file} has no operation ${operationId}`,
      `Use one of the operations of the contract: ${known}.`,
    );
  }
  const cases = new OperationCases(contract, operation, kind, values);
  return new SearchArbitrary<Case>({
    draw: (random, atEdge) => cases.draw(random, atEdge),
    smaller: (drawn) => cases.smaller(drawn),
    makes: (value): value is Case => cases.has(value),
  });
}

class OperationCases {
  private readonly maker: CaseMaker;

  constructor(
    private readonly contract: Contract,
    private readonly operation: Operation,
    private readonly kind: DrawnKind,
    values: ReadonlyMap<string, KnownValues>,
  ) {
    this.maker = new CaseMaker(contract, { seed: 1, runs: RUNS, values });
  }

  draw(random: Random, atEdge: boolean): Case {
    const edges = atEdge
      ? this.maker
          .make(this.operation, this.kind === 'valid' ? 'boundary' : 'invalid')
          .filter((made) => this.isOfKind(made))
      : [];
    if (edges.length > 0) return random.pick(edges);
    for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
      const drawn = this.maker.drawn(this.operation, this.kind, random);
      if (drawn !== undefined) return drawn;
    }
    throw new ParityError(
      'operation-without-cases',
      `no ${this.kind} case of ${this.operation.id} was found`,
      this.kind === 'valid'
        ? 'Give values for the arguments of the operation with the option `values`, or add examples to the contract.'
        : 'Add a constraint to an argument of the operation.',
      { location: this.operation.location },
    );
  }

  smaller(drawn: Case): Search<Case> {
    const promised = classOf({ contract: this.contract, operation: this.operation, maker: this.maker }, drawn);
    const search = smallerInputs(
      drawn.input,
      (input) => promised(input) !== undefined,
      this.maker.placeHints(this.operation, drawn.input.mediaType),
    );
    return mapped(search, (input) => ({ ...drawn, input, expect: promised(input) ?? drawn.expect }));
  }

  has(value: unknown): value is Case {
    const candidate = value as Partial<Case> | null;
    if (
      typeof candidate !== 'object' ||
      candidate?.operation !== this.operation.id ||
      candidate.input === undefined ||
      candidate.expect === undefined
    )
      return false;
    const given = candidate as Case;
    return (
      this.isOfKind(given) &&
      classOf({ contract: this.contract, operation: this.operation, maker: this.maker }, given)(given.input) !==
        undefined
    );
  }

  /**
   * Returns true if a case is of the requested kind (valid or invalid). Cases with wrong tokens or unknown ids are
   * excluded, because their inputs are valid although the service refuses them.
   */
  private isOfKind({ expect }: Case): boolean {
    return this.kind === 'invalid'
      ? expect.kind === 'rejected'
      : expect.kind === 'accepted' || expect.kind === 'accepted-or-absent';
  }
}
