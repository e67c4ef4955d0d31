import type { CaseInput } from '../../../contract/case.js';
import { isNamedByOwner, ownerRead, referredRead } from '../../../contract/inputs/body-references.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { Operation } from '../../../contract/operation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Backend, BackendInstance } from '../../backends/backend.js';
import { nameWithin } from '../../cases/values/known-members.js';
import type { KnownValues } from '../../cases/values/known-values.js';
import { type InitialSubject, withInstance } from './initial-items.js';
import { ItemSearch } from './item-search.js';
import { DirectClient } from './lane/direct-client.js';

/** The maximum number of identifiers that are tried as the value of one member. */
const MOST_TRIED = 3;
/** The maximum number of identifiers of existing items that are candidates for one member. */
const MOST_CANDIDATES = 10;
/** The maximum number of inputs that are tried for one operation. */
const MOST_INPUTS = 8;
/** Statuses with which a service may refuse a request that names an unknown item. */
const REFUSED = [400, 404, 409, 422];

export interface ReferenceSubject extends InitialSubject {
  /** Returns valid inputs of an operation. The members of their bodies are searched for references. */
  readonly inputsOf: (operation: Operation) => readonly CaseInput[];
}

/**
 * Maps a member to the identifiers of existing items. The key is the name of the member (`author_id`), or its name with
 * the object around it (`author.id`, see `nameWithin`).
 */
export type BodyReferences = ReadonlyMap<string, KnownValues>;

/**
 * Finds members of request bodies whose values must be identifiers of existing items, such as `author_id`, or `id` in
 * the object `author`, if there is a path `/authors`. Returns the members, each with identifiers of items that exist
 * after every reset. A member is returned only if two processes of the service accept the input with these identifiers,
 * and the service refuses the input with a made-up value.
 */
export async function bodyReferences(subject: ReferenceSubject, backend: Backend): Promise<BodyReferences> {
  const candidates = subject.operations.map((operation) => referringCreates(subject, operation));
  if (candidates.every(({ length }) => length === 0)) return NONE;
  const found = await withInstance(subject, backend, new Map<ReferringCreate, Items>(), async (instance) => {
    const calls = new Calls(subject, instance);
    const all = new Map<ReferringCreate, Items>();
    for (const creates of candidates)
      for (const create of creates) {
        const needed = await calls.needed(create);
        if (needed !== undefined && needed.size > 0) all.set(create, needed);
        if (needed !== undefined) break;
      }
    return all;
  });
  if (found.size === 0) return NONE;
  return withInstance(subject, backend, NONE, async (instance) => {
    const calls = new Calls(subject, instance);
    const confirmed = new Map<string, KnownValues>();
    for (const [create, items] of found)
      if (await calls.areAllAccepted(create, items))
        for (const [name, known] of items) confirmed.set(name, { known: [...known, null], only: true });
    return confirmed;
  });
}

/** Maps the name of a member to identifiers of existing items. */
type Items = ReadonlyMap<string, readonly Json[]>;

const NONE = new Map<string, never>();

/** A create operation whose body may contain identifiers of other items. */
interface ReferringCreate {
  readonly operation: Operation;
  readonly input: CaseInput;
  /**
   * Maps the name of a member to the operation that reads the items. `isList` is true if the member contains a list of
   * identifiers.
   */
  readonly reads: ReadonlyMap<string, { readonly read: Operation; readonly isList: boolean }>;
}

/**
 * Returns inputs of a create operation in which as many members as possible may be identifiers of other items. There
 * are several inputs, because the service may refuse an input for an unrelated reason.
 */
function referringCreates(subject: ReferenceSubject, operation: Operation): readonly ReferringCreate[] {
  const isCreate = operation.method === 'post' && operation.requestBody !== undefined && !operation.path.includes('{');
  if (!isCreate) return [];
  const creates = subject.inputsOf(operation).map((input) => {
    const members = [...scalarMembers(input.body ?? null)].filter(([name]) => !subject.values.has(name));
    const reads = members.flatMap(([name, { isList, owner }]) => {
      const { contract } = subject;
      const read = owner === undefined ? referredRead(contract, operation, name) : ownerRead(contract, owner);
      return read === undefined ? [] : [[name, { read, isList }] as const];
    });
    return { operation, input, reads: new Map(reads) };
  });
  const most = Math.max(...creates.map(({ reads }) => reads.size));
  return most > 0 ? creates.filter(({ reads }) => reads.size === most).slice(0, MOST_INPUTS) : [];
}

/** A member that contains a string, a number, or a list of them. */
interface ScalarMember {
  readonly isList: boolean;
  /**
   * The name of the object around the member, such as `author` for `id` in `{"author": {"id": 1}}`. Set if this name
   * states to which items the member refers.
   */
  readonly owner?: string;
}

/**
 * Finds the members, at any depth, that contain a string, a number, or a list of strings and numbers. A member in a
 * nested object, such as `id` in `author`, also gets the name of this object (`owner`).
 */
