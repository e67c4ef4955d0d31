import { NO_BODY, type RequestMessage, headerValue } from '../../../contract/wire/message.js';
import { problem } from '../notes-service.js';
import type { Wrap } from '../miniature-run.js';
import type { Reply } from '../workloads.js';
import { type Faulty, fault } from './faulty.js';
import { withRequest } from './service-steps.js';

type Respond = (request: RequestMessage) => Reply;

function without(request: RequestMessage, precondition: string): RequestMessage {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== precondition) };
}

/** Requests the current item with a GET without a precondition, and returns the reply. */
function current(respond: Respond, request: RequestMessage): Reply {
  const unconditional = without(without(request, 'if-match'), 'if-none-match');
  return respond({ ...unconditional, method: 'GET', body: NO_BODY });
}

function tagOf(reply: Reply): string | undefined {
  return reply.kind === 'response' ? headerValue(reply.headers, 'etag') : undefined;
}

/** A service that returns entity tags changed by `shown`, and accepts the changed tags in preconditions. */
function withTag(shown: (tag: string) => string): Wrap {
  return (respond) => (request) => {
    const tag = tagOf(current(respond, request)) ?? '';
    const headers = request.headers.map(
      ([name, value]) => [name, /^if-(?:none-)?match$/i.test(name) ? value.replace(shown(tag), tag) : value] as const,
    );
    const reply = respond({ ...request, headers });
    if (reply.kind !== 'response') return reply;
    const changed = reply.headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'etag' ? shown(value) : value] as const,
    );
    return { ...reply, headers: changed };
  };
}

/**
 * Replaces the reply to a request with the given precondition header, such as `If-Match`, if the item of the request
 * exists.
 */
function onCondition(precondition: string, answer: (respond: Respond, request: RequestMessage) => Reply): Wrap {
  return (respond) => (request) => {
    const isKnown = tagOf(current(respond, request)) !== undefined;
    const isConditional = headerValue(request.headers, precondition) !== undefined;
    return isKnown && isConditional ? answer(respond, request) : respond(request);
  };
}

/** Changes the value of `If-None-Match` in each request before the service reads it. */
function withCondition(change: (value: string) => string): Wrap {
  return withRequest((request) => ({
    ...request,
    headers: request.headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'if-none-match' ? change(value) : value,
    ]),
  }));
}

const NOT_MODIFIED: Reply = { kind: 'response', status: 304, headers: [], body: NO_BODY };
const RULE = 'state/conditional-requests';
const STATUS = '/response/status';
const tasks = { workload: 'tasks' } as const;

export const CONDITION_FAULTS: readonly Faulty[] = [
  fault('state/refused-state', 'a finished task is finished again', 'accepted-in-state', '/response/status', {
    ...tasks,
    service: (respond) => (request) => {
      const reply = respond(request);
      const isRefused = request.target.endsWith('/finish') && reply.kind === 'response' && reply.status === 409;
      const target = request.target.slice(0, -'/finish'.length);
      return isRefused ? respond({ ...request, method: 'GET', target }) : reply;
    },
  }),
  fault(RULE, 'an ETag does not change', 'etag-unchanged', '/response/header/etag', {
    ...tasks,
    service: withTag(() => '"same"'),
  }),
  fault(RULE, 'a change returns the ETag from before the change', 'etag-outdated', '/response/header/etag', {
    ...tasks,
    service: (respond) => (request) => {
      const isChange = request.method === 'PUT' || request.method === 'PATCH';
      const before = isChange ? respond({ ...without(request, 'if-match'), method: 'GET', body: NO_BODY }) : undefined;
      const tag = before?.kind === 'response' ? headerValue(before.headers, 'etag') : undefined;
      const reply = respond(request);
      return tag === undefined || reply.kind !== 'response' || reply.status !== 200
        ? reply
        : { ...reply, headers: [...reply.headers.filter(([name]) => name.toLowerCase() !== 'etag'), ['ETag', tag]] };
    },
  }),
  fault(RULE, 'If-None-Match is ignored', 'unmodified-returned', STATUS, {
    ...tasks,
    service: onCondition('if-none-match', (respond, request) => respond(without(request, 'if-none-match'))),
  }),
  fault(RULE, 'only the first tag of If-None-Match is read', 'unmodified-returned', STATUS, {
    ...tasks,
    service: withCondition((value) => value.split(', ')[0] ?? ''),
  }),
  fault(RULE, '`*` in If-None-Match is read as an entity tag', 'unmodified-returned', STATUS, {
    ...tasks,
    service: withCondition((value) => (value === '*' ? '"*"' : value)),
  }),
  fault(RULE, 'an action returns the ETag from before the action', 'etag-outdated', '/response/header/etag', {
    ...tasks,
    service: (respond) => (request) => {
      const target = request.target.replace(/\/finish$/, '');
      const before = target === request.target ? undefined : tagOf(current(respond, { ...request, target }));
      const reply = respond(request);
      return before === undefined || reply.kind !== 'response' || reply.status !== 200
        ? reply
        : { ...reply, headers: [...reply.headers.filter(([name]) => name.toLowerCase() !== 'etag'), ['ETag', before]] };
    },
  }),
  fault(RULE, 'any If-None-Match is answered with 304', 'modified-hidden', STATUS, {
    ...tasks,
    service: onCondition('if-none-match', () => NOT_MODIFIED),
  }),
  fault(RULE, 'If-Match is ignored', 'outdated-accepted', STATUS, {
    ...tasks,
    service: onCondition('if-match', (respond, request) => respond(without(request, 'if-match'))),
  }),
  fault(RULE, 'any If-Match is answered with 412', 'current-refused', STATUS, {
    ...tasks,
    service: onCondition('if-match', () => problem(412)),
  }),
  fault(RULE, 'an item is changed before If-Match is evaluated', 'changed-by-refused-call', '/state', {
    ...tasks,
    service: onCondition('if-match', (respond, request) => {
      const isMet = headerValue(request.headers, 'if-match') === tagOf(current(respond, request));
      if (isMet || request.method === 'DELETE') return respond(request);
      respond(without(request, 'if-match'));
      return problem(412);
    }),
  }),
];

/** Correct services that handle entity tags in unusual, but permitted ways. They must cause no finding. */
export const PERMITTED_TAGS: readonly (readonly [name: string, service: Wrap])[] = [
  ['all entity tags are weak', withTag((tag) => `W/${tag}`)],
  ['all entity tags are weak and equal to each other', withTag(() => 'W/"same"')],
];
