import type { Case, ScriptedReply } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import { ReplyCases } from '../../../cases/replies/reply-cases.js';
import type { NamedReply } from '../../../cases/replies/named-reply.js';
import type { CasePlan } from '../case-plan.js';
import type { PlannedCase } from '../planned/planned-case.js';

/** The maximum number of operations for which a large reply is made to find the largest one. */
const MOST_TRIED = 20;
/** A reply with more characters than this is large enough, and ends the search. */
const LARGE_CHARACTERS = 500_000;

/**
 * Makes the cases of the phase `responses`. Each operation gets every reply for its simplest valid input. One operation
 * also gets a large reply. A few operations also get a long refusal and a refusal with several errors.
 */
export function planResponses(
  { contract, maker }: Pick<CasePlan, 'maker'> & { readonly contract: Contract },
  operations: readonly Operation[],
): CasePlan {
  if (operations.length === 0) return { cases: [], maker };
  const replies = new ReplyCases(contract, maker.options.seed);
  const subjects = operations.flatMap((operation) => {
    const [simplest] = maker.simple(operation);
    return simplest === undefined ? [] : [{ operation, simplest, named: replies.of(operation) }];
  });
  const turns = new Turns(subjects.flatMap(({ named }) => named));
  const cases = subjects.flatMap(({ operation, simplest, named }) =>
    turns.of(named).map((reply) => answered(operation, simplest, reply)),
  );
  return {
    cases: [
      ...cases,
      ...large(operations, maker, replies),
      ...refusals(operations, maker, (operation) => replies.longRefusal(operation)),
      ...refusals(operations, maker, (operation) => replies.refusalOfOnePlace(operation)),
    ],
    maker,
  };
}

/**
 * The number of operations that get a long refusal, and the number that get a refusal with several errors. One
 * operation is not enough, because a surface may not offer it.
 */
const MOST_REFUSALS = 3;

/**
 * Cases in which the service refuses the call with a long problem document, or with one that lists several errors. The
 * caller must receive it.
 */
function refusals(
  operations: readonly Operation[],
  maker: CasePlan['maker'],
  refusalOf: (operation: Operation) => NamedReply | undefined,
): readonly PlannedCase[] {
  const cases: PlannedCase[] = [];
  for (const operation of operations.slice(0, MOST_TRIED)) {
    const [simplest] = maker.simple(operation);
    const reply = simplest && refusalOf(operation);
    if (simplest !== undefined && reply !== undefined)
      cases.push(answered(operation, simplest, { ...reply, ...(cases.length > 0 && { isSimilar: true }) }));
    if (cases.length === MOST_REFUSALS) break;
  }
  return cases;
}

/**
 * The case with the largest reply. One operation is enough, because a client applies the same size limit to all
 * replies.
 */
function large(
  operations: readonly Operation[],
  maker: CasePlan['maker'],
  replies: ReplyCases,
): readonly PlannedCase[] {
  let best: PlannedCase | undefined;
  for (const operation of operations.slice(0, MOST_TRIED)) {
    const [simplest] = maker.simple(operation);
    const reply = simplest && replies.large(operation);
    if (simplest === undefined || reply === undefined || lengthOf(reply.reply) <= lengthOf(best?.case.reply)) continue;
    best = answered(operation, simplest, reply);
    if (lengthOf(reply.reply) > LARGE_CHARACTERS) break;
  }
  return best === undefined ? [] : [best];
}

function lengthOf(reply: ScriptedReply | undefined): number {
  return reply?.body?.length ?? 0;
}

/**
 * Which of three operations gets a reply in a quick run: the first kind of reply goes to the first operation, the
 * second one to the second operation, and so on. All of these are essential replies.
 */
const QUICK_PLACES = [0, 1, 2, 0, 2, 1];

/** Distributes replies of the same kind over the operations. */
class Places {
  readonly #kinds = new Map<string, { readonly turn: number; all: number; done: number }>();

  /** Counts the operations with a reply of this kind. All are counted before the first `next`. */
  count(kind: string): void {
    const known = this.#kinds.get(kind) ?? { turn: this.#kinds.size, all: 0, done: 0 };
    known.all += 1;
    this.#kinds.set(kind, known);
  }

