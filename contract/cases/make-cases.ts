import { argumentValue, givenArguments, operationArguments } from '../arguments.js';
import type { Case, CaseInput, Expectation, Provenance, TokenChoice } from '../case.js';
import type { Contract } from '../contract.js';
import type { Json } from '../json.js';
import type { Operation } from '../operation.js';
import { isExpressible } from '../wire/encode.js';
import { ArgumentValues } from './argument-values.js';
import { BoundaryValues } from './boundary-values.js';
import { distinct, interleaved } from './interleaved.js';
import { invalidInputs } from './invalid-inputs.js';
import { type KnownValues, NOTHING_KNOWN } from './known-values.js';
import { placed } from './placed.js';
import { Random } from './random.js';
import { ValueSource } from './value-source.js';

export type { KnownValues } from './known-values.js';

export interface CaseOptions {
  readonly seed: number;
  /** Generated cases an operation, of each of the valid and the invalid kind. */
  readonly runs: number;
  /** What is known about arguments by name. */
  readonly values: ReadonlyMap<string, KnownValues>;
}

export type CaseKind = 'example' | 'boundary' | 'valid' | 'invalid' | 'gate';

/** Edges that are shown however few runs are asked for, and how many for each run beyond. */
const LEAST_EDGES = 64;
const EDGES_PER_RUN = 4;
const LEAST_INVALID = 12;
const INVALID_PER_RUN = 2;
/** Well-formed identifiers of nothing that are tried for each parameter. */
const ABSENT = 2;

/** Makes the cases of one contract. The same options give the same cases, whatever was made before them; more runs only add to them. */
export class CaseMaker {
  private readonly source: ValueSource;
  private readonly boundary: BoundaryValues;
  private readonly valuesOf = new Map<Operation, readonly ArgumentValues[]>();

  constructor(
    private readonly contract: Contract,
    private readonly options: CaseOptions,
  ) {
    this.source = new ValueSource(contract.schemas, 'request');
    this.boundary = new BoundaryValues(this.source);
  }

  make(operation: Operation, kind: CaseKind): readonly Case[] {
    const { runs } = this.options;
    switch (kind) {
      case 'example':
        return this.valid(operation, kind, this.exampleInputs(operation));
      case 'boundary':
        return this.valid(operation, kind, this.boundaryInputs(operation), Math.max(LEAST_EDGES, EDGES_PER_RUN * runs));
      case 'valid':
        return this.valid(operation, kind, this.randomInputs(operation));
      case 'invalid':
        return [...this.unauthenticated(operation), ...this.absent(operation), ...this.broken(operation)];
      case 'gate':
        return this.gates(operation);
      default:
        return kind satisfies never;
    }
  }

  /** What the contract promises for a valid input. */
  expectation(operation: Operation, input: CaseInput): Expectation {
    const known = this.values(operation).every((values) => values.argument.in !== 'path' || values.isKnown(argumentValue(input, values.argument)));
    return known || !documentsAbsence(operation) ? { kind: 'accepted' } : { kind: 'accepted-or-absent' };
  }

  /** Whether every argument that takes only known values has one of them. */
  isKnown(operation: Operation, input: CaseInput): boolean {
    return givenArguments(operation, input).every(([argument, value]) => {
      const known = this.options.values.get(argument.name);
      return known?.only !== true || known.known.includes(value);
    });
  }

  private values(operation: Operation): readonly ArgumentValues[] {
    let values = this.valuesOf.get(operation);
    if (values === undefined) {
      const sources = { contract: this.contract, source: this.source, boundary: this.boundary };
      values = operationArguments(operation).map((argument) => new ArgumentValues(sources, operation, argument, this.options.values.get(argument.name) ?? NOTHING_KNOWN));
      this.valuesOf.set(operation, values);
    }
    return values;
  }

  /** Each argument is valid by itself; what is left to ask is whether all of them together can be sent. */
  private valid(operation: Operation, kind: CaseKind, inputs: Iterable<CaseInput | undefined>, limit = Infinity): readonly Case[] {
    return distinct(sendable(operation, inputs), limit).map((input, index) => aCase(operation, { kind, name: String(index) }, input, this.expectation(operation, input)));
  }

  /** Each example of each argument beside the plainest values of what else is required; all first examples together at last. */
  private exampleInputs(operation: Operation): readonly (CaseInput | undefined)[] {
    const base = this.plainest(operation);
    const alone = base === undefined ? [] : this.values(operation).map((values) => values.examples().map((value) => placed(base, values.argument, value)));
    const together = this.inputOf(operation, (values) => values.examples()[0] ?? (values.argument.required ? values.edges()[0] : undefined));
    return [...interleaved(alone), together];
  }

