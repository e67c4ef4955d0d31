import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const TEXT = { type: 'string' };
const NAME = { type: 'string', minLength: 1, maxLength: 20 };

interface Shape {
  /** The path of the parents. `children` has the paths of the lists of children, below a parent. */
  readonly parents: string;
  readonly children: readonly string[];
  readonly idName: string;
  /** The member with the list; without it, the reply is the list. */
  readonly envelope?: string;
  /** Set if no operation reads a single child. */
  readonly isListOnly?: true;
  /** Set if the path of a single child does not contain the parent. */
  readonly isReadApart?: true;
  /** The description of the removal of a parent. */
  readonly removal?: string;
  /** Set if the contract documents no 404 for lists of children, so the list of a removed parent may be empty. */
  readonly isListedAlways?: true;
}

/** What remains of the children after their parent is removed. */
interface Kept {
  readonly status?: 404 | 410;
  readonly isListed?: (path: string) => boolean;
  readonly isRead?: true;
  readonly isParentKept?: true;
  readonly marked?: JsonObject;
}

const PROJECTS: Shape = { parents: 'projects', children: ['tasks'], idName: 'project_id' };
const BOARDS: Shape = { parents: 'boards', children: ['cards'], idName: 'boardId', envelope: 'data' };
const TWO: Shape = { ...PROJECTS, children: ['tasks', 'notes'] };

const ITEM = { type: 'object', required: ['id'], properties: { id: TEXT, name: TEXT, state: TEXT } };

function paths({
  parents,
  children,
  idName,
  envelope,
  isListOnly,
  isReadApart,
  isListedAlways,
  removal = '',
}: Shape): JsonObject {
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const item = { $ref: '#/components/schemas/Item' };
  const body = { type: 'object', required: ['name'], additionalProperties: false, properties: { name: NAME } };
  const requestBody = { required: true, ...json(body) };
  const array = { type: 'array', items: item };
  const page = envelope === undefined ? array : { type: 'object', properties: { [envelope]: array } };
  const [one, many] = [item, page].map((schema) => ({ 200: { description: '', ...json(schema) } }));
  const absent = { 404: { description: '' }, 410: { description: '' } };
  const id = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { ...TEXT, minLength: 1 } });
  const made = { 201: { description: '', ...json(item) }, ...absent };
  const removed = { 204: { description: '' }, ...absent };
  const below = children.map((name): JsonObject => ({
    [`/${parents}/{${idName}}/${name}`]: {
      parameters: [id(idName)],
      get: { operationId: `list-${name}`, responses: { ...many, ...(isListedAlways ? {} : absent) } },
      post: { operationId: `add-${name}`, requestBody, responses: made },
    },
    ...(isListOnly !== true && {
      [isReadApart ? `/${name}/{id}` : `/${parents}/{${idName}}/${name}/{id}`]: {
        parameters: [...(isReadApart ? [] : [id(idName)]), id('id')],
        get: { operationId: `read-${name}`, responses: { ...one, ...absent } },
      },
    }),
  }));
  return {
    [`/${parents}`]: { post: { operationId: 'add', requestBody, responses: made } },
    [`/${parents}/{${idName}}`]: {
      parameters: [id(idName)],
      get: { operationId: 'read', responses: { ...one, ...absent } },
      delete: { operationId: 'remove', description: removal, responses: removed },
    },
    ...Object.assign({}, ...below),
  };
}

/**
 * A service of parents and their children. The second parameter states what remains of the children after their parent
 * is removed.
 */
function service({ envelope, children, isReadApart }: Shape, { status, isListed, isRead, isParentKept, marked }: Kept) {
  const items = new Map<string, JsonObject>();
  const removed = new Set<string>();
  const add = (path: string, body: Json | undefined): Reply => {
    const id = `${items.size + 1}`;
    const item = { ...(isJsonObject(body) && body), id, state: 'new' };
    items.set(`${path}/${id}`, item);
    return reply(201, item);
  };
  const list = (path: string, isGone: boolean): Reply => {
    if (isGone && isListed === undefined && status !== undefined) return problem(status);
    const all = [...items].filter(([key]) => key.slice(0, key.lastIndexOf('/')) === path).map(([, item]) => item);
    const kept = isGone ? all.filter(() => isListed?.(path) === true).map((item) => ({ ...item, ...marked })) : all;
    return reply(200, envelope === undefined ? kept : { [envelope]: kept });
  };
  const wholePath = (end: string): string => [...items.keys()].find((key) => key.endsWith(end)) ?? end;
  const respond = ({ method, target, body }: RequestMessage): Reply => {
    const sent = new URL(target, 'http://items').pathname;
    const path = isReadApart && children.some((name) => sent.startsWith(`/${name}/`)) ? wholePath(sent) : sent;
    const parent = path.split('/').slice(0, 3).join('/');
    const isGone = removed.has(parent);
    if (method === 'DELETE') {
      if (isGone || !items.has(path)) return problem(404);
      removed.add(path);
      return { kind: 'response', status: 204, headers: [], body: new Uint8Array() };
    }
    if (path.split('/').length === 2) return method === 'POST' ? add(path, parseJson(body)) : problem(404);
    if (!items.has(parent)) return problem(404);
    if (path.split('/').length === 4 && method === 'GET') return list(path, isGone);
    if (method === 'POST') return isGone ? problem(404) : add(path, parseJson(body));
    const item = items.get(path);
    const isFound = !isGone || (path === parent ? isParentKept : isRead) === true;
    return item === undefined || !isFound
      ? problem(404)
      : reply(200, path === parent && isGone ? { ...item, state: 'archived' } : item);
  };
  return { respond, reset: () => [items, removed].forEach((each) => each.clear()) };
}

