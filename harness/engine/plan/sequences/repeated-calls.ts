import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { inputKey } from '../../../../contract/input-text.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation, RepeatKey } from '../../../../contract/operation.js';
import { keyOf } from '../../../../rules/state/evidence/repeat-key.js';
import { statedDefaults } from '../../../../rules/state/repeated.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** The maximum number of members that are changed, one in each request, to get a conflict. */
const MOST_CHANGED = 10;
/** The maximum number of cases from which other values of the members are taken. */
const MOST_CASES = 100;
/** Inputs that are sent twice where equal requests have equal results. */
const MOST_REPRODUCED = 16;

/**
 * For each operation with `x-<prefix>-repeat`: an equal request with the same key, also with its members in another
 * order, requests that differ from it in one member, and equal requests with other keys.
 */
export function planRepeated(
  contract: Contract,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  return contract.operations
    .filter((operation) => operation.repeat !== undefined && isChosen(operation))
    .flatMap((operation) => new RepeatedCalls(contract, maker, operation).sequences())
    .map((steps) => steps.extraSequence());
}

/** A further create may be refused, because values may have to be unique, unless its step has feeds. */
const JUDGED: Partial<Case> = { feeds: [] };

class RepeatedCalls {
  private readonly inputs: readonly CaseInput[];
  private readonly defaultsOfBody: ReadonlyMap<string, Json>;

  constructor(
    private readonly contract: Contract,
    maker: CaseMaker,
    private readonly operation: Operation,
  ) {
    this.defaultsOfBody = statedDefaults({ contract }, operation);
    const kinds = ['example', 'boundary', 'valid'] as const;
    const all = kinds.flatMap((kind) => maker.make(operation, kind)).filter(({ expect }) => expect.kind === 'accepted');
    this.inputs = all.slice(0, MOST_CASES).map(({ input }) => input);
  }

  sequences(): readonly Steps[] {
    const { key, conflict, deterministic } = this.operation.repeat ?? {};
    const [simplest] = this.inputs;
    if (simplest === undefined) return [];
    const keys = key === undefined ? [] : this.valuesOf((input) => keyOf(input, key));
    const [own, second = own, third = second] = keys;
    if (key !== undefined && own === undefined) return [];
    const keyed = (value: Json | undefined): CaseInput =>
      key === undefined || value === undefined ? simplest : withKey(simplest, key, value);
    return [
      ...(key === undefined ? [] : [this.steps('repeated', [keyed(own), keyed(own), reversed(keyed(own))])]),
      ...(key === undefined || conflict === undefined ? [] : [this.conflicts(keyed(own), key, conflict)]),
      ...(deterministic === true && second !== own
        ? [
            this.steps('reproduced', [keyed(own), keyed(second)]),
            ...this.defaults(keyed(own), keyed(third)),
            ...this.unusual(keys.slice(3), key),
          ]
        : []),
      ...(deterministic === true && key === undefined ? [this.steps('reproduced', [simplest, simplest])] : []),
    ];
  }

  private steps(name: string, inputs: readonly CaseInput[]): Steps {
    const steps = new Steps(name);
    for (const input of inputs) steps.add(this.operation, { input }, JUDGED);
    return steps;
  }

  /** Twice each: inputs with a zero, an empty text or `false`, which services take for omitted, and then other ones. */
  private unusual(keys: readonly Json[], key: RepeatKey | undefined): readonly Steps[] {
    const bases = [...this.inputs.filter(hasEmptyMember), ...this.inputs.filter((input) => !hasEmptyMember(input))];
    const count = Math.min(MOST_REPRODUCED, Math.floor(keys.length / 2), bases.length);
    const pairs = bases
      .slice(0, count)
      .flatMap((base, index) =>
        keys.slice(2 * index, 2 * index + 2).map((value) => (key === undefined ? base : withKey(base, key, value))),
      );
    return pairs.length === 0 ? [] : [this.steps('reproduced-unusual', pairs)];
  }

  /** The first request, and those with its key and another value of one member. */
  private conflicts(first: CaseInput, key: RepeatKey, status: number): Steps {
    const steps = this.steps('conflict', [first]);
    const { body } = first;
    const names = new Set(this.inputs.flatMap((input) => (isJsonObject(input.body) ? Object.keys(input.body) : [])));
    if (key.in === 'body') names.delete(key.name);
    for (const name of [...names].slice(0, MOST_CHANGED)) {
      const changed = this.valuesOf((input) => memberOf(input, name))
        .filter((value) => !this.means(first, name, value))
        .map((value) => ({ ...first, body: { ...(isJsonObject(body) ? body : {}), [name]: value } }))
        .find((input) => this.isValid(input));
      if (changed !== undefined)
        steps.add(this.operation, { input: changed }, { ...JUDGED, expect: { kind: 'refused', status } });
    }
    return steps;
  }

  /** A request that omits members with a default, and one that has the defaults. */
  private defaults(first: CaseInput, second: CaseInput): readonly Steps[] {
    const stated = [...this.defaultsOfBody].filter(([name]) => memberOf(first, name) === undefined);
    if (stated.length === 0 || !isJsonObject(second.body)) return [];
    const filled = { ...second, body: { ...second.body, ...Object.fromEntries(stated) } };
    return this.isValid(filled) ? [this.steps('defaults', [first, filled])] : [];
  }

  /** Whether the value says what the input says already. */
  private means(input: CaseInput, name: string, value: Json): boolean {
    const own = memberOf(input, name) ?? this.defaultsOfBody.get(name);
    return JSON.stringify(own) === JSON.stringify(value);
  }

  private isValid(input: CaseInput): boolean {
    return isValidInput(this.contract, this.operation, input);
  }

  /** The different values of a part of the inputs. */
  private valuesOf(part: (input: CaseInput) => Json | undefined): readonly Json[] {
    const values = this.inputs.flatMap((input) => part(input) ?? []);
    return [...new Map(values.map((value) => [inputKey({ body: value }), value])).values()];
  }
}

function hasEmptyMember({ body }: CaseInput): boolean {
  return isJsonObject(body) && Object.values(body).some((value) => value === 0 || value === '' || value === false);
}

function reversed({ body, ...others }: CaseInput): CaseInput {
  if (!isJsonObject(body)) return { ...others, ...(body !== undefined && { body }) };
  return { ...others, body: Object.fromEntries(Object.entries(body).toReversed()) };
}

function memberOf({ body }: CaseInput, name: string): Json | undefined {
  return isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
}

function withKey(input: CaseInput, { in: place, name }: RepeatKey, value: Json): CaseInput {
  if (place === 'header') return { ...input, header: { ...input.header, [name]: value } };
  return { ...input, body: { ...(isJsonObject(input.body) ? input.body : {}), [name]: value } };
}
