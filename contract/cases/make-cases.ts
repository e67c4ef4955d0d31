import { type Argument, givenArguments, operationArguments } from '../arguments.js';
import type { Case, CaseInput, Expectation, Provenance, TokenChoice } from '../case.js';
import type { Contract } from '../contract.js';
import type { Json } from '../json.js';
import type { Operation, SchemaUri } from '../operation.js';
import { encodeRequest } from '../wire/encode.js';
import { boundaryValues, distinct, roundRobin } from './boundary-values.js';
import { argumentSchema, isValidInput } from './input-violations.js';
import { invalidInputs } from './invalid-inputs.js';
import { placed } from './placed.js';
import { Random } from './random.js';
import { ValueSource } from './value-source.js';

export interface CaseOptions {
  readonly seed: number;
  /** Generated cases an operation, of each of the valid and the invalid kind. */
  readonly runs: number;
  /** What is known about parameters by name. */
  readonly values: ReadonlyMap<string, KnownValues>;
}

export interface KnownValues {
  /** Values that name something in the fixture. */
  readonly known: readonly Json[];
  /** Nothing else is valid: an opaque value that only the service issues. */
  readonly only: boolean;
}

export type CaseKind = 'example' | 'boundary' | 'valid' | 'invalid' | 'gate';

/** Makes the cases of one contract. The same options give the same cases, whatever was made before them. */
export class CaseMaker {
  private readonly source: ValueSource;
  private readonly edgesOf = new Map<SchemaUri, readonly Json[]>();

  constructor(
    private readonly contract: Contract,
    private readonly options: CaseOptions,
  ) {
    this.source = new ValueSource(contract.schemas);
  }

  make(operation: Operation, kind: CaseKind): readonly Case[] {
    switch (kind) {
      case 'example':
        return this.valid(operation, kind, this.exampleInputs(operation));
      case 'boundary':
        return this.valid(operation, kind, this.boundaryInputs(operation).slice(0, 4 * Math.max(16, this.options.runs)));
      case 'valid':
        return this.valid(operation, kind, this.randomInputs(operation));
      case 'invalid':
        return this.invalid(operation);
      case 'gate':
        return this.gates(operation);
      default:
        return kind satisfies never;
    }
  }

  /** What the contract promises for a valid input. */
  expectation(operation: Operation, input: CaseInput): Expectation {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    const known = names.every((name) => this.known(name).some((value) => value === input.path?.[name]));
    return known || !operation.responses.some((response) => response.status === '404') ? { kind: 'accepted' } : { kind: 'accepted-or-absent' };
  }

  /** Whether every argument that takes only known values has one of them. */
  isKnown(operation: Operation, input: CaseInput): boolean {
    return givenArguments(operation, input).every(([argument, value]) => {
      const known = this.options.values.get(argument.name);
      return known?.only !== true || known.known.includes(value);
    });
  }

  private valid(operation: Operation, kind: CaseKind, inputs: readonly CaseInput[]): readonly Case[] {
    const expressible = distinct(inputs).filter((input) => encodeRequest(operation, input).kind === 'request' && isValidInput(this.contract, operation, input));
    return expressible.map((input, index) => aCase(operation, { kind, name: String(index) }, input, this.expectation(operation, input)));
  }

  private known(name: string): readonly Json[] {
    return this.options.values.get(name)?.known ?? [];
  }

  /** Each example of each argument beside the plainest values of what else is required; all first examples together at last. */
  private exampleInputs(operation: Operation): readonly CaseInput[] {
    const base = this.plainest(operation);
    const examples = operationArguments(operation).map((argument) => [argument, this.examples(operation, argument)] as const);
    const alone = roundRobin(examples.map(([argument, values]) => values.map((value) => placed(base, argument, value))));
    const together = examples.reduce((input, [argument, values]) => (values[0] === undefined ? input : placed(input, argument, values[0])), base);
    return distinct([...alone, together]);
  }

  private examples(operation: Operation, argument: Argument): readonly Json[] {
    const known = this.options.values.get(argument.name);
    if (known?.only === true) return known.known;
    const media = operation.requestBody?.content ?? [];
    const named = argument.parameter === undefined ? media.slice(0, 1).flatMap((content) => content.examples) : argument.parameter.examples;
    return named.map((example) => example.value);
  }

  private boundaryInputs(operation: Operation): readonly CaseInput[] {
    const base = this.plainest(operation);
    const edges = operationArguments(operation).map((argument) => this.edges(operation, argument).map((value) => placed(base, argument, value)));
    return distinct([base, ...roundRobin(edges)]);
  }