async function found(shape: Shape, kept: Kept): Promise<readonly string[]> {
  const contract = await contractOf({ paths: paths(shape), components: { schemas: { Item: ITEM } } });
  const plan = planCases(contract, contract.operations, new Set(['sequences']), {
    seed: 1,
    runs: 2,
    values: new Map(),
  });
  const sequences = plan.sequences?.filter(({ name }) => /^(?:stored-0|parent-.*)$/.test(name)) ?? [];
  const faults = await findings({ contract, plan: { ...plan, sequences }, serve: () => service(shape, kept) }, {});
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

/**
 * A contract in which the path of a child does not contain the parent, and which states that children are removed with
 * their parent.
 */
const APART: Shape = { ...PROJECTS, isReadApart: true, removal: 'Deletes a project and all its tasks.' };
const CARDS_APART: Shape = { ...BOARDS, isReadApart: true, removal: 'Deletes a board. Its cards are deleted too.' };

const LISTED = ['state/removed-parent children-still-listed'];
const ALL = (): boolean => true;

it.each<[string, Shape, Kept, readonly string[]]>([
  ['a list that is not found', PROJECTS, { status: 404 }, []],
  ['a list that is gone', PROJECTS, { status: 410 }, []],
  ['an empty list', BOARDS, {}, ['state/removed-parent empty-in-place-of-404']],
  ['an empty list, for which the contract documents no 404', { ...BOARDS, isListedAlways: true }, {}, []],
  ['a list whose items are marked', PROJECTS, { isListed: ALL, marked: { state: 'orphaned' } }, []],
  [
    'a list of a parent that is only marked as removed',
    PROJECTS,
    { isListed: ALL, isRead: true, isParentKept: true },
    [],
  ],
  ['a list with the items', PROJECTS, { isListed: ALL }, LISTED],
  ['a list with the items, which are also read', BOARDS, { isListed: ALL, isRead: true }, LISTED],
  ['a list with items that no operation reads', { ...BOARDS, isListOnly: true }, { isListed: ALL }, LISTED],
  ['two lists with the items', TWO, { isListed: ALL, isRead: true }, LISTED],
  [
    'one of two lists with the items',
    { ...TWO, isListedAlways: true },
    { isListed: (path) => path.endsWith('notes') },
    LISTED,
  ],
  [
    'an empty list whose items are still read',
    { ...PROJECTS, isListedAlways: true },
    { isRead: true },
    ['state/removed-parent child-still-there'],
  ],
  ['a history that is still listed', { ...PROJECTS, children: ['_history'] }, { isListed: ALL }, []],
  ['items that are read without the parent, and removed', APART, { status: 404 }, []],
  [
    'items that are read without the parent, and kept although the contract states that they are removed',
    APART,
    { status: 404, isRead: true },
    ['state/removed-parent child-still-there'],
  ],
  [
    'cards that are read without the parent, and kept although the contract states that they are removed',
    { ...CARDS_APART, isListedAlways: true },
    { isRead: true },
    ['state/removed-parent child-still-there'],
  ],
  [
    'items that are read without the parent, and kept',
    { ...APART, removal: 'Deletes a project.' },
    { status: 404, isRead: true },
    [],
  ],
  [
    'items that are read without the parent, and kept as the contract states',
    { ...APART, removal: 'Deletes a project. Its tasks are not deleted.' },
    { status: 404, isRead: true },
    [],
  ],
  ['a list with the items, which are also read without the parent', APART, { isListed: ALL, isRead: true }, LISTED],
  [
    'a list that is not found, whose items are still read',
    PROJECTS,
    { status: 404, isRead: true },
    ['state/removed-parent child-still-there'],
  ],
])('after a parent was removed, a check of %s has these findings: $3', async (_, shape, kept, want) => {
  expect(await found(shape, kept)).toEqual(want);
});
