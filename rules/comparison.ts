import {
  type AppliedSchema,
  appliedSchemas,
  appliedToItem,
  appliedToMember,
} from '../contract/schema/applied-schemas.js';
import type { Direction, SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../contract/json/json.js';
import type { SchemaUri } from '../contract/operation.js';
import { mayBeHidden } from '../contract/schema/schema-direction.js';
import { isUriFormat } from '../contract/schema/uri-formats.js';
import { formatTests } from '../contract/formats/format-test.js';
import { isInstantFormat, isSameInstant } from './values/instant.js';
import { type JsonDifference, isEnvelope, jsonDifferences } from './values/json-difference.js';
import { sameJson } from './values/same-json.js';
import { isOfService, isStatedChange } from './values/stated/stated-change.js';
import { isLessPrecise } from './values/stated/stored-instant.js';
import { type StoredTexts, clausesAbout } from './values/stated/operation-texts.js';
import { inSentOrder } from './values/stated/stated-list.js';
import { tolerates } from './values/tolerances.js';
import { isSameUri } from './values/uri-spelling.js';

/** How two values are compared: the schemas that describe both values, and the differences that are permitted. */
export interface Comparison {
  readonly schemas: SchemaSource;
  /** The schemas that apply to both values; empty if none is documented. */
  readonly stated: readonly SchemaUri[];
  /** Present if the received value may have the contract's default for a member that the expected value omits. */
  readonly defaults?: true;
  /**
   * The received value may lack members that are never sent in these directions: `readOnly` members are never sent in
   * requests, and `writeOnly` members are never sent in replies.
   */
  readonly mayLack?: readonly Direction[];
  /** Members that are never sent in these directions are not compared at all, even if both values have them. */
  readonly ignored?: readonly Direction[];
  /**
   * Present if a service stored the expected value and returns it as the received value. The service may then change
   * the value, for example trim texts or sort lists, if a description of a schema or a clause in this member states the
   * change.
   */
  readonly storedTexts?: StoredTexts;
}

/** The maximum depth to which schemas are used. Deeper values are compared without schemas. */
const MAX_DEPTH = 64;

/**
 * The differences in meaning between two values. The schemas decide which different spellings mean the same, such as
 * `1` and `1.00` for a decimal. Permitted differences are left out, with one exception: if the received value has the
 * contract's default for an omitted member, the difference is returned with the tolerance `default-sent`, and the
 * report shows it as a note.
 */
export function differencesUnder(
  comparison: Comparison,
  expected: Json | undefined,
  received: Json | undefined,
  pointer = '',
): readonly JsonDifference[] {
  if (sameJson(expected, received)) return [];
  const alignment = new Alignment(comparison);
  if (alignment.isIgnored(comparison.stated, { expected, received }, pointer, 0)) return [];
  const pair = alignment.align(comparison.stated, { expected, received }, pointer, 0);
  return [
    ...alignment.filled,
    ...jsonDifferences(pair.expected, pair.received, pointer).map((difference) => alignment.withDefault(difference)),
  ];
}

/** Whether two values have the same meaning according to their schemas. */
export function isSameUnder(
  comparison: Comparison,
  expected: Json | undefined,
  received: Json | undefined,
  pointer = '',
): boolean {
  return differencesUnder(comparison, expected, received, pointer).length === 0;
}

interface Pair {
  readonly expected: Json | undefined;
  readonly received: Json | undefined;
}

/**
 * Rewrites an expected and a received value so that permitted differences disappear, and only real differences remain.
 * For example, a received date-time is rewritten with the offset of the expected one.
 */
class Alignment {
  /**
   * The differences at places where the expected value omits a member, and the received value has the contract's
   * default of this member.
   */
  readonly filled: JsonDifference[] = [];
  /**
   * Maps the pointer of a member to its default in the contract, for each member that the expected value omits and that
   * the received value has with a value other than the default.
   */
  private readonly otherDefaults = new Map<string, Json>();

  constructor(private readonly comparison: Comparison) {}

  private get isStored(): boolean {
    return this.comparison.storedTexts !== undefined;
  }

  /**
   * The clauses of the operation about the member at a pointer. If the pointer leads to a list element, the member is
   * the list.
   */
  private clausesAt(pointer: string, value: Json): readonly string[] {
    const { storedTexts = [] } = this.comparison;
    const name =
      storedTexts.length === 0 ? undefined : pointerTokens(pointer).findLast((token) => !/^\d+$/.test(token));
    return name === undefined ? [] : clausesAbout(storedTexts, name, typeof value === 'string');
  }

  withDefault(difference: JsonDifference): JsonDifference {
    const stated = this.otherDefaults.get(difference.pointer);
    return stated === undefined || difference.kind !== 'unexpected' ? difference : { ...difference, default: stated };
  }

  align(stated: readonly SchemaUri[], pair: Pair, pointer: string, depth: number): Pair {
    const { expected, received } = pair;
    if (stated.length === 0 || depth > MAX_DEPTH || received === undefined) return pair;
    if (expected === undefined)
      return { expected, received: this.isFilled(stated, received, pointer) ? undefined : received };
    if (sameJson(expected, received) && this.comparison.ignored === undefined) return pair;
    const applied = appliedSchemas(this.comparison.schemas, stated, expected);
    if (this.isStored && isStatedChange(applied, expected, received, this.clausesAt(pointer, expected)))
      return { expected, received: expected };
    if (typeof expected === 'string' && typeof received === 'string') {
      const isPermitted =
        tolerates('instant-spelling', isRespelled(applied, expected, received)) ||
        tolerates('instant-precision', this.isStored && isLessPrecise(applied, expected, received)) ||
        tolerates('uuid-spelling', isSameUuid(applied, expected, received)) ||
        tolerates('uri-spelling', isUri(applied) && isSameUri(expected, received)) ||
        tolerates('number-spelling', isSameDecimal(applied, expected, received));
      return isPermitted ? { expected, received: expected } : pair;
    }
    if (Array.isArray(expected) && Array.isArray(received)) {
      const kept = this.isStored ? inSentOrder(applied, expected, received) : received;
      return this.items(applied, expected, kept, pointer, depth);
    }
    // A received envelope is compared as a whole. Otherwise each of its members would be reported.
    if (isEnvelope(received, expected) && Object.keys(expected ?? {}).length > 0) return pair;
    return isJsonObject(expected) && isJsonObject(received)
      ? this.members(applied, expected, received, pointer, depth)
      : pair;
  }

  private items(
    applied: readonly AppliedSchema[],
    expected: readonly Json[],
    received: readonly Json[],
    pointer: string,
    depth: number,
  ): Pair {
    const pairs = received.map((item, index): Pair => {
      const stated = appliedToItem(this.comparison.schemas, applied, index);
      // If the received list is longer than expected, its further items are additional items. They are not defaults of
      // omitted values.
      return index < expected.length
        ? this.align(stated, { expected: expected[index], received: item }, joinPointer(pointer, index), depth + 1)
        : { expected: undefined, received: item };
    });
    return {
      expected: expected.map((item, index) => pairs[index]?.expected ?? item),
      received: pairs.map((pair, index) => pair.received ?? received[index] ?? null),
    };
  }

  private members(
    applied: readonly AppliedSchema[],
    expected: JsonObject,
    received: JsonObject,
    pointer: string,
    depth: number,
  ): Pair {
    const aligned = { expected: new Map<string, Json>(), received: new Map<string, Json>() };
    for (const name of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const pair = { expected: ownValue(expected, name), received: ownValue(received, name) };
      const stated = appliedToMember(this.comparison.schemas, applied, name);
      const place = joinPointer(pointer, name);
      if (this.isIgnored(stated, pair, place, depth)) continue;
      const { expected: ours, received: theirs } = this.align(stated, pair, place, depth + 1);
      if (ours !== undefined) aligned.expected.set(name, ours);
      if (theirs !== undefined) aligned.received.set(name, theirs);
    }
    // `Object.fromEntries` is used instead of assignment, because a member may have the name `__proto__`.
    return { expected: Object.fromEntries(aligned.expected), received: Object.fromEntries(aligned.received) };
  }

  /**
   * Whether the comparison skips a member. It skips a member that is never sent in one of the ignored directions. It
   * also skips an object or a list if all its parts are skipped.
   */
  isIgnored(stated: readonly SchemaUri[], { expected, received }: Pair, pointer: string, depth: number): boolean {
    const { schemas, ignored = [], mayLack = ignored } = this.comparison;
    const either = expected === undefined ? received : expected;
    if (this.isStored && either !== undefined) {
      const applied = appliedSchemas(schemas, stated, either);
      if (isOfService(applied, expected, received, this.clausesAt(pointer, either))) return true;
    }
    if (ignored.some((direction) => mayBeHidden(schemas, stated, either, direction))) return true;
    if (expected === undefined || received !== undefined) return false;
    return mayLack.some((direction) =>
      tolerates(direction === 'input' ? 'read-only' : 'write-only', this.isHidden(stated, expected, direction, depth)),
    );
  }

  private isHidden(stated: readonly SchemaUri[], value: Json, direction: Direction, depth: number): boolean {
    const { schemas } = this.comparison;
    if (stated.length === 0 || depth > MAX_DEPTH) return false;
    if (mayBeHidden(schemas, stated, value, direction)) return true;
    if (!isJsonObject(value) && !Array.isArray(value)) return false;
    const applied = appliedSchemas(schemas, stated, value);
    const parts = Array.isArray(value)
      ? (value as readonly Json[]).map((item, index) => [appliedToItem(schemas, applied, index), item] as const)
      : Object.entries(value).map(([name, member]) => [appliedToMember(schemas, applied, name), member] as const);
    return parts.length > 0 && parts.every(([below, part]) => this.isHidden(below, part, direction, depth + 1));
  }

  /**
   * Whether the received value is the contract's default for a value that the expected side omits. If several schemas
   * describe the value and state different defaults, each of these defaults is accepted.
   */
  private isFilled(stated: readonly SchemaUri[], received: Json, pointer: string): boolean {
    const { schemas, defaults } = this.comparison;
    if (defaults === undefined) return false;
    const applied = appliedSchemas(schemas, stated, received);
    const known = applied.map(({ schema }) => ownValue(schema, 'default')).filter((value) => value !== undefined);
    const [first] = known;
    if (first === undefined) return false;
    const isDefault = known.some((value) => isSameUnder({ schemas, stated }, value, received));
    if (!tolerates('default-sent', isDefault)) {
      this.otherDefaults.set(pointer, first);
      return false;
    }
    this.filled.push({
      pointer,
      kind: 'unexpected',
      expected: undefined,
      received,
      tolerance: 'default-sent',
      default: received,
    });
    return true;
  }
}

function isRespelled(applied: readonly AppliedSchema[], expected: string, received: string): boolean {
  return applied.some(({ schema }) => {
    const format = ownValue(schema, 'format');
    return isInstantFormat(format) && isSameInstant(format, expected, received);
  });
}

function isSameUuid(applied: readonly AppliedSchema[], expected: string, received: string): boolean {
  return (
    expected.toLowerCase() === received.toLowerCase() &&
    isUuid(expected) &&
    applied.some(({ schema }) => ownValue(schema, 'format') === 'uuid')
  );
}

function isUri(applied: readonly AppliedSchema[]): boolean {
  return applied.some(({ schema }) => isUriFormat(ownValue(schema, 'format')));
}

/** Whether two texts are the same decimal number, as in the amounts `5` and `5.00`. */
function isSameDecimal(applied: readonly AppliedSchema[], expected: string, received: string): boolean {
  const number = plainDecimal(expected);
  return (
    number !== undefined &&
    number === plainDecimal(received) &&
    applied.some(({ schema }) => ownValue(schema, 'format') === 'decimal')
  );
}

/** A decimal number without its plus sign, its leading zeros, and the zeros at the end of its fraction. */
function plainDecimal(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const plain = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  return sign === '-' && plain !== '.' ? `-${plain}` : plain;
}

const isUuid = formatTests().get('uuid') ?? (() => false);
