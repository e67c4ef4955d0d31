import { type Argument, argumentValue, operationArguments } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import { mayBeCreatedByPut } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import { isSendable as isSendableFor } from '../../../contract/wire/request/sendable.js';
import { withOneId } from '../../../contract/collections/body/repeated-id.js';
import { ArgumentValues, type ValueSources } from './argument-values.js';
import type { KnownValues } from '../values/known-values.js';
import { distinct, interleaved } from '../../../contract/json/interleaved.js';
import type { Random } from '../scalars/random.js';

/**
 * The maximum number of simple paths that are tried. A path cannot be used if it also matches the path template of
 * another operation, to which a server would route the request.
 */
const PATHS_TRIED = 8;

/**
 * The inputs of one operation, composed of valid values of its arguments. Each schema concerns one argument only. So an
 * input is valid if its values are valid and can be sent together.
 */
export class OperationInputs {
  private base: { readonly input: CaseInput | undefined } | undefined;
  private joined: { readonly input: CaseInput | undefined } | undefined;

  constructor(
    private readonly values: readonly ArgumentValues[],
    /** The values of the request body for each media type except the first. */
    private readonly otherBodies: readonly ArgumentValues[],
    private readonly isSendable: (input: CaseInput) => boolean,
    /**
     * Returns the input with the same identifier in the path and in the body. `keep` decides which of the two
     * identifiers is used for both.
     */
    private readonly matched: (input: CaseInput, keep: 'path' | 'body') => CaseInput,
    /**
     * The path parameter that identifies the item which the operation itself creates. Its value need not identify an
     * existing item.
     */
    private readonly created: string | undefined,
  ) {}

  /** Makes the inputs of an operation. `knownOf` returns the known values of an argument. */
  static of(
    sources: ValueSources,
    operation: Operation,
    knownOf: (argument: Argument) => KnownValues,
  ): OperationInputs {
    const valuesOf = (argument: Argument, mediaType?: string): ArgumentValues =>
      new ArgumentValues(sources, operation, argument, knownOf(argument), mediaType);
    const all = operationArguments(operation);
    const others = operation.requestBody?.content.slice(1).map(({ mediaType }) => mediaType) ?? [];
    const bodies = all
      .filter((argument) => argument.in === 'body')
      .flatMap((body) => others.map((type) => valuesOf(body, type)));
    return new OperationInputs(
      all.map((argument) => valuesOf(argument)),
      bodies,
      (input) => isSendableFor(sources.contract, operation, input),
      (input, keep) => withOneId(sources.contract, operation, input, keep),
      mayBeCreatedByPut(sources.contract.operations, operation),
    );
  }

  withoutValues(): readonly string[] {
    const isWritable = this.writableBodies().some((body) => body !== undefined);
    const lacking = this.values.filter(({ argument }) => argument.required && !(argument.in === 'body' && isWritable));
    return lacking.filter((values) => values.edges().length === 0).map(({ argument }) => argument.name);
  }

  /**
   * The input that has only the required arguments, each with the simplest value that can be sent. `undefined` if there
   * is no such input.
   */
  simplest(): CaseInput | undefined {
    if (this.base === undefined) this.base = { input: this.findSimplest() };
    return this.base.input;
  }

  /** Finds the simplest input. Its body has the first media type that can be encoded. */
  private findSimplest(): CaseInput | undefined {
    for (const body of [undefined, ...this.otherBodies]) {
      for (let edge = 0; edge < PATHS_TRIED; edge += 1) {
        const input = this.made((values) => {
          if (!values.argument.required) return undefined;
          return values.edges()[values.argument.in === 'path' ? Math.min(edge, values.edges().length - 1) : 0];
        }, body);
        if (input !== undefined) return input;
      }
    }
    return undefined;
  }

  /**
   * One input for each example of each argument, with the simplest values of the other required arguments. The last
   * input has the first example of every argument.
   */
  *examples(): Generator<CaseInput> {
    yield* this.oneVaried((values) => values.examples(), this.keptInExamples());
    const together = this.together();
    if (together !== undefined) yield together;
  }

  /** The input with the first example of every argument, and the simplest values of the other required arguments. */
  private together(): CaseInput | undefined {
    if (this.joined === undefined) this.joined = { input: this.findTogether() };
    return this.joined.input;
  }

  private findTogether(): CaseInput | undefined {
    const simplest = this.simplest();
    const first = (values: ArgumentValues): Json | undefined => values.examples()[0];
    const isNamed = this.values.some((values) => values.argument.in === 'path' && first(values) !== undefined);
    return this.made(
      (values) => first(values) ?? argumentValue(simplest ?? {}, values.argument),
      undefined,
      isNamed ? 'path' : this.keptInExamples(),
    );
  }

  /**
   * The simplest input, then one input for each boundary value of each argument, with the simplest values of the other
   * arguments. The arguments take turns.
   */
  *edges(): Generator<CaseInput> {
    const base = this.simplest();
    if (base !== undefined) yield base;
    yield* this.oneVaried((values) => values.edges());
  }

  private *oneVaried(
    valuesOf: (values: ArgumentValues) => readonly Json[],
    keep: 'path' | 'body' = 'path',
  ): Generator<CaseInput> {
    const base = this.simplest();
    if (base === undefined) return;
    const inputs = [...this.values, ...this.otherBodies].map((values) =>
      valuesOf(values).map((value) =>
        this.matched(values.place(base, value), values.argument.in === 'body' ? keep : 'path'),
      ),
    );
    for (const input of interleaved(inputs)) if (this.isSendable(input)) yield input;
  }

