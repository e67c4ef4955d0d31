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
import { schedulesAtOnce } from './items/at-once-schedules.js';

/** The maximum number of members that are changed to cause a conflict. Each request changes one member. */
const MOST_CHANGED = 10;
/** The maximum number of cases from which the values of changed members are taken. */
const MOST_CASES = 100;
/** The maximum number of long idempotency keys that are tried. A pattern may forbid the change of some of them. */
const MOST_LONG = 10;
/** The maximum number of inputs that are sent twice to compare their results. */
const MOST_REPRODUCED = 16;
/** The maximum number of numeric members whose largest value is tried in concurrent calls. */
const MOST_LARGEST = 4;
/** The number of concurrent calls with one idempotency key, and of the events of each call (see `schedulesAtOnce`). */
const AT_ONCE = { calls: 2, events: 3 } as const;

/**
 * Sequences for operations with `x-<prefix>-repeat`, which send a request and then similar requests:
 * - with the same idempotency key: unchanged, with one different member (both also concurrently), and reordered;
 * - with other keys: equal requests. One of the keys differs from the first key only in case.
 */
export function planRepeated(
  contract: Contract,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  return contract.operations
    .filter((operation) => operation.repeat !== undefined && isChosen(operation))
    .flatMap((operation) => {
      const calls = new RepeatedCalls(contract, maker, operation);
      return [...calls.sequences().map((steps) => steps.extraSequence()), ...calls.atOnce()];
    });
}

/**
 * Members of a step that is always judged. Without `feeds` (here an empty list), the refusal of a second create would
 * be ignored, because values may have to be unique.
 */
const JUDGED: Partial<Case> = { feeds: [] };

