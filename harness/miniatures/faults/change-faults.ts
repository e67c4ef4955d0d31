import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { NO_BODY, type RequestMessage, headerValue } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../../surfaces/exchange.js';
import type { Wrap } from '../miniature-run.js';

import type { Reply } from '../workloads.js';
import { type Faulty, fault } from './faulty.js';
import { problem, withReply, withRequest } from './service-steps.js';

/**
 * For each request with this method, sends the result of `change` to the service instead. If `change` returns
 * `undefined`, the service gets no request. The caller gets a success, or a reply with the given status.
 */
function instead(
  method: string,
  change: (request: RequestMessage) => RequestMessage | undefined,
  status?: number,
): Wrap {
  return (respond) => (request) => {
    if (request.method !== method || request.target.endsWith('/file')) return respond(request);
    const known = respond({ ...request, method: 'GET', body: new Uint8Array() });
    if (known.kind !== 'response' || known.status !== 200) return respond(request);
    const tag = headerValue(known.headers, 'etag');
    if ((headerValue(request.headers, 'if-match') ?? tag) !== tag) return respond(request);
    const sent = change(request);
    const answer = sent && respond(sent);
    if (method !== 'DELETE') return { ...(answer ?? known), ...(status !== undefined && { status }) };
    return status === undefined && answer !== undefined ? answer : gone(status ?? 204);
  };
}

function gone(status: number): Reply {
  return { kind: 'response', status, headers: [], body: NO_BODY };
}

/** Returns a function that returns true for a reply with the status 404 to a request with this method. */
function isUnknown(method: string): (response: WholeResponse, request: RequestMessage) => boolean {
  return ({ status }, request) => request.method === method && status === 404;
}

/** Removes a member from the body of the request. */
function withoutMember(name: string): (request: RequestMessage) => RequestMessage {
  return (request) => {
    const body = parseJson(request.body);
    if (!isJsonObject(body)) return request;
    const { [name]: _, ...others } = body;
    return { ...request, body: Buffer.from(JSON.stringify(others)) };
  };
}

/** A faulty service: after a DELETE, its list stays unchanged until the next create. */
const staleList: Wrap = (respond) => {
  let kept: ReturnType<typeof respond> | undefined;
  return (request) => {
    if (request.method === 'POST') kept = undefined;
    if (request.method === 'DELETE') kept = respond({ ...request, method: 'GET', target: '/tasks' });
    return request.method === 'GET' && request.target === '/tasks' && kept !== undefined ? kept : respond(request);
  };
};

