import { TOKEN } from '../notes-service.js';
import { type Draft, FAITHFUL, type Steps, withDraft, withInput } from '../surface.js';
import { type Faulty, beyond, fault, without } from './faulty.js';

function withHeaders(change: (headers: Draft['headers']) => Draft['headers']): Steps {
  return withDraft((draft) => ({ ...draft, headers: change(draft.headers) }));
}

function withPath(change: (pathname: string) => string): Steps {
  return withDraft((draft) => ({ ...draft, pathname: change(draft.pathname) }));
}

function withPairs(change: (pair: string) => string): Steps {
  return withDraft((draft) => ({ ...draft, query: draft.query.map(change) }));
}

function withMethod(from: string, to: string): Steps {
  return withDraft((draft) => ({ ...draft, method: draft.method.replace(from, to) }));
}

const NUMBER_OF_REQUESTS: readonly Faulty[] = [
  fault('conformance/one-exchange', 'a surface sends the request twice', 'repeated', '/request', {
    surface: { ...FAITHFUL, exchange: async (send, draft) => (await send(draft), send(draft)) },
  }),
  fault('conformance/one-exchange', 'a surface sends the request twice and crashes', 'repeated', '/request', {
    surface: {
      ...FAITHFUL,
      exchange: async (send, draft) => {
        await Promise.all([send(draft), send(draft)]);
        throw new RangeError('one reply was expected');
      },
    },
  }),
  fault('conformance/one-exchange', 'a surface returns a result from a cache', 'nothing-sent', '/request', {
    surface: {
      ...FAITHFUL,
      refuse: (call) =>
        FAITHFUL.refuse(call) ?? (call.input.path?.['note_id'] === 'note-1' ? { kind: 'value', value: {} } : undefined),
    },
  }),
  fault(
    'conformance/one-exchange',
    'a surface reports a call as inexpressible after sending the request',
    'sent-yet-inexpressible',
    '/request',
    {
      surface: {
        ...FAITHFUL,
        read: (reply, call) =>
          call.operation.id === 'dropNote'
            ? { kind: 'inexpressible', reason: 'no deletion' }
            : FAITHFUL.read(reply, call),
      },
    },
  ),
];

const INEXPRESSIBLE: readonly Faulty[] = [
  fault('parity/expressible', 'a surface cannot express a filter of a list', 'inexpressible', '/outcome', {
    surface: {
      ...FAITHFUL,
      refuse: (call) =>
        FAITHFUL.refuse(call) ??
        (call.operation.id === 'listNotes' && call.input.query !== undefined
          ? { kind: 'inexpressible', reason: 'list_notes takes no arguments', by: 'surface' }
          : undefined),
    },
  }),
];

const OPERATIONS: readonly Faulty[] = [
  fault('parity/same-operation', 'a slash in an id is not encoded', 'no-operation', '/path/note_id', {
    surface: withPath((pathname) => pathname.replaceAll('%2F', '/')),
  }),
  fault('parity/same-operation', 'a question mark in an id is not encoded', 'no-operation', '/path/note_id', {
    surface: withPath((pathname) => pathname.replaceAll('%3F', '?')),
  }),
  fault('parity/same-operation', 'HEAD is sent as GET', 'other-operation', '/request', {
    surface: withMethod('HEAD', 'GET'),
  }),
  fault('parity/same-operation', 'POST is sent as PUT', 'no-operation', '/request', {
    surface: withMethod('POST', 'PUT'),
  }),
];