class RepeatedCalls {
  private readonly inputs: readonly CaseInput[];
  private readonly invalid: readonly Case[];
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
    this.invalid = maker.make(operation, 'invalid').slice(0, MOST_CASES);
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
      ...(key === undefined ? [] : this.corrected(keyed(own), key)),
      ...(deterministic === true && second !== own
        ? [
            this.steps('reproduced', [keyed(own), keyed(second)]),
            ...this.defaults(keyed(own), keyed(third)),
            ...this.unusual(keys.slice(3), key),
            ...(key === undefined || conflict === undefined ? [] : this.similarKeys(keyed(own), keys, key)),
          ]
        : []),
      ...(deterministic === true && key === undefined ? [this.steps('reproduced', [simplest, simplest])] : []),
    ];
  }

  /**
   * Sequences of two concurrent calls with one idempotency key, followed by the second call again. One sequence has
   * equal bodies; the others have different bodies. A service may store the key only at the end of a call. This fault
   * shows only if the call takes long. Large numbers may make a call take longer, so numbers are also sent with their
   * largest values.
   */
  atOnce(): readonly PlannedSequence[] {
    const { key, conflict } = this.operation.repeat ?? {};
    const [simplest] = this.inputs;
    const [value] = key === undefined ? [] : this.valuesOf((input) => keyOf(input, key));
    if (key === undefined || value === undefined || simplest === undefined) return [];
    const simple = withKey(simplest, key, value);
    const differing = conflict === undefined ? [] : [simple, ...this.largest(simple, key)];
    const pairs = differing.flatMap((first) =>
      this.changed(first, key)
        .slice(0, 1)
        .map((other) => [other, first]),
    );
    const [schedule = []] = schedulesAtOnce(AT_ONCE.calls, AT_ONCE.events, [this.operation.id, 'keyed-at-once']);
    return [[simple, simple], ...pairs].map((inputs, index) => {
      const steps = new Steps(`keyed-at-once-${index}`);
      for (const [lane, input] of inputs.entries()) steps.add(this.operation, { input }, { ...JUDGED, lane });
      for (const input of inputs.slice(-1)) steps.add(this.operation, { input }, JUDGED);
      return steps.sequenceAtOnce(schedule);
    });
  }

  /** Inputs in which one numeric member has the largest value that any case has for this member. */
  private largest(first: CaseInput, key: RepeatKey): readonly CaseInput[] {
    return this.names(key)
      .flatMap((name) => {
        const numbers = this.valuesOf((input) => memberOf(input, name)).filter((value) => typeof value === 'number');
        const input = withMember(first, name, Math.max(...numbers));
        return numbers.length > 1 && this.isValid(input) ? [input] : [];
      })
      .slice(0, MOST_LARGEST);
  }

  private steps(name: string, inputs: readonly CaseInput[]): Steps {
    const steps = new Steps(name);
    for (const input of inputs) steps.add(this.operation, { input }, JUDGED);
    return steps;
  }

  /**
   * A sequence of two calls for each input, with different idempotency keys. Inputs with a zero, an empty string or
   * `false` come first, because a service may treat these values as omitted.
   */
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

  /** A request, and then other requests with the same idempotency key. Each of them changes one member. */
  private conflicts(first: CaseInput, key: RepeatKey, status: number): Steps {
    const steps = this.steps('conflict', [first]);
    for (const input of this.changed(first, key))
      steps.add(this.operation, { input }, { ...JUDGED, expect: { kind: 'refused', status } });
    return steps;
  }

  /**
   * Sequences of three requests: a first one; a different one with a second idempotency key; the first one again with a
   * new key, which differs from the second only in case or in its last character. If the service confuses these two
   * keys, the last request does not get the result of the first.
   */
  private similarKeys(first: CaseInput, keys: readonly Json[], key: RepeatKey): readonly Steps[] {
    const [other] = this.changed(first, key);
    if (other === undefined) return [];
    const texts = keys.filter((value) => typeof value === 'string');
    const known = canonicalText(keyOf(first, key));
    const sequence = (name: string, value: string, similar: string): readonly Steps[] => {
      const inputs = [first, withKey(other, key, value), withKey(first, key, similar)];
      const isNew = ![value, similar].some((each) => canonicalText(each) === known);
      return isNew && inputs.every((input) => this.isValid(input)) ? [this.steps(name, inputs)] : [];
    };
    const inCase = texts.filter(isCaseSensitive);
    const byLength = texts.toSorted((a, b) => b.length - a.length);
    return [
      ...firstOf(inCase, (value) => sequence('key-in-other-case', value, withOtherCase(value))),
      ...firstOf(byLength.slice(0, MOST_LONG), (value) => sequence('key-with-long-start', value, withOtherEnd(value))),
    ];
  }

  /** Two requests with one idempotency key. The first is invalid and has no effect; the second is valid. */
  private corrected(valid: CaseInput, key: RepeatKey): readonly Steps[] {
    const own = keyOf(valid, key);
    const refused = this.invalid.find(
      ({ input, raw, expect }) =>
        raw === undefined &&
        expect.kind === 'rejected' &&
        isJsonObject(input.body) &&
        keyOf(input, key) !== undefined &&
        !expect.pointer.endsWith(`/${key.name}`),
    );
    if (refused === undefined || own === undefined) return [];
    const steps = new Steps('corrected');
    const { expect } = refused;
    steps.add(this.operation, { input: withKey(refused.input, key, own) }, { ...JUDGED, expect });
    steps.add(this.operation, { input: valid }, JUDGED);
    return [steps];
  }

  /** Inputs in which one member has a different value, one input for each member. */
  private changed(first: CaseInput, key: RepeatKey): readonly CaseInput[] {
    return this.names(key).flatMap((name) => {
      const changed = this.valuesOf((input) => memberOf(input, name))
        .filter((value) => !this.means(first, name, value))
        .map((value) => withMember(first, name, value))
        .find((input) => this.isValid(input));
      return changed ?? [];
    });
  }

  /** The names of all members in the bodies, without the member for the idempotency key. */
  private names(key: RepeatKey): readonly string[] {
    const names = new Set(this.inputs.flatMap((input) => (isJsonObject(input.body) ? Object.keys(input.body) : [])));
    if (key.in === 'body') names.delete(key.name);
    return [...names].slice(0, MOST_CHANGED);
  }

  /** A sequence with two requests. The first omits members that have a default; the second sends these defaults. */
  private defaults(first: CaseInput, second: CaseInput): readonly Steps[] {
    const stated = [...this.defaultsOfBody].filter(([name]) => memberOf(first, name) === undefined);
    if (stated.length === 0 || !isJsonObject(second.body)) return [];
    const filled = { ...second, body: { ...second.body, ...Object.fromEntries(stated) } };
    return this.isValid(filled) ? [this.steps('defaults', [first, filled])] : [];
  }

  /** Whether the input has this value for the member. An omitted member has its default. */
  private means(input: CaseInput, name: string, value: Json): boolean {
    const own = memberOf(input, name) ?? this.defaultsOfBody.get(name);
    return JSON.stringify(own) === JSON.stringify(value);
  }

  private isValid(input: CaseInput): boolean {
    return isValidInput(this.contract, this.operation, input);
  }

  /** The distinct values that `part` returns for the inputs. */
  private valuesOf(part: (input: CaseInput) => Json | undefined): readonly Json[] {
    const values = this.inputs.flatMap((input) => part(input) ?? []);
    return [...new Map(values.map((value) => [inputKey({ body: value }), value])).values()];
  }
}

/**
 * Whether the case of letters must matter in the value, because it is a plain name. For hexadecimal numbers, UUIDs (RFC
 * 9562 §4), addresses and host names, a service may ignore the case.
 */
function isCaseSensitive(value: string): boolean {
  return /^[\w-]*[g-z][\w-]*$/i.test(value);
}

/** The idempotency key as text in lower case, for comparisons that ignore case. */
function canonicalText(key: Json | undefined): string {
  return JSON.stringify(key ?? null).toLowerCase();
}

/** The first non-empty list that `of` returns for one of the values. Empty if there is none. */
function firstOf<T>(values: readonly string[], of: (value: string) => readonly T[]): readonly T[] {
  for (const value of values) {
    const found = of(value);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Replaces the last character of an idempotency key by another character of the key, or by a digit if there is none.
 */
function withOtherEnd(value: string): string {
  const last = value.at(-1);
  const end = [...value, '1', '2'].find((character) => character !== last) ?? '';
  return `${value.slice(0, -1)}${end}`;
}

function withOtherCase(value: string): string {
  const upper = value.toUpperCase();
  return upper === value ? value.toLowerCase() : upper;
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
  return withMember(input, name, value);
}

function withMember(input: CaseInput, name: string, value: Json): CaseInput {
  return { ...input, body: { ...(isJsonObject(input.body) ? input.body : {}), [name]: value } };
}