function scalarMembers(
  value: Json,
  owner?: string,
  found = new Map<string, ScalarMember>(),
): ReadonlyMap<string, ScalarMember> {
  if (Array.isArray(value)) for (const item of value) scalarMembers(item as Json, owner, found);
  if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) {
      const isList = Array.isArray(member) && member.length > 0 && member.every(isScalar);
      if (!isScalar(member) && !isList) scalarMembers(member, name, found);
      else if (owner !== undefined && isNamedByOwner(name)) found.set(nameWithin(owner, name), { isList, owner });
      else found.set(name, { isList });
    }
  return found;
}

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

class Calls {
  readonly #client: DirectClient;
  readonly #search: ItemSearch;

  constructor(
    private readonly subject: ReferenceSubject,
    private readonly instance: BackendInstance,
  ) {
    const { contract, credentials, inputOf, stopped } = subject;
    this.#client = new DirectClient({ ...credentials, contract }, instance.respond);
    this.#search = new ItemSearch(contract, this.#client, inputOf, stopped);
  }

  /**
   * Finds the members that must have the identifier of an existing item. Returns them with the identifiers that the
   * service accepts. `undefined` if the service refuses the input even with identifiers of existing items.
   */
  async needed(create: ReferringCreate): Promise<Items | undefined> {
    const ids = new Map<string, readonly Json[]>();
    for (const [name, { read, isList }] of create.reads) {
      const values = await this.#ids(create, read, (id) => [name, isList ? [id] : id]);
      if (values.length > 0) ids.set(name, values);
    }
    const needed = new Map<string, readonly Json[]>();
    if (ids.size === 0) return needed;
    const accepted = await this.#accepted(create, ids);
    if (accepted === undefined) return undefined;
    for (const [name, values] of accepted) {
      const others = new Map([...accepted].filter(([other]) => other !== name));
      if (REFUSED.includes((await this.#status(create, firstOf(others))) ?? 0)) needed.set(name, values);
    }
    return needed;
  }

  /**
   * The identifiers that the service accepts; `undefined` if it accepts none. First tries the first identifiers of each
   * member. If the service refuses them, and only one member refers to items, tries all identifiers of this member one
   * by one, because the service may accept only items in a certain state.
   */
  async #accepted(create: ReferringCreate, ids: Items): Promise<Items | undefined> {
    const first = new Map([...ids].map(([name, values]) => [name, values.slice(0, MOST_TRIED)]));
    if (await this.areAllAccepted(create, first)) return first;
    const [[name, values] = ['', []], ...others] = [...ids];
    const accepted: Json[] = [];
    for (const value of others.length > 0 ? [] : values) {
      const status = accepted.length < MOST_TRIED ? await this.#status(create, new Map([[name, value]])) : undefined;
      if (status !== undefined && isSuccess(status)) accepted.push(value);
    }
    return accepted.length === 0 ? undefined : new Map([[name, accepted]]);
  }

  /**
   * Whether the service accepts the input with the first identifier of each member, and also with every other
   * identifier in place of the first one.
   */
  async areAllAccepted(create: ReferringCreate, ids: Items): Promise<boolean> {
    const first = firstOf(ids);
    const inputs = [...ids].flatMap(([name, values]) =>
      values.slice(1).map((value) => new Map([...first, [name, value]])),
    );
    for (const values of [first, ...inputs]) {
      const status = await this.#status(create, values);
      if (status === undefined || !isSuccess(status)) return false;
    }
    return true;
  }

  /** The identifiers of existing items, converted to the type of the member. */
  async #ids(
    { operation, input }: ReferringCreate,
    read: Operation,
    memberOf: (id: Json) => readonly [name: string, value: Json],
  ): Promise<readonly Json[]> {
    const paths = await this.#search.paths(read);
    return paths.slice(0, MOST_CANDIDATES).flatMap((path) => {
      const [id] = Object.values(path);
      const members = (id === undefined ? [] : [id, String(id), Number(id)]).map(memberOf);
      return members.find((member) => this.#isValid(operation, withValues(input, new Map([member]))))?.slice(1) ?? [];
    });
  }

  #isValid(operation: Operation, input: CaseInput): boolean {
    return isValidInput(this.subject.contract, operation, input);
  }

  async #status({ operation, input }: ReferringCreate, values: ReadonlyMap<string, Json>): Promise<number | undefined> {
    const sent = withValues(input, values);
    if (this.subject.stopped() || !this.#isValid(operation, sent)) return undefined;
    const reply = await this.#client.call(operation, sent);
    await this.instance.reset?.();
    return reply?.kind === 'response' ? reply.status : undefined;
  }
}

function firstOf(ids: Items): ReadonlyMap<string, Json> {
  return new Map([...ids].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first] as const])));
}

/**
 * Sets the given values in all members with these names, at any depth of the body. Returns the changed copy of the
 * input.
 */
function withValues(input: CaseInput, values: ReadonlyMap<string, Json>): CaseInput {
  const changed = (value: Json, owner = ''): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => changed(item, owner));
    if (!isJsonObject(value)) return value;
    return fromMembers(
      Object.entries(value).map(([name, member]) => [
        name,
        values.get(nameWithin(owner, name)) ?? values.get(name) ?? changed(member, name),
      ]),
    );
  };
  return { ...input, body: changed(input.body ?? null) };
}
