import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { headerValue } from '../../../contract/wire/message.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { Wrap } from '../miniature-run.js';
import { type Faulty, beyond, fault, without } from './faulty.js';
import { withDraft } from '../surface.js';
import { withValue, withField } from './service-changes.js';
import { headed, withReply, withRequest, problem } from './service-steps.js';

const STATE: readonly Faulty[] = [
  beyond(
    'instant-precision',
    fault('state/echo', 'a time is stored with a tenth of a second', 'changed', '/response/body/due_at', {
      service: withField('due_at', (at) => String(at).replace(/(\.\d)\d+/, '$1')),
    }),
  ),
  beyond(
    'instant-spelling',
    fault('state/echo', 'a time is stored without its fraction', 'changed', '/response/body/due_at', {
      service: withField('due_at', (at) => String(at).replace(/\.\d+/, '')),
    }),
  ),
  fault('state/echo', 'a field is not stored', 'missing', '/response/body/rank', {
    service: withValue(201, (note) => without(note, 'rank')),
  }),
  fault('state/echo', 'null is stored as omitted', 'null-became-omitted', '/response/body/text', {
    service: withValue(201, (note) => Object.fromEntries(Object.entries(note).filter(([, member]) => member !== null))),
  }),
  fault('state/echo', 'a number is rounded', 'changed', '/response/body/weight', {
    service: withField('weight', (weight) => Math.round(Number(weight))),
  }),
  fault('state/echo', 'a set is stored in reverse order', 'reordered', '/response/body/tags', {
    service: withField('tags', (tags) => (Array.isArray(tags) ? tags.toReversed() : tags)),
  }),
  fault('state/no-effect', 'the valid part of a refused note is stored', 'changed-by-refused-call', '/state', {
    service: (respond) => (request) => {
      const response = respond(request);
      const isRefused = response.kind === 'response' && response.status === 422 && request.method === 'POST';
      if (isRefused) respond({ ...request, body: Buffer.from('{"title":"kept"}') });
      return response;
    },
  }),
];

/** Changes the `Location` of the reply to a create. */
function withLocation(change: (path: string) => string): Wrap {
  return withReply(
    (reply) => reply.status === 201,
    (reply) => ({
      ...reply,
      headers: reply.headers.map(([name, value]) => [name, name === 'Location' ? change(value) : value]),
    }),
  );
}

const LOCATIONS: readonly Faulty[] = [
  fault(
    'state/location',
    'the Location of a new item is not found',
    'location-not-found',
    '/response/header/location',
    {
      service: withLocation((path) => path.replace('/~notes/', '/~note/')),
    },
  ),
  fault(
    'state/location',
    'the Location of a new item is the collection',
    'location-of-collection',
    '/response/header/location',
    {
      service: withLocation(() => '/~notes'),
    },
  ),
];

/** A service that changes its reply to a read of one note. The list stays unchanged. */
function withRead(change: (note: JsonObject) => JsonObject): Wrap {
  return withValue(200, (value) => (value['note_id'] === undefined ? value : change(value)));
}

function withListed(change: (note: JsonObject) => JsonObject): Wrap {
  return withValue(200, (value) =>
    Array.isArray(value['notes']) ? { ...value, notes: (value['notes'] as JsonObject[]).map(change) } : value,
  );
}

