import type { Contract, SchemaSource } from '../../contract.js';
import { listedValues } from '../../formats/outside-standards.js';
import { type Json, ownValue } from '../../json/json.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { schemasInPlace } from '../../wire/decode-value.js';
import { returnedItemSchema } from '../envelope.js';
import { chosenValue } from '../list-choices.js';
import { statedMembers, withAttributes } from '../reply-members.js';

/**
 * The member that contains the state of an item, such as `status`, with all its values. The member is in the item
 * itself, or in its `attributes`.
 */
export interface StateMember {
  readonly name: string;
  readonly values: readonly string[];
  /**
   * The member with the object that contains the state, such as `State` in `{"State": {"Status": "running"}}`. Omitted
   * if the state is a direct member.
   */
  readonly within?: string;
}

const STATE = /^(?:\w+_)?(?:stat(?:e|us)|phase|stage)$|(?:Stat(?:e|us)|Phase|Stage)$/;

/** Whether a member has the name of a state, such as `status`, `order_state` or `lifecyclePhase`. */
export function isStateName(name: string): boolean {
  return STATE.test(name);
}

/**
 * The member that contains the state of an item. It is the only member with the name of a state and an enumeration, in
 * the reply of an operation that returns the item. If there is no such member, it is searched in the objects that
 * themselves have the name of a state, such as `State`. `undefined` if there are several such members, or none.
 */
export function stateMember(contract: Contract, read: Operation): StateMember | undefined {
  const { schemas } = contract;
  const item = returnedItemSchema(contract, read);
  if (item === undefined) return undefined;
  const members = withAttributes(schemas, statedMembers(schemas, [item]));
  const own = statesIn(schemas, members);
  if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  const [nested, ...others] = [...members].flatMap(([within, uris]) =>
    isStateName(within) ? statesIn(schemas, statedMembers(schemas, uris)).map((each) => ({ ...each, within })) : [],
  );
  return others.length === 0 ? nested : undefined;
}

/** The members that have the name of a state and an enumeration of strings. */
function statesIn(schemas: SchemaSource, members: ReadonlyMap<string, readonly SchemaUri[]>): readonly StateMember[] {
  return [...members].flatMap(([name, uris]) => {
    if (!isStateName(name)) return [];
    const stated = uris
      .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
      .map(listedValues)
      .find((each) => each !== undefined);
    const values = stated?.filter((value) => typeof value === 'string') ?? [];
    return values.length > 1 ? [{ name, values }] : [];
  });
}

/** The state of an item, from its state member; `undefined` if the item lacks this member. */
export function stateIn(item: Json | undefined, { name, within }: StateMember): Json | undefined {
  const holder = within === undefined ? item : ownValue(item ?? null, within);
  return chosenValue(holder ?? null, name);
}

/** The name of the state member in messages: `status`, or `State.Status` if it is inside an object. */
export function stateLabel({ name, within }: StateMember): string {
  return within === undefined ? name : `${within}.${name}`;
}
