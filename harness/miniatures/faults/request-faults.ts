import { type Json, isJsonObject } from '../../../contract/json.js';
import { TOKEN } from '../notes-service.js';
import { type Draft, FAITHFUL, type Steps, withDraft, withInput } from '../surface.js';
import { type Faulty, fault, without } from './faulty.js';

/** Every member of a body, at whatever depth, that `keep` lets through, under the name that it gives. */
function remembered(value: Json, named: (name: string, member: Json) => string | undefined): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => remembered(item, named));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [named(name, member), remembered(member, named)] as const);
  return Object.fromEntries(members.filter((entry): entry is readonly [string, Json] => entry[0] !== undefined));
}

function withBody(change: (body: Json) => Json): Steps {
  return withInput((input) => (input.body === undefined ? input : { ...input, body: change(input.body) }));
}

function withField(name: string, change: (value: Json) => Json): Steps {
  return withBody((body) => (isJsonObject(body) && body[name] !== undefined ? { ...body, [name]: change(body[name]) } : body));
}

function withHeaders(change: (headers: Draft['headers']) => Draft['headers']): Steps {
  return withDraft((draft) => ({ ...draft, headers: change(draft.headers) }));
}

const NUMBER_OF_REQUESTS: readonly Faulty[] = [
  fault('conformance/one-exchange', 'it asks twice', 'repeated', '/request', { surface: {
    ...FAITHFUL,
    exchange: async (send, draft) => (await send(draft), send(draft)),
  } }),
  fault('conformance/one-exchange', 'it asks twice and dies of it', 'repeated', '/request', { surface: {
    ...FAITHFUL,
    exchange: async (send, draft) => {
      await Promise.all([send(draft), send(draft)]);
      throw new RangeError('one reply was expected');
    },
  } }),
  fault('conformance/one-exchange', 'it answers from a cache', 'nothing-sent', '/request', { surface: {
    ...FAITHFUL,
    refuse: (call) => FAITHFUL.refuse(call) ?? (call.input.path?.['note_id'] === 'note-1' && call.token !== undefined ? { kind: 'value', value: {} } : undefined),
  } }),
  fault('conformance/one-exchange', 'it says that it cannot, after it did', 'sent-yet-inexpressible', '/request', { surface: {
    ...FAITHFUL,
    read: async (reply, call) => (call.operation.id === 'dropNote' ? { kind: 'inexpressible', reason: 'no deletion' } : FAITHFUL.read(reply, call)),
  } }),
];

const OPERATIONS: readonly Faulty[] = [
  fault('parity/same-operation', 'a slash in an identifier is left bare', 'no-operation', '/path/note_id', { surface: withDraft((draft) => ({ ...draft, pathname: draft.pathname.replaceAll('%2F', '/') })) }),
  fault('parity/same-operation', 'HEAD is sent as GET', 'other-operation', '/request', { surface: withDraft((draft) => ({ ...draft, method: draft.method.replace('HEAD', 'GET') })) }),
  fault('parity/same-operation', 'POST is sent as PUT', 'no-operation', '/request', { surface: withDraft((draft) => ({ ...draft, method: draft.method.replace('POST', 'PUT') })) }),
];

const PARAMETERS: readonly Faulty[] = [
  fault('parity/same-request', 'a query parameter is dropped', 'missing', '/query/limit', { surface: withInput((input) => ({ ...input, query: without(input.query ?? {}, 'limit') })) }),
  fault('parity/same-request', 'a default is filled in', 'unexpected', '/query/limit', { surface: withInput((input, { id }) => (id === 'listNotes' ? { ...input, query: { limit: 20, ...input.query } } : input)) }),
  fault('parity/same-request', 'a query parameter is sent twice', 'repeated', '/query/limit', { surface: withDraft((draft) => ({ ...draft, query: [...draft.query, ...draft.query.filter((pair) => pair.startsWith('limit'))] })) }),
  fault('parity/same-request', 'a query parameter has another name', 'renamed', '/query/limit', { surface: withQuery((pair) => (pair.replace(/^limit/, 'Limit')) })) }),
  fault('parity/same-request', 'only the first element of a list is sent', 'elements-missing', '/query/tag', { surface: withInput((input) => ({ ...input, ...(Array.isArray(input.query?.['tag']) && { query: { ...input.query, tag: input.query['tag'].slice(0, 1) } }) })) }),
  fault('parity/same-request', 'an ampersand is left bare', 'cut', /^\/query\//, { surface: withQuery((pair) => (pair.replaceAll('%26', '&')) })) }),
  fault('parity/same-request', 'a number sign is left bare', 'cut', /^\/query\//, { surface: withQuery((pair) => (pair.replaceAll('%23', '#')) })) }),
  fault('parity/same-operation', 'a question mark in an identifier is left bare', 'no-operation', '/path/note_id', { surface: withDraft((draft) => ({ ...draft, pathname: draft.pathname.replaceAll('%3F', '?') })) }),
  fault('parity/same-request', 'what is percent-encoded is encoded again', 'changed', '/path/note_id', { surface: withDraft((draft) => ({ ...draft, pathname: draft.pathname.replaceAll('%', '%25') })) }),
  fault('parity/same-request', 'quotation marks are left bare', 'not-encoded', '/request', { surface: withQuery((pair) => (pair.replaceAll('%22', '"')) })) }),
  fault('parity/same-request', 'a header parameter is dropped', 'missing', '/header/x-lens', { surface: withHeaders((headers) => headers.filter(([name]) => name !== 'X-Lens')) }),
  fault('parity/same-request', 'a cookie is dropped', 'missing', '/cookie/pane', { surface: withHeaders((headers) => headers.filter(([name]) => name !== 'Cookie')) }),
];