const STORED: readonly Faulty[] = [
  fault('state/read-only', 'a create stores a read-only member', 'read-only-stored', '/response/body/revision', {
    service: (respond) => (request) => {
      const sent = parseJson(request.body);
      const revision = isJsonObject(sent) ? sent['revision'] : undefined;
      return withValue(201, (note) => (revision === undefined ? note : { ...note, revision }))(respond, 0)(request);
    },
  }),
  fault('state/head-as-get', 'a HEAD returns a different ETag from a GET', 'other-header', '/response/header/etag', {
    service: withReply(
      ({ status }, { target }) => status === 200 && target.startsWith('/~notes/'),
      (response, { method }) => headed(response, 'ETag', method === 'HEAD' ? '"head"' : '"get"'),
    ),
  }),
  fault('state/default-value', 'an omitted member gets a different default', 'unexpected', '/response/body/starred', {
    service: (respond) => (request) => {
      const isSet = Buffer.from(request.body).toString().includes('"starred"');
      return withValue(201, (note) => (isSet ? note : { ...note, starred: true }))(respond, 0)(request);
    },
  }),
  fault('state/new-item', 'two items get the same identifier', 'identifier-repeated', '/response/body/note_id', {
    service: withValue(201, (note) => ({ ...note, note_id: 'made-1' })),
  }),
  fault(
    'state/own-members',
    'a member of one request is also stored for the next request',
    'value-of-another-request',
    '/response/body/weight',
    {
      service: (respond) => {
        let weight: Json | undefined;
        return (request) => {
          const note = request.method === 'POST' ? parseJson(request.body) : undefined;
          if (!isJsonObject(note)) return respond(request);
          const sent = { ...note, ...(weight !== undefined && note['weight'] === undefined && { weight }) };
          const response = respond({ ...request, body: Buffer.from(JSON.stringify(sent)) });
          if (response.kind === 'response' && response.status === 201) weight = sent['weight'];
          return response;
        };
      },
    },
  ),
  fault('state/stored', 'a number is rounded when it is stored', 'changed', '/response/body/weight', {
    service: withRead((note) =>
      note['weight'] === undefined ? note : { ...note, weight: Math.round(Number(note['weight'])) },
    ),
  }),
  fault('state/stored', 'each read returns the note that was created first', 'another-item', '/response/body', {
    service: (respond) => (request) => {
      const response = respond(request);
      const [, id] = /^\/~notes\/(made-\d+)$/.exec(request.target) ?? [];
      const first = respond({ ...request, target: '/~notes/made-1' });
      if (request.method !== 'GET' || id === undefined || first.kind !== 'response' || first.status !== 200)
        return response;
      const note = JSON.parse(Buffer.from(first.body).toString()) as JsonObject;
      return { ...first, body: Buffer.from(JSON.stringify({ ...note, note_id: id })) };
    },
  }),
  fault('state/stored', 'a created item is not found', 'not-found', '/response/status', {
    service: withReply(
      (_, { method, target }) => method === 'GET' && /~notes\/made-/.test(target),
      () => problem(404, 'not-found'),
    ),
  }),
  fault('state/listed', 'a list omits nulls', 'null-became-omitted', '/response/body/notes/*/text', {
    service: withListed((note) => Object.fromEntries(Object.entries(note).filter(([, member]) => member !== null))),
  }),
  fault('state/page-size', 'the default limit is not applied', 'longer-than-limit', '/response/body/books', {
    workload: 'shelf',
    service: withRequest((request) => ({ ...request, target: request.target.replace(/^\/books$/, '/books?limit=4') })),
  }),
  fault('state/default-page', 'the default page is shorter than documented', 'other-default', '/query/limit', {
    workload: 'shelf',
    service: withRequest((request) => ({ ...request, target: request.target.replace(/^\/books$/, '/books?limit=1') })),
  }),
  fault('state/total', 'the total that a page states is one too high', 'wrong-total', '/response/body/total', {
    workload: 'shelf',
    service: withValue(200, (page) => ('total' in page ? { ...page, total: Number(page['total']) + 1 } : page)),
  }),
  fault('state/has-more', 'the last page states that another page follows', 'wrong-flag', '/response/body/has_more', {
    workload: 'shelf',
    service: withValue(200, (page) => ('has_more' in page ? { ...page, has_more: true } : page)),
  }),
  fault('state/partition', 'pages with one book each skip a book', 'elements-differ', '/state/pages', {
    workload: 'shelf',
    service: (respond) => (request) =>
      request.target.includes('limit=1') ? leadingTo((next) => next + 1)(respond, 0)(request) : respond(request),
  }),
];

