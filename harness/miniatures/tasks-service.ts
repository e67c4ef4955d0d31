import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isAuthenticated, notAllowed, problem, reply } from './notes-service.js';

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  title: (value) => typeof value === 'string' && /^.{1,20}$/su.test(value),
  text: (value) => typeof value === 'string' && /^.{0,20}$/su.test(value),
  done: (value) => typeof value === 'boolean',
};

const BELOW: Readonly<Record<string, readonly string[]>> = { '/file': ['GET', 'PUT'], '/finish': ['POST'] };
const OCTETS = 'application/octet-stream';

/** A service for the contract of tasks, which are created, replaced, modified and removed, and have a file. */
export class TasksService {
  private tasks: ReadonlyMap<string, JsonObject> = new Map();
  private files: ReadonlyMap<string, Uint8Array> = new Map();
  private tags: ReadonlyMap<string, string> = new Map();
  /** The number of writes so far. Entity tags are made from this number. */
  private stored = 0;
  private added = 0;

  reset(): void {
    this.tasks = new Map();
    this.files = new Map();
    this.added = 0;
    this.stored = 0;
  }

  respond(request: RequestMessage): WholeResponse {
    const url = new URL(`http://tasks${request.target}`);
    const [, id, below] = /^\/tasks\/([^/]+)(\/file|\/finish)?$/.exec(url.pathname) ?? [];
    if (id === undefined && url.pathname !== '/tasks') return problem(404);
    const ofItem = BELOW[below ?? ''] ?? ['GET', 'PUT', 'PATCH', 'DELETE'];
    const allowed = id === undefined ? ['GET', 'POST'] : ofItem;
    if (!allowed.includes(request.method)) return notAllowed(allowed);
    if (!isAuthenticated(request)) return problem(401);
    if (id !== undefined && below === '/finish') return this.finish(decoded(id));
    if (id !== undefined && below === '/file') return this.file(request, decoded(id));
    if (id !== undefined) return this.one(request, decoded(id));
    return request.method === 'POST' ? this.add(parseJson(request.body)) : this.list(url.searchParams);
  }

  private list(query: URLSearchParams): WholeResponse {
    const [done = [], sort = [], least = []] = ['done', 'sort', 'min_position'].map((name) => query.getAll(name));
    const isValid =
      [done, sort, least].every(({ length }) => length < 2) &&
      least.every((value) => /^\d+(?:\.0+)?$/.test(value)) &&
      done.every((value) => ['true', 'false'].includes(value)) &&
      sort.every((value) => ['title', '-title'].includes(value));
    if (!isValid) return problem(422);
    const tasks = [...this.tasks.values()].filter(
      (task) =>
        done.every((value) => String(task['done']) === value) &&
        least.every((value) => Number(task['position']) >= Number(value)),
    );
    if (sort.length === 0) return reply(200, tasks);
    const sign = sort[0] === 'title' ? 1 : -1;
    const titles = (task: JsonObject): string => String(task['title']);
    return reply(
      200,
      tasks.toSorted((a, b) => (titles(a) < titles(b) ? -sign : sign)),
    );
  }

  private add(body: Json | undefined): WholeResponse {
    if (!isInput(body) || body['title'] === undefined) return problem(422);
    this.added += 1;
    const id = `task-${this.added}`;
    return this.store(201, { ...body, task_id: id, position: this.added, created_at: new Date().toISOString() });
  }

  private one({ method, headers, body: bytes }: RequestMessage, id: string): WholeResponse {
    if ([...id].length > 40) return problem(422);
    const body = method === 'PUT' || method === 'PATCH' ? parseJson(bytes) : {};
    if (!isInput(body) || (method === 'PUT' && body['title'] === undefined)) return problem(422);
    const task = this.tasks.get(id);
    if (task === undefined) return problem(404);
    const tag = this.tags.get(id) ?? '';
    if (method === 'GET')
      return ['*', tag].some((known) => headerValue(headers, 'if-none-match')?.split(', ').includes(known))
        ? { kind: 'response', status: 304, headers: [['ETag', tag]], body: NO_BODY }
        : reply(200, task, [['ETag', tag]]);
    if ((headerValue(headers, 'if-match') ?? tag) !== tag) return problem(412);
    if (method !== 'DELETE') return this.store(200, { ...(method === 'PATCH' ? task : assigned(task)), ...body });
    this.tasks = new Map([...this.tasks].filter(([known]) => known !== id));
    return { kind: 'response', status: 204, headers: [], body: NO_BODY };
  }

  private finish(id: string): WholeResponse {
    if ([...id].length > 40) return problem(422);
    const task = this.tasks.get(id);
    if (task === undefined) return problem(404);
    return task['done'] === true ? problem(409) : this.store(200, { ...task, done: true });
  }

  private file({ method, body }: RequestMessage, id: string): WholeResponse {
    if ([...id].length > 40) return problem(422);
    const [task, file] = [this.tasks.get(id), this.files.get(id)];
    if (task === undefined || (method === 'GET' && file === undefined)) return problem(404);
    if (method === 'PUT') this.files = new Map([...this.files, [id, body]]);
    return method === 'PUT'
      ? { kind: 'response', status: 204, headers: [], body: NO_BODY }
      : { kind: 'response', status: 200, headers: [['Content-Type', OCTETS]], body: file ?? NO_BODY };
  }

  private store(status: number, task: JsonObject): WholeResponse {
    const id = String(task['task_id']);
    const tag = `"${(this.stored += 1)}"`;
    const stored = { ...task, updated_at: new Date().toISOString() };
    this.tasks = new Map([...this.tasks, [id, stored]]);
    this.tags = new Map([...this.tags, [id, tag]]);
    return reply(status, stored, [['ETag', tag]]);
  }
}

const ASSIGNED: ReadonlySet<string> = new Set(['task_id', 'position', 'created_at']);

/** The members of a task that the service sets when the task is created, and never changes. */
function assigned(task: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(task).filter(([name]) => ASSIGNED.has(name)));
}

function isInput(body: Json | undefined): body is JsonObject {
  return isJsonObject(body) && Object.entries(body).every(([name, value]) => TYPES[name]?.(value) === true);
}

/**
 * Decodes an identifier. An identifier with malformed percent-encoding is returned unchanged, because no task has such
 * an identifier.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