  /**
   * Decides which identifier to keep if the body of an example and the path have different ones. The identifier in the
   * body is kept, because it usually belongs to an existing item. If the configuration has a value for the path
   * parameter, the identifier in the path is kept.
   */
  private keptInExamples(): 'path' | 'body' {
    const isKnown = this.values.some((each) => each.argument.in === 'path' && each.isKnown(each.edges()[0]));
    return isKnown ? 'path' : 'body';
  }

  random(random: Random): CaseInput | undefined {
    return this.drawn(random, (values) => values.random(random));
  }

  /** A random valid input from which invalid inputs are derived. */
  randomBase(random: Random): CaseInput | undefined {
    return this.drawn(random, (values) => values.randomBase(random));
  }

  private drawn(random: Random, valueOf: (values: ArgumentValues) => Json | undefined): CaseInput | undefined {
    const body = this.otherBodies.length === 0 ? undefined : random.pick(this.writableBodies());
    return this.made((values) => (values.argument.required || random.oneIn(2) ? valueOf(values) : undefined), body);
  }

  /**
   * The values of the body, for each media type that has values. If no media type has values, the only element is
   * `undefined`, which stands for the first media type.
   */
  private writableBodies(): readonly (ArgumentValues | undefined)[] {
    const bodies = [...this.values.filter(({ argument }) => argument.in === 'body'), ...this.otherBodies];
    const writable = bodies.filter((body) => body.edges().length > 0);
    return writable.length === 0 ? [undefined] : writable;
  }

  /**
   * The valid inputs from which invalid inputs are derived: the simplest input, three inputs in which every argument
   * has a boundary value, and a random input. If the simplest input may refer to an item that does not exist, the input
   * with all examples of the contract comes first.
   */
  bases(random: Random, isFound: (input: CaseInput) => boolean): readonly CaseInput[] {
    const full = [1, 2, 3].map((edge) =>
      this.made((values) => values.bases()[Math.min(edge, values.bases().length - 1)]),
    );
    const others = this.otherBodies.map((body) =>
      this.made((values) => (isNeeded(values) ? values.bases()[0] : undefined), body),
    );
    return distinct([this.sure(isFound), this.simplest(), ...full, ...others, this.randomBase(random)]).filter(
      (input) => input !== undefined,
    );
  }

  /** The input that the service most likely accepts: the simplest one, or the one with the examples of the body. */
  sure(isFound: (input: CaseInput) => boolean): CaseInput | undefined {
    const simplest = this.simplest();
    const hasExample = this.values.some((values) => values.argument.in === 'body' && values.examples().length > 0);
    return hasExample && (simplest === undefined || !isFound(simplest)) ? this.together() : simplest;
  }

  /**
   * Inputs with well-formed unknown identifiers: `limit` inputs for each argument with known values, and near misses of
   * a known value.
   */
  *absent(limit: number): Generator<{ readonly name: string; readonly input: CaseInput }> {
    const base = this.simplest();
    const isCreated = ({ argument }: ArgumentValues): boolean =>
      argument.in === 'path' && argument.name === this.created;
    const naming = this.values.filter((values) => values.namesThings() && !isCreated(values));
    for (const values of base === undefined ? [] : naming) {
      const { name } = values.argument;
      const sendable = (unknown: readonly Json[]): readonly CaseInput[] =>
        unknown
          .map((value) => this.matched(values.place(base ?? {}, value), 'path'))
          .filter((input) => this.isSendable(input));
      const edges = sendable(values.unknown());
      for (const [index, input] of edges.slice(0, limit).entries()) yield { name: `absent-${name}-${index}`, input };
      for (const [index, input] of sendable(values.nearMisses()).entries())
        yield { name: `near-${name}-${index}`, input };
    }
  }

  /**
   * Returns true if the service is known to have the items of all identifiers in the path. An identifier of an item
   * that the operation itself creates is not checked.
   */
  namesKnownThings(input: CaseInput): boolean {
    return this.values.every(
      (values) =>
        values.argument.in !== 'path' ||
        values.argument.name === this.created ||
        values.isKnown(argumentValue(input, values.argument)),
    );
  }

  /**
   * An input with one value for each argument. `undefined` if a required argument has no value, or if the values cannot
   * be sent together.
   */
  private made(
    valueOf: (values: ArgumentValues) => Json | undefined,
    body?: ArgumentValues,
    keep: 'path' | 'body' = 'path',
  ): CaseInput | undefined {
    let input: CaseInput = {};
    for (const first of this.values) {
      const values = body !== undefined && first.argument.in === 'body' ? body : first;
      const value = valueOf(values);
      if (value !== undefined) input = values.place(input, value);
      else if (values.argument.required) return undefined;
    }
    const made = this.matched(input, keep);
    return this.isSendable(made) ? made : undefined;
  }
}

/**
 * Returns true if each random input must have the argument. This is also so for an optional body, because invalid
 * inputs are derived from it.
 */
function isNeeded({ argument }: ArgumentValues): boolean {
  return argument.required || argument.in === 'body';
}