/** A surface that adds a header to its requests. The other surface does not send this header. */
const NAMED_CLIENT = withDraft((draft) => ({ ...draft, headers: [...draft.headers, ['User-Agent', 'tested']] }));

/** A service in which only the client that created a note can read it. */
const ownNotes: Wrap = (respond) => {
  const owners = new Map<string, string | undefined>();
  return (request) => {
    const client = headerValue(request.headers, 'user-agent');
    const id = /~notes\/(made-[^/?]+)$/.exec(request.target)?.[1];
    if (id !== undefined && owners.has(id) && owners.get(id) !== client) return problem(404, 'not-found');
    const response = respond(request);
    const made = response.kind === 'response' && response.status === 201 ? parseJson(response.body) : undefined;
    if (isJsonObject(made)) owners.set(String(made['note_id']), client);
    return response;
  };
};

export const CROSSED: Faulty = {
  ...fault('state/stored', 'an item is found only by the surface that created it', 'not-found', '/response/status', {
    surface: NAMED_CLIENT,
    service: ownNotes,
  }),
  want: { kind: 'not-found', pointer: '/response/status', blame: 'backend' },
};

/** A service that changes the cursor in its replies, at which the next page starts. */
function leadingTo(change: (next: number) => number): Wrap {
  return withValue(200, (page) =>
    typeof page['next'] === 'string' ? { ...page, next: String(change(Number(page['next']))) } : page,
  );
}

const PAGES: readonly Faulty[] = [
  fault('state/pages', 'a page begins with the last element of the previous page', 'element-repeated', '/state/pages', {
    workload: 'shelf',
    service: leadingTo((next) => next - 1),
  }),
  fault('state/pages', 'a cursor that the service returned is refused', 'page-refused', '/state/pages', {
    workload: 'shelf',
    service: leadingTo((next) => next + 100),
  }),
];

/** A faulty service: the size of a job depends on the job's identifier. */
const sizedByKey = withRequest((request) => {
  const body = request.method === 'POST' ? parseJson(request.body) : undefined;
  if (!isJsonObject(body) || typeof body['job_id'] !== 'string' || body['job_id'] < 'm') return request;
  const { size } = body;
  const isValid = /^[a-z0-9-]{3,12}$/.test(body['job_id']) && Number.isInteger(size) && Number(size) > 0;
  if (!isValid || Number(size) > 5) return request;
  return { ...request, body: Buffer.from(JSON.stringify({ ...body, size: (Number(size) % 5) + 1 })) };
});

/** A faulty service: it refuses a second run of the same job. */
const onceOnly: Wrap = (respond) => {
  let last: string | undefined;
  return (request) => {
    const response = respond(request);
    const text = Buffer.from(request.body).toString();
    if (request.method !== 'POST' || response.kind !== 'response' || response.status !== 200) return response;
    const isRepeated = text === last;
    last = isRepeated ? undefined : text;
    return isRepeated ? problem(409, 'conflict') : response;
  };
};

const REPEATED: readonly Faulty[] = [
  fault('state/repeated', 'a repeated request with the same job id is refused', 'repeat-refused', '/response/status', {
    workload: 'jobs',
    service: onceOnly,
  }),
  fault(
    'state/repeated',
    'a different request with a used job id is refused with the wrong status',
    'conflict-answered-otherwise',
    '/response/status',
    {
      workload: 'jobs',
      service: withReply(
        ({ status }) => status === 409,
        () => problem(422, 'invalid-input'),
      ),
    },
  ),
  fault('state/repeated', 'the result of a job depends on its id', 'result-differs', '/response/body', {
    workload: 'jobs',
    service: sizedByKey,
  }),
];

export const STATE_FAULTS: readonly Faulty[] = [...STATE, ...LOCATIONS, ...STORED, CROSSED, ...PAGES, ...REPEATED];