const PARAMETERS: readonly Faulty[] = [
  fault('parity/same-request', 'a query parameter is dropped', 'missing', '/query/limit', {
    surface: withInput((input) => ({ ...input, query: without(input.query ?? {}, 'limit') })),
  }),
  beyond(
    'default-sent',
    fault(
      'parity/same-request',
      'an omitted parameter is sent with a value other than its default',
      'unexpected',
      '/query/limit',
      {
        surface: withInput((input, { id }) =>
          id === 'listNotes' ? { ...input, query: { limit: 10, ...input.query } } : input,
        ),
      },
    ),
  ),
  beyond(
    'instant-spelling',
    fault('parity/same-request', 'a time in the query loses its fraction', 'changed', '/query/since', {
      surface: withPairs((pair) => pair.replace(/^(since=.*)\.\d+/, '$1')),
    }),
  ),
  fault('parity/same-request', 'a query parameter is sent twice', 'repeated', '/query/limit', {
    surface: withPairs((pair) => (pair.startsWith('limit') ? `${pair}&${pair}` : pair)),
  }),
  fault('parity/same-request', 'a query parameter is renamed', 'renamed', '/query/limit', {
    surface: withPairs((pair) => pair.replace(/^limit/, 'Limit')),
  }),
  fault('parity/same-request', 'only the first element of a list is sent', 'elements-missing', '/query/tag', {
    surface: withInput((input) => {
      const tags = input.query?.['tag'];
      return Array.isArray(tags) ? { ...input, query: { ...input.query, tag: tags.slice(0, 1) } } : input;
    }),
  }),
  fault('parity/same-request', 'an ampersand is not encoded', 'cut', /^\/query\//, {
    surface: withPairs((pair) => pair.replaceAll('%26', '&')),
  }),
  fault('parity/same-request', 'a number sign is not encoded', 'cut', /^\/query\//, {
    surface: withPairs((pair) => pair.replaceAll('%23', '#')),
  }),
  fault('parity/same-request', 'quotation marks are not encoded', 'not-encoded', '/request', {
    surface: withPairs((pair) => pair.replaceAll('%22', '"')),
  }),
  fault('parity/same-request', 'percent-encoded characters are encoded again', 'changed', '/path/note_id', {
    surface: withPath((pathname) => pathname.replaceAll('%', '%25')),
  }),
  fault('parity/same-request', 'a header parameter is dropped', 'missing', '/header/x-lens', {
    surface: withHeaders((headers) => headers.filter(([name]) => name !== 'X-Lens')),
  }),
  fault('parity/same-request', 'a cookie is dropped', 'missing', '/cookie/pane', {
    surface: withHeaders((headers) => headers.filter(([name]) => name !== 'Cookie')),
  }),
];

const CREDENTIALS: readonly Faulty[] = [
  fault('conformance/accept-header', 'the request accepts only HTML', 'not-accepted', '/header/Accept', {
    surface: withHeaders((headers) => [...headers, ['Accept', 'text/html, */*;q=0']]),
  }),
  fault('conformance/host-header', 'the host lacks its port', 'other-host', '/header/host', {
    surface: withHeaders((headers) => [...headers, ['Host', 'localhost']]),
  }),
  fault('conformance/credentials-sent', 'the token is omitted', 'missing', '/header/authorization', {
    surface: withHeaders((headers) => headers.filter(([name]) => name !== 'Authorization')),
  }),
  fault(
    'conformance/credentials-sent',
    'a token is sent although the case has none',
    'unexpected',
    '/header/authorization',
    {
      surface: { ...FAITHFUL, write: (call) => FAITHFUL.write({ ...call, token: call.token ?? TOKEN }) },
    },
  ),
  fault(
    'conformance/credentials-sent',
    'the configured token replaces the token of the call',
    'unexpected',
    '/header/authorization',
    { surface: { ...FAITHFUL, write: (call) => FAITHFUL.write({ ...call, token: call.token && TOKEN }) } },
  ),
  fault('conformance/credentials-sent', 'the authentication scheme is omitted', 'changed', '/header/authorization', {
    surface: withHeaders((headers) => headers.map(([name, value]) => [name, value.replace('Bearer ', '')])),
  }),
  fault('conformance/credentials-sent', 'the token is sent twice', 'changed', '/header/authorization', {
    surface: withHeaders((headers) => [...headers, ...headers.filter(([name]) => name === 'Authorization')]),
  }),
];

export const REQUEST_FAULTS: readonly Faulty[] = [
  ...NUMBER_OF_REQUESTS,
  ...INEXPRESSIBLE,
  ...OPERATIONS,
  ...PARAMETERS,
  ...CREDENTIALS,
];