/** A faulty service: a new task gets the highest number of an existing task plus one, so numbers occur again. */
const reusedNumbers: Wrap = (respond) => {
  const names = new Map<string, string>();
  const numberOf = (name: string): string => [...names].find(([, known]) => known === name)?.[0] ?? name;
  return (request) => {
    const number = /^\/tasks\/([^/?]+)/.exec(request.target)?.[1] ?? '';
    const name = names.get(number) ?? number;
    const response = respond({ ...request, target: request.target.replace(`/tasks/${number}`, `/tasks/${name}`) });
    if (response.kind !== 'response') return response;
    const text = Buffer.from(response.body).toString();
    const made = /"task_id":"(task-\d+)"/.exec(text)?.[1];
    // The first task of the service was created, so the service was reset.
    if (request.method === 'POST' && made === 'task-1' && response.status === 201) names.clear();
    if (made !== undefined && response.status === 201)
      names.set(String(Math.max(0, ...[...names.keys()].map(Number)) + 1), made);
    if (request.method === 'DELETE' && response.status === 204) names.delete(number);
    const named = text.replaceAll(/(?<="task_id":")task-\d+/g, numberOf);
    return text.includes('"task_id"') ? { ...response, body: Buffer.from(named) } : response;
  };
};

/** Changes the query of each request that has a query. */
function withQuery(change: (query: string) => string): Wrap {
  return withRequest((request) => {
    const [path = '', query] = request.target.split('?');
    return query === undefined ? request : { ...request, target: `${path}?${change(query)}` };
  });
}

/** Adds the text to the body of each POST or PUT whose task has no text. */
function withText(text: string): Wrap {
  return (respond) => (request) => {
    const body = parseJson(request.body);
    const isWhole = request.method === 'POST' || request.method === 'PUT';
    if (!isWhole || !isJsonObject(body) || body['title'] === undefined) return respond(request);
    return respond({ ...request, body: Buffer.from(JSON.stringify({ text, ...body })) });
  };
}

/** Requests the list of tasks from the service, and returns the paths of all tasks. */
function targetsOf(respond: (request: RequestMessage) => Reply, request: RequestMessage): readonly string[] {
  const list = respond({ ...request, method: 'GET', target: '/tasks' });
  const all = list.kind === 'response' ? parseJson(list.body) : undefined;
  return (Array.isArray(all) ? (all as readonly Json[]) : []).flatMap((task) =>
    isJsonObject(task) ? [`/tasks/${String(task['task_id'])}`] : [],
  );
}

/** A faulty service: a DELETE of one task removes all tasks. */
const removesAll: Wrap = (respond) => (request) => {
  const answer = respond(request);
  if (request.method !== 'DELETE' || answer.kind !== 'response' || answer.status !== 204) return answer;
  for (const target of targetsOf(respond, request)) respond({ ...request, target });
  return answer;
};

function withoutCondition({ headers }: RequestMessage): RequestMessage['headers'] {
  return headers.filter(([name]) => name.toLowerCase() !== 'if-match');
}

/** Changes each task that the service returns, by itself or in the list. */
function withTasks(change: (task: JsonObject) => JsonObject): Wrap {
  return withReply(
    ({ status }, { target }) => status < 300 && !target.endsWith('/file'),
    (response) => {
      const value = parseJson(response.body);
      const changed = Array.isArray(value)
        ? (value as readonly Json[]).map((task) => (isJsonObject(task) ? change(task) : task))
        : value;
      const shown = isJsonObject(changed) ? change(changed) : changed;
      return shown === undefined ? response : { ...response, body: Buffer.from(JSON.stringify(shown)) };
    },
  );
}

const tasks = { workload: 'tasks' } as const;

export const CHANGE_FAULTS: readonly Faulty[] = [
  fault('state/unknown-item', 'a DELETE of an unknown item succeeds', 'unknown-accepted', '/response/status', {
    ...tasks,
    service: withReply(isUnknown('DELETE'), () => gone(204)),
  }),
  fault(
    'state/removed-identifier',
    'the number of a removed task is assigned again',
    'identifier-repeated',
    '/response/body/task_id',
    { workload: 'tasks', service: reusedNumbers },
  ),
  fault('state/removed', 'a DELETE removes nothing', 'still-there', '/response/status', {
    ...tasks,
    service: instead('DELETE', () => undefined),
  }),
  fault('state/removed', 'a list contains a removed item', 'still-listed', '/response/body', {
    ...tasks,
    service: staleList,
  }),
  fault('state/removed', 'a DELETE removes every item', 'other-removed', '/response/status', {
    ...tasks,
    service: removesAll,
  }),
  fault('state/updated', 'a PUT does not store a member', 'missing', '/response/body/text', {
    ...tasks,
    service: instead('PUT', withoutMember('text')),
  }),
  fault('state/replaced', 'a PUT keeps a member that its body omits', 'kept-by-put', '/response/body/text', {
    ...tasks,
    service: instead('PUT', (request) => ({ ...request, method: 'PATCH' })),
  }),
  fault(
    'state/item-times',
    'a change also changes the time of the create',
    'create-time-changed',
    '/response/body/created_at',
    { ...tasks, service: withTasks((task) => ({ ...task, created_at: task['updated_at'] ?? null })) },
  ),
  fault(
    'state/item-times',
    'a change does not update the time of the last change',
    'update-time-wrong',
    '/response/body/updated_at',
    { ...tasks, service: withTasks((task) => ({ ...task, updated_at: task['created_at'] ?? null })) },
  ),
  fault('state/updated', 'a PUT loses the item', 'not-found', '/response/status', {
    ...tasks,
    service: (respond) => (request) => {
      const reply = respond(request);
      const isStored = request.method === 'PUT' && reply.kind === 'response' && reply.status === 200;
      if (isStored) respond({ ...request, method: 'DELETE', body: NO_BODY, headers: withoutCondition(request) });
      return reply;
    },
  }),
  fault('state/stored-bytes', 'a file is read as text', 'bytes-changed', '/response/body', {
    ...tasks,
    service: (respond) => (request) =>
      respond(
        request.target.endsWith('/file')
          ? { ...request, body: Buffer.from(Buffer.from(request.body).toString('utf8')) }
          : request,
      ),
  }),
  fault('state/filtered', 'a filter is accepted, but not applied', 'not-matching', '/response/body/*/done', {
    ...tasks,
    service: withQuery((query) => query.replace(/done=(?:true|false)/, '')),
  }),
  fault('state/filtered', 'a filtered list is always empty', 'match-missing', '/response/body/*/done', {
    ...tasks,
    service: withReply(
      ({ status }, { target }) => status === 200 && target.includes('done=true'),
      (response) => ({ ...response, body: Buffer.from('[]') }),
    ),
  }),
  fault('state/bounded', 'a bound is accepted, but not applied', 'bound-not-applied', '/response/body/*/position', {
    ...tasks,
    service: withQuery((query) => query.replace(/min_position=\d+/, '')),
  }),
  fault('state/ordered', 'a list in descending order is returned in ascending order', 'not-sorted', '/response/body', {
    ...tasks,
    service: withQuery((query) => query.replace('sort=-title', 'sort=title')),
  }),
  fault('state/acted', 'the effect of an action is not stored', 'not-stored', '/response/body/done', {
    ...tasks,
    service: (respond) => (request) => {
      const reply = respond(request);
      const isFinished = request.target.endsWith('/finish') && reply.kind === 'response' && reply.status === 200;
      if (!isFinished) return reply;
      const target = request.target.slice(0, -'/finish'.length);
      respond({ ...request, method: 'PATCH', target, body: Buffer.from('{"done":false}') });
      return reply;
    },
  }),
  fault('state/acted', 'a refused action changes the item', 'changed-by-refused-call', '/response/body/text', {
    ...tasks,
    service: (respond) => (request) => {
      const reply = respond(request);
      const isRefused = request.target.endsWith('/finish') && reply.kind === 'response' && reply.status === 409;
      if (!isRefused) return reply;
      const target = request.target.slice(0, -'/finish'.length);
      respond({ ...request, method: 'PATCH', target, body: Buffer.from('{"text":"late"}') });
      return reply;
    },
  }),
  fault('state/updated', 'a PATCH changes nothing', 'not-stored', '/response/body', {
    ...tasks,
    service: instead('PATCH', () => undefined),
  }),
  fault('state/updated', 'the reply to a PATCH has the task as it was before', 'not-returned', '/response/body', {
    ...tasks,
    service: (respond) => (request) => {
      const before = respond({ ...request, method: 'GET', body: NO_BODY, headers: withoutCondition(request) });
      const reply = respond(request);
      const isPatched = request.method === 'PATCH' && reply.kind === 'response' && reply.status === 200;
      return isPatched && before.kind === 'response' ? { ...reply, body: before.body } : reply;
    },
  }),
  fault('state/updated', 'a PATCH changes every task', 'other-changed', /^\/response\/body\/(?:title|text)$/, {
    ...tasks,
    service: (respond) => (request) => {
      const reply = respond(request);
      const isPatched = request.method === 'PATCH' && reply.kind === 'response' && reply.status === 200;
      for (const target of isPatched ? targetsOf(respond, request) : [])
        if (target !== request.target) respond({ ...request, target, headers: withoutCondition(request) });
      return reply;
    },
  }),
  fault('state/updated', 'a PATCH removes members that its body omits', 'reset-by-patch', '/response/body/text', {
    ...tasks,
    service: instead('PATCH', (request) => ({
      ...request,
      method: 'PUT',
      body: Buffer.from(JSON.stringify({ title: 'Sand', ...(parseJson(request.body) as object) })),
    })),
  }),
  fault('state/updated', 'a PATCH that omits a flag resets the flag', 'reset-by-patch', '/response/body/done', {
    ...tasks,
    service: instead('PATCH', (request) => {
      const body = parseJson(request.body);
      const isSet = isJsonObject(body) && body['done'] === undefined;
      return isSet ? { ...request, body: Buffer.from(JSON.stringify({ ...body, done: false })) } : request;
    }),
  }),
  fault('state/updated', 'a PATCH of an existing item is answered with 404', 'not-found', '/response/status', {
    ...tasks,
    service: (respond) => (request) => (request.method === 'PATCH' ? problem(404, 'not-found') : respond(request)),
  }),
];

/** Correct services with unusual, but permitted behaviour after a DELETE, PUT or PATCH. They must cause no finding. */
export const PERMITTED_CHANGES: readonly (readonly [name: string, service: Wrap])[] = [
  [
    'a removed item is kept and marked as removed',
    instead('DELETE', (request) => ({ ...request, method: 'PATCH', body: Buffer.from('{"text":"(removed)"}') }), 204),
  ],
  ['a DELETE is accepted, and the item is removed later', instead('DELETE', () => undefined, 202)],
  ['a PUT gives an omitted member the same value as a create', withText('blue')],
  ['a PATCH is accepted, and the item is changed later', instead('PATCH', () => undefined, 202)],
];
