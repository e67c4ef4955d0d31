import type { Contract } from '../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { NO_BODY, type RequestMessage } from '../../contract/wire/message.js';
import { FAILURES, PROBLEM_TYPE_PREFIX } from '../../surfaces/failure-table.js';
import type { WholeResponse } from '../../surfaces/exchange.js';

export const TOKEN = 'token-of-the-miniatures';

/** Ids of the initial notes, with characters that clients often encode wrongly. */
export const KNOWN_IDS: readonly string[] = ['note-1', 'a/b', 'what?#no'];

/** A service for the contract of notes, with state, validation and problems. It parses requests with its own code. */
export class NotesService {
  private notes = new Map<string, JsonObject>();
  private made = 0;

  constructor(private readonly contract: Contract) {
    this.reset();
  }

  reset(): void {
    this.made = 0;
    this.notes = new Map(
      KNOWN_IDS.map((id) => [id, { title: `Note ${id}`, text: null, note_id: id, made_at: '2026-01-01T00:00:00Z' }]),
    );
  }

  respond(request: RequestMessage): WholeResponse {
    const answer = this.answered(request);
    // RFC 9110 §9.3.2: a HEAD gets the header section of the reply to a GET.
    return request.method === 'HEAD' ? { ...answer, body: NO_BODY } : answer;
  }

  private answered(request: RequestMessage): WholeResponse {
    try {
      return this.answer(request);
    } catch {
      // The exception means that the target is not a URL, or that the body is not JSON.
      return problem(400);
    }
  }

  private answer(request: RequestMessage): WholeResponse {
    const url = new URL(`http://notes${request.target}`);
    const [, collection = '', id, ...more] = url.pathname.split('/').map(decodeURIComponent);
    const path = collection !== '~notes' || more.length > 0 ? '' : id === undefined ? '/~notes' : '/~notes/{note_id}';
    const operation = this.contract.operations.find(
      (known) => known.path === path && known.method === request.method.toLowerCase(),
    );
    if (operation === undefined) return path === '' ? problem(404) : this.notAllowed(path);
    if (!isAuthenticated(request)) return problem(401);
    const body = parsed(request);
    const errors = [...this.parameterErrors(operation, request, url, id), ...this.bodyErrors(operation, body)];
    return errors.length > 0
      ? problem(422, errors)
      : this.execute(operation, id ?? '', body, Number(url.searchParams.get('limit') ?? 20));
  }

  private notAllowed(path: string): WholeResponse {
    return notAllowed(this.contract.operations.filter((known) => known.path === path).map(({ method }) => method));
  }

  private execute(operation: Operation, id: string, body: Json | undefined, limit: number): WholeResponse {
    const note = this.notes.get(id);
    switch (operation.method) {
      case 'post':
        return this.create(isJsonObject(body) ? body : {});
      case 'delete':
        return this.notes.delete(id) ? { kind: 'response', status: 204, headers: [], body: NO_BODY } : problem(404);
      default:
        if (id !== '') return note === undefined ? problem(404) : reply(200, note);
        return reply(200, { notes: [...this.notes.values()].slice(0, limit), next: null }, [
          ['X-Total', String(this.notes.size)],
          ['X-Facets', 'all, starred'],
        ]);
    }
  }

  /** Creates a note. `revision` is read-only, and this service never returns it. */
  private create(fields: JsonObject): WholeResponse {
    const given = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'revision'));
    const note = {
      ...given,
      ...shownLock(fields),
      note_id: `made-${(this.made += 1)}`,
      made_at: new Date().toISOString(),
    };
    this.notes.set(note.note_id, note);
    return reply(201, note, [['Location', `/~notes/${note.note_id}`]]);
  }

  private parameterErrors(
    operation: Operation,
    request: RequestMessage,
    url: URL,
    id: string | undefined,
  ): readonly string[] {
    return operation.parameters.flatMap((parameter) => {
      const texts = {
        path: [id ?? ''],
        query: url.searchParams.getAll(parameter.name),
        header: [header(request, parameter.name) ?? []].flat(),
        cookie: cookies(request, parameter.name),
      }[parameter.in];
      if (texts.length === 0) return [];
      return this.contract.schemas.accepts(parameter.schema, this.valueOf(parameter, texts))
        ? []
        : [`/${parameter.in}/${parameter.name}`];
    });
  }

  private valueOf(parameter: Parameter, texts: readonly string[]): Json {
    const schema = this.contract.schemas.at(parameter.schema);
    const type = isJsonObject(schema) ? schema['type'] : undefined;
    const [text = ''] = texts;
    if (type === 'array') return texts;
    return type === 'integer' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }

  private bodyErrors(operation: Operation, body: Json | undefined): readonly string[] {
    const schema = operation.requestBody?.content[0]?.schema;
    return schema === undefined ||
      (body !== undefined && this.contract.schemas.forDirection('input').accepts(schema, body))
      ? []
      : ['/body'];
  }
}

/** The lock without its pin, which is write-only. */
function shownLock({ lock }: JsonObject): JsonObject {
  return isJsonObject(lock)
    ? { lock: Object.fromEntries(Object.entries(lock).filter(([name]) => name !== 'pin')) }
    : {};
}

function header(request: RequestMessage, name: string): string | undefined {
  return request.headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}

function cookies(request: RequestMessage, name: string): readonly string[] {
  const pairs = (header(request, 'cookie') ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.filter(([known]) => known === name).map(([, value = '']) => decodeURIComponent(value));
}

/** The body, if its media type is JSON. */
function parsed(request: RequestMessage): Json | undefined {
  if (request.body.byteLength === 0 || !/^application\/json\b/i.test(header(request, 'content-type') ?? ''))
    return undefined;
  return JSON.parse(Buffer.from(request.body).toString()) as Json;
}

/** Returns true if a request is authenticated. The name of a scheme is case-insensitive (RFC 9110 §11.1). */
export function isAuthenticated(request: RequestMessage): boolean {
  return header(request, 'authorization')?.replace(/^bearer /i, 'Bearer ') === `Bearer ${TOKEN}`;
}

/** A 405, which lists the methods of the path (RFC 9110 §15.5.6). */
export function notAllowed(methods: readonly string[]): WholeResponse {
  const refused = problem(405);
  return { ...refused, headers: [...refused.headers, ['Allow', methods.join(', ').toUpperCase()]] };
}

export function problem(status: number, errors: readonly string[] = []): WholeResponse {
  const name = FAILURES.find((row) => row.status === status)?.problem ?? 'internal-error';
  const document = {
    type: PROBLEM_TYPE_PREFIX + name,
    title: `It is ${name}.`,
    status,
    ...(errors.length > 0 && { errors: errors.map((pointer) => ({ pointer, detail: null })) }),
  };
  return reply(status, document, [['X-Trace', 'abc']], 'application/problem+json');
}

export function reply(
  status: number,
  value: Json,
  headers: readonly (readonly [string, string])[] = [],
  mediaType = 'application/json',
): WholeResponse {
  return {
    kind: 'response',
    status,
    headers: [['Content-Type', mediaType], ...headers],
    body: Buffer.from(JSON.stringify(value)),
  };
}
