import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { type Draft, type Steps, withDraft, withInput } from '../surface.js';
import { type Faulty, beyond, fault, without } from './faulty.js';

function withBody(change: (body: Json) => Json): Steps {
  return withInput((input) => (input.body === undefined ? input : { ...input, body: change(input.body) }));
}

/** A faulty surface: it changes the value of one member of the request body, if the body has this member. */
function withField(name: string, change: (value: Json) => Json): Steps {
  return withBody((body) =>
    isJsonObject(body) && body[name] !== undefined ? { ...body, [name]: change(body[name]) } : body,
  );
}

function withType(change: (type: string) => string | undefined): Steps {
  const changed = (draft: Draft): Draft['headers'] =>
    draft.headers.flatMap(([name, value]) => {
      const type = name === 'Content-Type' ? change(value) : value;
      return type === undefined ? [] : [[name, type] as const];
    });
  return withDraft((draft) => ({ ...draft, headers: changed(draft) }));
}

/** Renames members at every depth. A member without a new name is removed. */
function renamedMembers(value: Json, named: (name: string, member: Json) => string | undefined): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => renamedMembers(item, named));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [named(name, member), renamedMembers(member, named)] as const,
  );
  return Object.fromEntries(members.filter((entry): entry is readonly [string, Json] => entry[0] !== undefined));
}

/** Faults of a surface that change the request body. */
export const BODY_FAULTS: readonly Faulty[] = [
  fault('parity/same-request', 'nulls are omitted', 'null-became-omitted', /^\/body\//, {
    surface: withBody((body) => renamedMembers(body, (name, member) => (member === null ? undefined : name))),
  }),
  fault('parity/same-request', 'an omitted member becomes null', 'omitted-became-null', '/body/text', {
    surface: withBody((body) => (isJsonObject(body) ? { text: null, ...body } : body)),
  }),
  fault('parity/same-request', 'an empty string is sent for null', 'null-became-value', '/body/text', {
    surface: withField('text', (text) => text ?? ''),
  }),
  beyond(
    'number-spelling',
    fault('parity/same-request', 'numbers are sent as strings', 'type-changed', '/body/rank', {
      surface: withField('rank', String),
    }),
  ),
  beyond(
    'read-only',
    fault('parity/same-request', 'a member of the body is omitted', 'missing', '/body/rank', {
      surface: withBody((body) => (isJsonObject(body) ? without(body, 'rank') : body)),
    }),
  ),
  beyond(
    'default-sent',
    fault(
      'parity/same-request',
      'an omitted member is sent with a value other than its default',
      'unexpected',
      '/body/starred',
      {
        surface: withBody((body) => (isJsonObject(body) ? { starred: true, ...body } : body)),
      },
    ),
  ),
  beyond(
    'instant-spelling',
    fault('parity/same-request', 'the offset of a time is dropped', 'changed', '/body/due_at', {
      surface: withField('due_at', (at) => String(at).replace(/[+-]\d\d:\d\d$/, 'Z')),
    }),
  ),
  beyond(
    'uuid-spelling',
    fault('parity/same-request', 'the hyphens of a UUID are dropped', 'changed', '/body/batch', {
      surface: withField('batch', (id) => (typeof id === 'string' ? id.replaceAll('-', '') : id)),
    }),
  ),
  beyond(
    'uri-spelling',
    fault('parity/same-request', 'the fragment of a URI is dropped', 'changed', '/body/source', {
      surface: withField('source', (uri) => (typeof uri === 'string' ? uri.replace(/#.*/, '') : uri)),
    }),
  ),
  fault('parity/same-request', 'strings are trimmed', 'changed', '/body/title', {
    surface: withField('title', (title) => (typeof title === 'string' ? title.trim() : title)),
  }),
  fault('parity/same-request', 'the elements of a set are sent in reverse order', 'reordered', '/body/tags', {
    surface: withField('tags', (tags) => (Array.isArray(tags) ? tags.toReversed() : tags)),
  }),
  fault('parity/same-request', 'strings in a list are truncated', 'changed', /^\/body\/tags\/\d$/, {
    surface: withField('tags', (tags) =>
      Array.isArray(tags) ? tags.map((tag: Json) => String(tag).slice(0, 2)) : tags,
    ),
  }),
  fault('parity/same-request', 'values of a map are lost', 'changed', /^\/body\/labels\//, {
    surface: withField('labels', (labels) =>
      isJsonObject(labels) ? Object.fromEntries(Object.keys(labels).map((name) => [name, 'lost'])) : labels,
    ),
  }),
  fault('parity/same-request', 'names of members are sent in camel case', 'renamed', '/body/spot/row_number', {
    surface: withBody((body) => renamedMembers(body, (name) => name.replace('row_number', 'rowNumber'))),
  }),
  fault('parity/same-request', 'the body is wrapped in an envelope', 'wrapped', '/body', {
    surface: withBody((body) => ({ note: body })),
  }),
  beyond(
    'idle-content-type',
    fault('parity/same-request', 'the body has the media type text/plain', 'changed', '/header/content-type', {
      surface: withType(() => 'text/plain'),
    }),
  ),
  fault('parity/same-request', 'the body has no Content-Type', 'changed', '/header/content-type', {
    surface: withType(() => undefined),
  }),
  fault('parity/same-request', 'a GET has a body', 'unexpected', '/body', {
    surface: withDraft((draft) =>
      draft.method === 'GET'
        ? { ...draft, headers: [...draft.headers, ['Content-Type', 'application/json']], body: '{}' }
        : draft,
    ),
  }),
  fault('conformance/request-valid', 'a member occurs twice in the body', 'duplicate-member', '/body/title', {
    surface: withDraft((draft) => ({ ...draft, body: draft.body?.replace(/^\{(?="title")/, '{"title":"",') })),
  }),
];
