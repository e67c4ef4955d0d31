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
    if (simplest !== undefined && reply !== undefined) cases.push(answered(operation, simplest, reply));
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
 * Which of three operations gets a shared reply in a quick run: the first shared reply goes to the first operation, the
 * second one to the second operation, and so on. All of these are essential replies.
 */
const QUICK_PLACES = [0, 1, 2, 0, 2, 1];

/**
 * Selects the replies for surfaces with costly calls:
 * - Undocumented replies and spellings of media types are the same for all operations, and usually one part of the
 *   surface reads them all. So the surface gets all of them for the first operation, and every second one for any other
 *   operation. In a quick run, it gets each of them for one operation in six, but at least once.
 * - The surface gets each documented failure status at least once, because it may report each status in its own way.
 */
class Turns {
  /**
   * The replies that are the same for all operations, by name. `all` is the number of operations with the reply, and
   * `done` the number of those that have received it.
   */
  readonly #replies = new Map<string, { readonly turn: number; all: number; done: number }>();

  /** The failure statuses that surfaces with costly calls already get. */
  readonly #failures = new Set<number>();

  /** `replies` are the replies of all operations. */
  constructor(replies: readonly NamedReply[]) {
    for (const named of replies) {
      const shared = sharedName(named);
      if (shared === undefined || !named.isEssential) continue;
      const known = this.#replies.get(shared) ?? { turn: this.#replies.size, all: 0, done: 0 };
      known.all += 1;
      this.#replies.set(shared, known);
    }
  }

  of(replies: readonly NamedReply[]): readonly NamedReply[] {
    for (const { isEssential, reply } of replies) if (isEssential) this.#failures.add(reply.status);
    return replies.map((named) => {
      const shared = sharedName(named);
      if (shared === undefined) return this.#withFailure(named);
      const known = this.#replies.get(shared);
      if (known === undefined || !named.isEssential) return named;
      const { turn, all } = known;
      const before = known.done++;
      const isQuick = before % 3 === (all < 3 ? turn % all : QUICK_PLACES[turn % QUICK_PLACES.length]);
      return {
        ...named,
        isEssential: before === 0 || (before + turn) % 2 === 0,
        ...(!isQuick && { isRepeated: true }),
      };
    });
  }

  /** Marks the reply as essential if it is the first one with its failure status. */
  #withFailure(named: NamedReply): NamedReply {
    const { status } = named.reply;
    if (status < 400 || this.#failures.has(status)) return named;
    this.#failures.add(status);
    return { ...named, isEssential: true };
  }
}

/** The name of a reply that is the same for all operations. `undefined` for any other reply. */
function sharedName({ shared, name, reply }: NamedReply): string | undefined {
  return shared ?? (reply.fault === undefined ? undefined : name);
}

function answered(
  operation: Operation,
  simplest: Case,
  { name, reply, isEssential, isRepeated }: NamedReply,
): PlannedCase {
  const { bodyWay: _, setup: __, ...simple } = simplest;
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
  };
}