  private *boundaryInputs(operation: Operation): Generator<CaseInput> {
    const base = this.plainest(operation);
    if (base === undefined) return;
    yield base;
    yield* interleaved(this.values(operation).map((values) => values.edges().map((value) => placed(base, values.argument, value))));
  }

  /** Only what is required, each at its plainest. */
  private plainest(operation: Operation): CaseInput | undefined {
    return this.inputOf(operation, (values) => (values.argument.required ? values.edges()[0] : undefined));
  }

  private *randomInputs(operation: Operation): Generator<CaseInput | undefined> {
    for (let index = 0; index < this.options.runs; index += 1) {
      // A case depends on its own number alone: more runs only add to the list.
      yield this.randomInput(operation, Random.of(this.options.seed, operation.id, 'valid', index));
    }
  }

  private randomInput(operation: Operation, random: Random): CaseInput | undefined {
    return this.inputOf(operation, (values) => (values.argument.required || random.oneIn(2) ? values.random(random) : undefined));
  }

  /** One value of each argument that has one; `undefined` where a required one has none. */
  private inputOf(operation: Operation, valueOf: (values: ArgumentValues) => Json | undefined): CaseInput | undefined {
    let input: CaseInput = {};
    for (const values of this.values(operation)) {
      const value = valueOf(values);
      if (value !== undefined) input = placed(input, values.argument, value);
      else if (values.argument.required) return undefined;
    }
    return input;
  }

  private broken(operation: Operation): readonly Case[] {
    const everything = [1, 2, 3].map((edge) => this.inputOf(operation, (values) => values.edges()[Math.min(edge, values.edges().length - 1)]));
    const random = this.randomInput(operation, Random.of(this.options.seed, operation.id, 'invalid'));
    const bases = distinct(sendable(operation, [this.plainest(operation), ...everything, random]));
    const sources = { contract: this.contract, boundary: this.boundary, source: this.source };
    return invalidInputs(sources, operation, bases)
      .slice(0, Math.max(LEAST_INVALID, INVALID_PER_RUN * this.options.runs))
      .map(({ input, violation }, index) => aCase(operation, { kind: 'invalid', name: String(index) }, input, { kind: 'rejected', ...violation }));
  }

  private unauthenticated(operation: Operation): readonly Case[] {
    // An alternative without any scheme makes the token optional.
    const guarded = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
    const tokens: readonly TokenChoice[] = guarded ? ['missing', 'wrong'] : [];
    return tokens.flatMap((token) => this.plain(operation, { kind: 'invalid', name: `token-${token}` }, { kind: 'unauthenticated' }).map((made) => ({ ...made, token })));
  }

  /** A well-formed identifier beside the known ones, where the contract says what then happens. */
  private absent(operation: Operation): readonly Case[] {
    const base = this.plainest(operation);
    if (base === undefined || !documentsAbsence(operation)) return [];
    return this.values(operation).filter((values) => values.namesThings()).flatMap((values) => {
      const unknown = values.edges().filter((value) => !values.isKnown(value)).map((value) => placed(base, values.argument, value));
      return distinct(sendable(operation, unknown), ABSENT).map((input, index) => aCase(operation, { kind: 'invalid', name: `absent-${values.argument.name}-${index}` }, input, { kind: 'absent' }));
    });
  }

  private gates(operation: Operation): readonly Case[] {
    if (operation.gate === undefined) return [];
    return (['denied', 'unanswered', 'other'] as const).flatMap((gate) => this.plain(operation, { kind: 'gate', name: gate }, { kind: 'gated' }).map((made) => ({ ...made, gate })));
  }

  /** The plainest case, if there is one. */
  private plain(operation: Operation, provenance: Provenance, expect: Expectation): readonly Case[] {
    return distinct(sendable(operation, [this.plainest(operation)])).map((input) => aCase(operation, provenance, input, expect));
  }
}

function* sendable(operation: Operation, inputs: Iterable<CaseInput | undefined>): Generator<CaseInput> {
  for (const input of inputs) if (input !== undefined && isExpressible(operation, input)) yield input;
}

function documentsAbsence(operation: Operation): boolean {
  return operation.responses.some((response) => response.status === '404');
}

function aCase(operation: Operation, provenance: Provenance, input: CaseInput, expect: Expectation): Case {
  return { id: `${operation.id}/${provenance.kind}/${provenance.name}`, operation: operation.id, input, provenance, expect, token: 'configured', gate: 'approved' };
}
