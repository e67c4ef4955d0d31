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
import { schedulesAtOnce } from './at-once-schedules.js';

/** The maximum number of members that are changed to cause a conflict, one in each request. */
const MOST_CHANGED = 10;
/** The maximum number of cases whose values are used for changed members. */
const MOST_CASES = 100;
/** The maximum number of inputs that are sent twice to compare their results. */
const MOST_REPRODUCED = 16;
/** The maximum number of members that are sent with their largest number in concurrent calls. */
const MOST_LARGEST = 4;
/**
 * The number of concurrent calls with one key, and of events of each call: the request arrives, its body ends, the
 * reply is returned.
 */
const AT_ONCE = { calls: 2, events: 3 } as const;

/**
 * Sequences for each operation with `x-<prefix>-repeat`: an equal request with the same key, the same request with its
 * members in a different order, requests with one different member, equal requests with other keys, one of
 * them a known key in the other case. Equal and different requests with one key are also sent concurrently.
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
 * Empty feeds. A step with feeds is judged. Without feeds, the refusal of a second create is ignored, because values
 * may have to be unique.
 */
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
            ...(key === undefined || conflict === undefined ? [] : this.otherCase(keyed(own), keys, key)),
          ]
        : []),
      ...(deterministic === true && key === undefined ? [this.steps('reproduced', [simplest, simplest])] : []),
    ];
  }

  /**
   * Two concurrent calls with one key, first equal and then different, and afterwards the second call again. A service
   * that stores the key only at the end of a call fails only if the call takes long. Therefore each number is also sent
   * with its largest value.
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

  /** For each numeric member of the input: an input with the largest value that a case has for this member. */
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
   * Two calls for each of some inputs, with different keys. Inputs with a zero, an empty text or `false` come first,
   * because services may read these values as omitted.
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

  /** The first request, and requests with the same key and a different value of one member. */
  private conflicts(first: CaseInput, key: RepeatKey, status: number): Steps {
    const steps = this.steps('conflict', [first]);
    for (const input of this.changed(first, key))
      steps.add(this.operation, { input }, { ...JUDGED, expect: { kind: 'refused', status } });
    return steps;
  }

  /**
   * A request, a different request with a second key, and the first request with the second key in the other case. It
   * has the result of the first call, because its key is new.
   */
  private otherCase(first: CaseInput, keys: readonly Json[], key: RepeatKey): readonly Steps[] {
    const [other] = this.changed(first, key);
    const known = canonicalText(keyOf(first, key));
    for (const value of keys) {
      if (other === undefined || typeof value !== 'string' || !isCaseSensitive(value)) continue;
      const inputs = [first, withKey(other, key, value), withKey(first, key, withOtherCase(value))];
      if (canonicalText(value) !== known && inputs.every((input) => this.isValid(input)))
        return [this.steps('key-in-other-case', inputs)];
    }
    return [];
  }

  /** The input with a different value of one member. */
  private changed(first: CaseInput, key: RepeatKey): readonly CaseInput[] {
    return this.names(key).flatMap((name) => {
      const changed = this.valuesOf((input) => memberOf(input, name))
        .filter((value) => !this.means(first, name, value))
        .map((value) => withMember(first, name, value))
        .find((input) => this.isValid(input));
      return changed ?? [];
    });
  }

  /** The members of the bodies, without the key. */
  private names(key: RepeatKey): readonly string[] {
    const names = new Set(this.inputs.flatMap((input) => (isJsonObject(input.body) ? Object.keys(input.body) : [])));
    if (key.in === 'body') names.delete(key.name);
    return [...names].slice(0, MOST_CHANGED);
  }

  /** A request without the members that have a default, and a request with the defaults. */
  private defaults(first: CaseInput, second: CaseInput): readonly Steps[] {
    const stated = [...this.defaultsOfBody].filter(([name]) => memberOf(first, name) === undefined);
    if (stated.length === 0 || !isJsonObject(second.body)) return [];
    const filled = { ...second, body: { ...second.body, ...Object.fromEntries(stated) } };
    return this.isValid(filled) ? [this.steps('defaults', [first, filled])] : [];
  }

  /** Whether the input has the value, or omits the member and the value is its default. */
  private means(input: CaseInput, name: string, value: Json): boolean {
    const own = memberOf(input, name) ?? this.defaultsOfBody.get(name);
    return JSON.stringify(own) === JSON.stringify(value);
  }

  private isValid(input: CaseInput): boolean {
    return isValidInput(this.contract, this.operation, input);
  }

  /** The distinct values of one part of the inputs. */
  private valuesOf(part: (input: CaseInput) => Json | undefined): readonly Json[] {
    const values = this.inputs.flatMap((input) => part(input) ?? []);
    return [...new Map(values.map((value) => [inputKey({ body: value }), value])).values()];
  }
}

/**
 * Whether the value is a plain name with letters. Hexadecimal numbers, UUIDs (RFC 9562 §4), addresses and names of hosts
 * may be read without regard to case.
 */
function isCaseSensitive(value: string): boolean {
  return /^[\w-]*[g-z][\w-]*$/i.test(value);
}

/** The text of a key without regard to case. */
function canonicalText(key: Json | undefined): string {
  return JSON.stringify(key ?? null).toLowerCase();
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