const BODIES: readonly Faulty[] = [
  fault('parity/same-request', 'nulls are left out', 'null-became-omitted', /^\/body\//, { surface: withBody((body) => remembered(body, (name, member) => (member === null ? undefined : name))) }),
  fault('parity/same-request', 'what is omitted becomes null', 'omitted-became-null', '/body/text', { surface: withBody((body) => (isJsonObject(body) ? { text: null, ...body } : body)) }),
  fault('parity/same-request', 'an empty text is sent for null', 'null-became-value', '/body/text', { surface: withField('text', (text) => text ?? '') }),
  fault('parity/same-request', 'numbers are sent as texts', 'type-changed', '/body/rank', { surface: withField('rank', String) }),
  fault('parity/same-request', 'texts are trimmed', 'changed', '/body/title', { surface: withField('title', (title) => String(title).trim() || 'untitled') }),
  fault('parity/same-request', 'a set is turned round', 'reordered', '/body/tags', { surface: withField('tags', (tags) => (Array.isArray(tags) ? tags.toReversed() : tags)) }),
  fault('parity/same-request', 'texts in a list are cut', 'changed', /^\/body\/tags\/\d$/, { surface: withField('tags', (tags) => (Array.isArray(tags) ? tags.map((tag: Json) => String(tag).slice(0, 2)) : tags)) }),
  fault('parity/same-request', 'values of a map are lost', 'changed', /^\/body\/labels\//, { surface: withField('labels', (labels) => (isJsonObject(labels) ? Object.fromEntries(Object.keys(labels).map((name) => [name, 'lost'])) : labels)) }),
  fault('parity/same-request', 'names are sent in camel case', 'renamed', '/body/spot/row_number', { surface: withBody((body) => remembered(body, (name) => name.replace('row_number', 'rowNumber'))) }),
  fault('parity/same-request', 'the body is put into an envelope', 'wrapped', '/body', { surface: withBody((body) => ({ note: body })) }),
  fault('parity/same-request', 'the body is labelled as text', 'changed', '/header/content-type', { surface: withHeaders((headers) => headers.map(([name, value]) => [name, value.replace('application/json', 'text/plain')])) }),
  fault('parity/same-request', 'the body is not labelled', 'changed', '/header/content-type', { surface: withHeaders((headers) => headers.filter(([name]) => name !== 'Content-Type')) }),
  fault('parity/same-request', 'a GET has a body', 'unexpected', '/body', { surface: withDraft((draft) => (draft.method === 'GET' ? { ...draft, headers: [...draft.headers, ['Content-Type', 'application/json']], body: '{}' } : draft)) }),
  fault('conformance/request-valid', 'a member is written twice', 'duplicate-member', '/body/title', { surface: withDraft((draft) => ({ ...draft, body: draft.body?.replace(/^\{(?="title")/, '{"title":"",') })) }),
];

const CREDENTIALS: readonly Faulty[] = [
  fault('conformance/credentials-sent', 'the token is forgotten', 'missing', '/header/authorization', { surface: withHeaders((headers) => headers.filter(([name]) => name !== 'Authorization')) }),
  fault('conformance/credentials-sent', 'a token is made up where none was given', 'unexpected', '/header/authorization', { surface: withDraft((draft, { token }) => ({ ...draft, headers: token === undefined ? [['Authorization', `Bearer ${TOKEN}`], ...draft.headers] : draft.headers })) }),
  fault('conformance/credentials-sent', 'the token of the configuration wins over that of the call', 'unexpected', '/header/authorization', { surface: withHeaders((headers) => headers.map(([name, value]) => [name, name === 'Authorization' ? `Bearer ${TOKEN}` : value])) }),
  fault('conformance/credentials-sent', 'the scheme is forgotten', 'changed', '/header/authorization', { surface: withHeaders((headers) => headers.map(([name, value]) => [name, value.replace('Bearer ', '')])) }),
  fault('conformance/credentials-sent', 'the token is sent twice', 'changed', '/header/authorization', { surface: withHeaders((headers) => [...headers, ...headers.filter(([name]) => name === 'Authorization')]) }),
];

export const REQUEST_FAULTS: readonly Faulty[] = [...NUMBER_OF_REQUESTS, ...OPERATIONS, ...PARAMETERS, ...BODIES, ...CREDENTIALS];