  private edges(operation: Operation, argument: Argument): readonly Json[] {
    const known = this.options.values.get(argument.name);
    if (known?.only === true) return known.known;
    const schema = argumentSchema(operation, argument, {});
    if (schema === undefined) return [];
    const edges = this.edgesOf.get(schema) ?? boundaryValues(this.source, [schema]);
    this.edgesOf.set(schema, edges);
    return [...(known?.known ?? []).slice(0, 1), ...edges];
  }

  /** Only what is required, each at its plainest. */
  plainest(operation: Operation): CaseInput {
    return operationArguments(operation)
      .filter((argument) => argument.required)
      .reduce<CaseInput>((input, argument) => {
        const [first] = this.edges(operation, argument);
        return first === undefined ? input : placed(input, argument, first);
      }, {});
  }

  private randomInputs(operation: Operation): readonly CaseInput[] {
    return Array.from({ length: this.options.runs }, (_, index) => {
      // A case depends on its own number alone: more runs only add to the list.
      const random = Random.of(this.options.seed, operation.id, 'valid', index);
      return this.randomInput(operation, random);
    });
  }

  randomInput(operation: Operation, random: Random): CaseInput {
    let input: CaseInput = {};
    for (const argument of operationArguments(operation)) {
      if (!argument.required && random.oneIn(2)) continue;
      const value = this.randomValue(operation, argument, random);
      if (value !== undefined) input = placed(input, argument, value);
    }
    return input;
  }

  private randomValue(operation: Operation, argument: Argument, random: Random): Json | undefined {
    const known = this.options.values.get(argument.name);
    if (known !== undefined && known.known.length > 0 && (known.only || random.oneIn(2))) return random.pick(known.known);
    if (known?.only === true) return undefined;
    const schema = argumentSchema(operation, argument, {});
    return schema === undefined ? undefined : this.source.valid(schema, random);
  }

  private invalid(operation: Operation): readonly Case[] {
    const random = Random.of(this.options.seed, operation.id, 'invalid');
    const bases = [this.plainest(operation), ...this.boundaryInputs(operation).slice(1, 3), this.randomInput(operation, random)];
    const broken = invalidInputs(this.contract, this.source, operation, bases).slice(0, Math.max(12, 2 * this.options.runs));
    const cases = broken.map(({ input, violation }, index) =>
      aCase(operation, { kind: 'invalid', name: `${index}` }, input, { kind: 'rejected', ...violation }),
    );
    return [...this.unauthenticated(operation), ...this.absent(operation), ...cases];
  }

  private unauthenticated(operation: Operation): readonly Case[] {
    // Only bearer tokens are sent by surfaces; an alternative without any scheme makes the token optional.
    const guarded = operation.security.length > 0 && operation.security.every((alternative) => alternative.length > 0);
    const tokens: readonly TokenChoice[] = guarded ? ['missing', 'wrong'] : [];
    return tokens.map((token) => ({ ...aCase(operation, { kind: 'invalid', name: `token-${token}` }, this.plainest(operation), { kind: 'unauthenticated' }), token }));
  }

  /** A well-formed identifier beside the known ones, where the contract says what then happens. */
  private absent(operation: Operation): readonly Case[] {
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'path' && this.known(parameter.name).length > 0);
    if (!operation.responses.some((response) => response.status === '404')) return [];
    return parameters.flatMap((parameter) => {
      const unknown = boundaryValues(this.source, [parameter.schema]).filter((value) => !this.known(parameter.name).includes(value)).slice(0, 2);
      return unknown
        .map((value) => ({ ...this.plainest(operation), path: { ...this.plainest(operation).path, [parameter.name]: value } }))
        .filter((input) => encodeRequest(operation, input).kind === 'request')
        .map((input, index) => aCase(operation, { kind: 'invalid', name: `absent-${parameter.name}-${index}` }, input, { kind: 'absent' }));
    });
  }

  private gates(operation: Operation): readonly Case[] {
    if (operation.gate === undefined) return [];
    return (['denied', 'unanswered', 'other'] as const).map((gate) => ({
      ...aCase(operation, { kind: 'gate', name: gate }, this.plainest(operation), { kind: 'gated' }),
      gate,
    }));
  }
}

function aCase(operation: Operation, provenance: Provenance, input: CaseInput, expect: Expectation): Case {
  return { id: `${operation.id}/${provenance.kind}/${provenance.name}`, operation: operation.id, input, provenance, expect, token: 'configured', gate: 'approved' };
}
