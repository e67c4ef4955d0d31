import type { CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { sentItem, withItem } from '../../../../../contract/collections/envelope.js';
import { type StateMember, stateMember } from '../../../../../contract/collections/states/state-member.js';
import {
  type StatedTransitions,
  refusesTransition,
  statedTransitions,
} from '../../../../../contract/collections/states/stated-transitions.js';
import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody } from '../items/item-steps.js';

/** The maximum number of states from which an item is changed, and of refused changes from one state. */
const MOST_STATES = 8;
const MOST_REFUSED = 6;

/**
 * Sequences with forbidden changes of state. The contract states which states may follow each state of an item. A
 * sequence creates an item in one state, and then sets a state that may not follow it. If a service may refuse a new
 * item in the first state, permitted changes move the item there.
 */
export function stateChanges(items: ItemSteps): readonly PlannedSequence[] {
  const { contract, collection } = items;
  const { create, read, changes = [] } = collection;
  const member = create && stateMember(contract, read?.operation ?? create);
  if (create === undefined || member === undefined) return [];
  return changes.flatMap((change) => {
    const stated = change.kind === 'remove' ? undefined : statedTransitions(contract, change.operation, member);
    if (stated === undefined) return [];
    const plan = new StatePlan(items, create, change, member);
    return [...stated.permitted.keys()].slice(0, MOST_STATES).flatMap((from) => plan.sequencesFrom(stated, from));
  });
}

class StatePlan {
  constructor(
    private readonly items: ItemSteps,
    private readonly create: Operation,
    private readonly change: ItemChange,
    private readonly member: StateMember,
  ) {}

  sequencesFrom(stated: StatedTransitions, from: string): readonly PlannedSequence[] {
    const refused = this.member.values.filter((to) => refusesTransition(stated, from, to)).slice(0, MOST_REFUSED);
    const [first = from, ...path] = pathTo(stated, from);
    const [made] = this.items.creates;
    if (made === undefined || refused.length === 0) return [];
    const own = this.createIn(made.input, from);
    const isMoved = path.length > 0 || own === undefined;
    return [
      ...(own === undefined ? [] : [this.sequence(`state-${from}`, own, refused)]),
      ...(isMoved
        ? [
            this.sequence(`state-moved-to-${from}`, this.createIn(made.input, first) ?? made.input, [
              ...path,
              ...refused,
            ]),
          ]
        : []),
    ];
  }

  private sequence(name: string, made: CaseInput, states: readonly string[]): PlannedSequence {
    const steps = new Steps(`${name}-${this.change.operation.id}`);
    const item = steps.add(this.create, { input: made });
    this.items.addRead(steps, item);
    for (const state of states) {
      const changed = this.changeTo(made, state);
      if (changed !== undefined) addChange(steps, this.change, item, changed);
    }
    return steps.extraSequence();
  }

  /** The input of a create operation that sets the state. `undefined` if the operation cannot set it. */
  private createIn(input: CaseInput, state: string): CaseInput | undefined {
    return this.withState(this.create, input, state, sentItem(this.items.contract, this.create, input.body));
  }

  /** The input of a change to a state. For a PUT, it repeats the other members of the item that was created. */
  private changeTo(made: CaseInput, state: string): CaseInput | undefined {
    const { contract } = this.items;
    const { operation, kind } = this.change;
    const [simplest] = changesWithBody(this.items, this.change);
    if (simplest === undefined) return undefined;
    const own = sentItem(contract, operation, simplest.body);
    const kept = sentItem(contract, this.create, made.body);
    const isWhole = kind === 'replace' && isJsonObject(own) && isJsonObject(kept);
    return this.withState(operation, simplest, state, isWhole ? { ...own, ...kept } : {});
  }

  private withState(
    operation: Operation,
    input: CaseInput,
    state: string,
    item: Json | undefined,
  ): CaseInput | undefined {
    if (!isJsonObject(item)) return undefined;
    const { contract, isAccepted } = this.items;
    const body = withItem(contract, operation, input.body, { ...item, [this.member.name]: state });
    return isJsonObject(body) && isAccepted(operation, body) ? { ...input, body } : undefined;
  }
}

/**
 * The states through which permitted changes lead to a state, in order. The last one is the state itself. If possible,
 * the first one is a state into which no change leads.
 */
function pathTo({ permitted }: StatedTransitions, state: string): readonly string[] {
  const before = (to: string, seen: readonly string[]): string | undefined =>
    [...permitted].find(([from, next]) => next.has(to) && !seen.includes(from))?.[0];
  const path = [state];
  for (let from = before(state, path); from !== undefined; from = before(from, path)) path.unshift(from);
  return path;
}
