import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { joinPointer, anyElement } from '../../../contract/json/json-pointer.js';
import type { Violation } from '../../../rules/finding.js';
import { replyJson, replyOf } from '../../../rules/reply.js';
import type { Trial } from '../../../rules/rule.js';
import type { ValueRelation } from '../../../rules/values/relation-kinds.js';
import { UNSET_IGNORED, valueRelations } from '../../../rules/values/value-relation.js';
import type { Broken } from '../judge/judge.js';

/**
 * The maximum number of strings, numbers and other scalar values that are examined in one value, because hostile values
 * may contain millions of them. `MAX_KEPT` limits the stored pointers.
 */
const MAX_LEAVES = 2000;
const MAX_KEPT = 50;

/**
 * Collects the relations between expected and received values in one cluster, such as `time-cut`. An exception is a
 * place whose value the relation would change, but which did not change. A relation without exceptions means that all
 * its places have the same cause. Otherwise, each place has its own cause.
 */
export class RelatedPlaces {
  #relations: readonly ValueRelation[] | undefined;
  readonly #pointers = new Set<string>();
  /** For each relation, the places whose value it would change, but which did not change. */
  readonly #exceptions = new Map<string, Set<string>>();

  /** The relations that apply to every violation so far. */
  get relations(): readonly ValueRelation[] {
    return this.#relations ?? [];
  }

  get pointers(): ReadonlySet<string> {
    return this.#pointers;
  }

  exceptionsTo(relation: string): ReadonlySet<string> {
    return this.#exceptions.get(relation) ?? NONE;
  }

  add(trial: Trial, { rule, violation }: Broken, broken: readonly Broken[]): void {
    if (this.#pointers.size < MAX_KEPT) this.#pointers.add(anyElement(violation.pointer));
    const holding = COMPARED.has(rule.id) ? relationsOf(rule.id, violation) : [];
    const names = new Set(holding.map(({ name }) => name));
    this.#relations = this.#relations === undefined ? holding : this.#relations.filter(({ name }) => names.has(name));
    if (this.#relations.length === 0) return;
    const touched = broken
      .filter((other) => other.violation.surface === violation.surface)
      .map((other) => anyElement(other.violation.pointer));
    for (const [pointer, value] of leavesNear(trial, violation)) {
      if (touched.some((place) => `${pointer}/`.startsWith(`${place}/`))) continue;
      for (const relation of this.#relations) if (relation.changes(value)) this.#except(relation.name, pointer);
    }
  }

  /** Adds the relations and pointers of another cluster that has the same cause. */
  join(other: RelatedPlaces): void {
    for (const pointer of other.pointers) this.#pointers.add(pointer);
    const names = new Set(other.relations.map(({ name }) => name));
    this.#relations = this.relations.filter(({ name }) => names.has(name));
    for (const { name } of this.#relations) for (const pointer of other.exceptionsTo(name)) this.#except(name, pointer);
  }

  record(): RelatedRecord {
    return {
      relations: this.relations.map(({ name, words }) => ({ name, words })),
      pointers: [...this.#pointers],
      exceptions: Object.fromEntries([...this.#exceptions].map(([name, places]) => [name, [...places]])),
    };
  }

  /**
   * Makes an instance from the record of a shard. No trials can be added to it, because a record contains no functions.
   */
  static of({ relations, pointers, exceptions }: RelatedRecord): RelatedPlaces {
    const related = new RelatedPlaces();
    related.#relations = relations.map((relation) => ({ ...relation, holds: () => false, changes: () => false }));
    for (const pointer of pointers) related.#pointers.add(pointer);
    for (const [name, places] of Object.entries(exceptions)) related.#exceptions.set(name, new Set(places));
    return related;
  }

  #except(name: string, pointer: string): void {
    const known = this.#exceptions.get(name) ?? new Set();
    this.#exceptions.set(name, known);
    if (known.size < MAX_KEPT) known.add(pointer);
  }
}

/** The relations and pointers of one cluster as JSON, for the report of a shard. */
export interface RelatedRecord {
  readonly relations: readonly Pick<ValueRelation, 'name' | 'words'>[];
  readonly pointers: readonly string[];
  readonly exceptions: Readonly<Record<string, readonly string[]>>;
}

/** Rules that compare a given value with a received value. */
const COMPARED: ReadonlySet<string> = new Set([
  'parity/same-request',
  'parity/same-value',
  'parity/same-rejection',
  'state/echo',
  'state/stored',
  'state/updated',
  'state/listed',
]);

/** Rules that compare the values of a request with those of the stored item. */
const SENT: ReadonlySet<string> = new Set(['state/echo', 'state/updated']);

function relationsOf(rule: string, { expected, received }: Violation): readonly ValueRelation[] {
  const known = valueRelations(expected, received);
  return SENT.has(rule) && UNSET_IGNORED.holds(expected, received) ? [...known, UNSET_IGNORED] : known;
}

const NONE: ReadonlySet<string> = new Set();

type Leaf = readonly [pointer: string, value: Json];

/** The scalar values of the argument or reply body in which the violation occurs. */
function leavesNear(trial: Trial, { surface, pointer, blame }: Violation): readonly Leaf[] {
  const [, part = ''] = pointer.split('/');
  if (part === 'outcome') {
    const observation = trial.observations.find((one) => one.surface === surface);
    const reply = observation && replyOf(observation);
    const [, , noun = 'value'] = pointer.split('/');
    return leaves((reply && replyJson(reply)) ?? null, `/outcome/${noun}`);
  }
  if (blame !== 'surface') return part === 'response' ? leaves(sentBody(trial) ?? null, '/response/body') : [];
  return leaves((trial.case.input as Readonly<Record<string, Json | undefined>>)[part] ?? null, `/${part}`);
}

/** The body that was sent. If the trial reads an item, the body of the create. */
function sentBody({ case: { input, feeds, precedingCalls = [] } }: Trial): Json | undefined {
  if (feeds === undefined) return input.body;
  return precedingCalls.find(({ id }) => feeds.some(({ step }) => step === id))?.input.body;
}

function leaves(root: Json, at: string): readonly Leaf[] {
  const found: Leaf[] = [];
  const pending: Leaf[] = [[at, root]];
  for (let next = pending.pop(); next !== undefined && found.length < MAX_LEAVES; next = pending.pop()) {
    const [pointer, value] = next;
    if (Array.isArray(value))
      pending.push(...value.slice(0, MAX_LEAVES).map((item: Json): Leaf => [joinPointer(pointer, '*'), item]));
    else if (isJsonObject(value))
      pending.push(
        ...Object.entries(value)
          .slice(0, MAX_LEAVES)
          .map(([name, member]): Leaf => [joinPointer(pointer, name), member]),
      );
    else found.push(next);
  }
  return found;
}