  /**
   * Takes the next operation with a reply of this kind. `before`: the number of operations before it. `turn`: the
   * position of the kind among all kinds. `isQuick`: one operation in three, and at least one.
   */
  next(kind: string): { readonly before: number; readonly turn: number; readonly isQuick: boolean } | undefined {
    const known = this.#kinds.get(kind);
    if (known === undefined) return undefined;
    const { turn, all } = known;
    const before = known.done++;
    const place = all < 3 ? turn % all : QUICK_PLACES[turn % QUICK_PLACES.length];
    return { before, turn, isQuick: before % 3 === place };
  }
}

/**
 * Selects the replies for surfaces with costly calls, and for quick runs:
 * - Undocumented replies and spellings of media types are the same for all operations, and usually one part of the
 *   surface reads them all. So the surface gets all of them for the first operation, and every second one for any other
 *   operation. In a quick run, it gets each of them for one operation in six, but at least once.
 * - The surface gets each documented failure status at least once, because it may report each status in its own way.
 * - Documented replies that differ in the same way from an example, such as by a text with a line break, are similar.
 *   In a quick run, every surface gets one of three similar replies. If an operation has an example of a successful
 *   reply, a surface with costly calls gets no other successful replies: replies to requests with boundary values also
 *   have unusual values.
 */
class Turns {
  readonly #shared = new Places();
  readonly #similar = new Places();

  /** The failure statuses that surfaces with costly calls already get. */
  readonly #failures = new Set<number>();

  /** `replies` are the replies of all operations. */
  constructor(replies: readonly NamedReply[]) {
    for (const named of replies.filter(({ isEssential }) => isEssential)) {
      const [shared, similar] = [sharedName(named), similarName(named)];
      if (shared !== undefined) this.#shared.count(shared);
      else if (similar !== undefined) this.#similar.count(similar);
    }
  }

  of(replies: readonly NamedReply[]): readonly NamedReply[] {
    for (const { isEssential, reply } of replies) if (isEssential) this.#failures.add(reply.status);
    const hasExample = replies.some((named) => named.isEssential && isExampleOfSuccess(named));
    return replies.map((named) => {
      const shared = sharedName(named);
      if (shared === undefined) return this.#documented(named, hasExample);
      const place = named.isEssential ? this.#shared.next(shared) : undefined;
      if (place === undefined) return named;
      const { before, turn, isQuick } = place;
      return {
        ...named,
        isEssential: before === 0 || (before + turn) % 2 === 0,
        ...(!isQuick && { isRepeated: true }),
      };
    });
  }

  /** Marks a reply that is similar to that of another operation, and the first reply with its failure status. */
  #documented(named: NamedReply, hasExample: boolean): NamedReply {
    const { status } = named.reply;
    const similar = named.isEssential ? similarName(named) : undefined;
    if (similar !== undefined) {
      if (this.#similar.next(similar)?.isQuick === false) return { ...named, isRepeated: true };
      if (hasExample && status < 300) return { ...named, isSimilar: true };
    }
    if (status < 400 || this.#failures.has(status)) return named;
    this.#failures.add(status);
    return { ...named, isEssential: true };
  }
}

/** The name of a reply that is the same for all operations. `undefined` for any other reply. */
function sharedName({ shared, name, reply }: NamedReply): string | undefined {
  return shared ?? (reply.fault === undefined ? undefined : name);
}

/** A name that the similar replies of all operations share. `undefined` for an example of a successful reply. */
function similarName(named: NamedReply): string | undefined {
  const { name, reply } = named;
  return isExampleOfSuccess(named) ? undefined : `${Math.floor(reply.status / 100)} ${name.replace(/^\d+ /, '')}`;
}

function isExampleOfSuccess({ name, reply: { status } }: NamedReply): boolean {
  return status < 300 && /^\d+ example/.test(name);
}

function answered(operation: Operation, simplest: Case, named: NamedReply): PlannedCase {
  const { name, reply, isEssential, isRepeated, isSimilar } = named;
  const { bodyWay: _, setup: __, ...simple } = simplest;
  const alike = sharedName(named) ?? similarName(named);
  return {
    operation,
    case: {
      ...simple,
      id: `${operation.id}/response/${name}`,
      provenance: { kind: 'response', name },
      expect: { kind: 'accepted' },
      reply,
    },
    ...(!isEssential && { isExtra: true }),
    ...(isRepeated && { isRepeated }),
    ...(isSimilar && { isSimilar }),
    ...(alike !== undefined && { alike }),
  };
}
