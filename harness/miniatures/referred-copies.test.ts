import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const ID = { type: 'string', format: 'uuid' };
const NAME = { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$' };
const TITLE = object({ id: ID, name: NAME });
const COPY = object({ id: ID, title_id: ID, branch_id: ID });
const MEMBER = object({ id: ID, name: NAME, status: { enum: ['active', 'suspended'] } });
const LOAN = object({ id: ID, member_id: ID, copy_id: ID });

function object(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function sent(properties: JsonObject): JsonObject {
  return { required: true, ...json({ ...object(properties), additionalProperties: false }) };
}

const REFUSED = { 404: { description: '' }, 409: { description: '' }, 422: { description: '' } };
const answers = (status: number, schema: JsonObject): JsonObject => ({
  responses: { [status]: { description: '', ...json(schema) }, ...REFUSED },
});
const KEY = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: '^[!-~]{1,64}$' } };

/** A library. Copies are created below a title and cannot be read; the branches are fixed. */
const PATHS: JsonObject = {
  '/branches': { get: { operationId: 'listBranches', ...answers(200, { type: 'array', items: object({ id: ID }) }) } },
  '/titles': { post: { operationId: 'addTitle', requestBody: sent({ name: NAME }), ...answers(201, TITLE) } },
  '/titles/{title_id}': {
    parameters: [{ ...inPath('title_id'), schema: ID }],
    get: { operationId: 'readTitle', ...answers(200, TITLE) },
  },
  '/titles/{title_id}/copies': {
    parameters: [{ ...inPath('title_id'), schema: ID }],
    post: {
      operationId: 'addCopy',
      description: 'A branch that does not exist is refused with 422.',
      requestBody: sent({ branch_id: ID }),
      ...answers(201, COPY),
    },
  },
  '/members': { post: { operationId: 'addMember', requestBody: sent({ name: NAME }), ...answers(201, MEMBER) } },
  '/members/{member_id}': {
    parameters: [{ ...inPath('member_id'), schema: ID }],
    get: { operationId: 'readMember', ...answers(200, MEMBER) },
    patch: {
      operationId: 'changeMember',
      requestBody: sent({ status: { enum: ['active', 'suspended'] } }),
      ...answers(200, MEMBER),
    },
  },
  '/loans': {
    post: {
      operationId: 'addLoan',
      description:
        'Refused with 422 if the member or the copy does not exist, or if the member is suspended. A copy that is on loan gives 409.\n\nA repetition with the same key and the same body is answered with 201 and the loan that the first request made.',
      parameters: [KEY],
      requestBody: sent({ member_id: ID, copy_id: ID }),
      ...answers(201, LOAN),
    },
  },
  '/loans/{loan_id}': {
    parameters: [{ ...inPath('loan_id'), schema: ID }],
    get: { operationId: 'readLoan', ...answers(200, LOAN) },
  },
};

interface Ways {
  /** Returns the stored loan, given the loan of the reply. */
  readonly kept?: (loan: JsonObject) => JsonObject;
  readonly lendsToSuspended?: true;
  readonly forgetsKeys?: true;
}

const BRANCH = '6f1c2a34-0000-4000-8000-000000000001';

class Library {
  readonly #items = new Map<string, JsonObject>([[BRANCH, { id: BRANCH, kind: 'branches' }]]);
  readonly #keys = new Map<string, JsonObject>();

  constructor(readonly ways: Ways) {}

  add(kind: string, members: JsonObject, stored = members): JsonObject {
    const id = `6f1c2a34-0000-4000-8000-${String(this.#items.size + 100).padStart(12, '0')}`;
    this.#items.set(id, { id, kind, ...stored });
    return { id, ...members };
  }

  find(kind: string, id: Json | undefined): JsonObject | undefined {
    const found = this.#items.get(String(id));
    return found?.['kind'] === kind ? found : undefined;
  }

  lend(body: JsonObject, key: string | undefined): ReturnType<typeof reply> {
    const { lendsToSuspended, forgetsKeys, kept = (loan) => loan } = this.ways;
    const known = key === undefined || forgetsKeys ? undefined : this.#keys.get(key);
    if (known !== undefined) return reply(201, known);
    const { member_id: member, copy_id: copy } = body;
    const borrower = this.find('members', member);
    if (borrower === undefined || this.find('copies', copy) === undefined) return problem(422);
    if (borrower['status'] === 'suspended' && !lendsToSuspended) return problem(422);
    if ([...this.#items.values()].some((each) => each['kind'] === 'loans' && each['copy_id'] === copy))
      return problem(409);
    const loan = { member_id: member ?? null, copy_id: copy ?? null };
    const made = this.add('loans', loan, kept(loan));
    if (key !== undefined) this.#keys.set(key, made);
    return reply(201, made);
  }

  change(member: JsonObject, status: Json): JsonObject {
    const changed = { ...member, status };
    this.#items.set(String(member['id']), changed);
    return changed;
  }
}

const FORMS: Readonly<Record<string, RegExp>> = {
  name: /^[a-z]{1,20}$/,
  status: /^(?:active|suspended)$/,
  branch_id: /^[0-9a-f-]{36}$/i,
  member_id: /^[0-9a-f-]{36}$/i,
  copy_id: /^[0-9a-f-]{36}$/i,
};

function isValid(body: JsonObject): boolean {
  const members = Object.entries(body);
  return members.length > 0 && members.every(([name, value]) => FORMS[name]?.test(String(value)) === true);
}

const service =
  (ways: Ways): WrittenService =>
  () => {
    const library = new Library(ways);
    return ({ method, segments: [kind = '', id, part], json: body, headers }) => {
      const item = id === undefined ? undefined : library.find(kind, id);
      if (kind === 'branches') return reply(200, [{ id: BRANCH }]);
      if (id !== undefined && item === undefined) return problem(404);
      if (method === 'GET') return reply(200, item ?? {});
      if (!isJsonObject(body) || !isValid(body)) return problem(422);
      if (method === 'PATCH' && item !== undefined) return reply(200, library.change(item, body['status'] ?? null));
      if (kind === 'loans') return library.lend(body, headerValue(headers, 'idempotency-key'));
      if (kind === 'members') return reply(201, library.add(kind, { name: body['name'] ?? null, status: 'active' }));
      if (part === undefined) return reply(201, library.add(kind, { name: body['name'] ?? null }));
      const { branch_id: branch = null } = body;
      if (library.find('branches', branch) === undefined) return problem(422);
      return reply(201, library.add('copies', { title_id: id ?? null, branch_id: branch }));
    };
  };

it.each<[string, Ways, readonly string[]]>([
  ['no fault', {}, []],
  ['the copy of a loan is not stored', { kept: (loan) => ({ ...loan, copy_id: BRANCH }) }, ['state/stored changed']],
  ['a suspended member can borrow', { lendsToSuspended: true }, ['state/refused-state accepted-in-state']],
  ['a repeated request is refused', { forgetsKeys: true }, ['state/repeated repeat-refused']],
])('a check judges loans of copies that are created below titles: %s → $2', async (_, ways, want) => {
  expect(await foundIn(PATHS, service(ways), { phases: ['sequences'] })).toEqual(want);
});
