import { headerValue } from '../../contract/wire/message.js';
import { isJsonObject } from '../../contract/json/json.js';
import type { ToleranceName } from '../../rules/values/tolerances.js';
import type { Setup } from './miniature-run.js';
import { FAITHFUL, withDraft, withOutcome } from './surface.js';
import { TOLERATED_REPLIES } from './tolerated-replies.js';
import {
  forNothing,
  inLowerCase,
  inUtc,
  withMoreDigits,
  withMoreZeros,
  encodeQuery,
  withReturned,
  withText,
  withHeaders,
  withUrl,
  withUriPath,
  withJson,
  withReply,
  nameOf,
  reversed,
} from './tolerated-steps.js';

/** Correct variants of a surface or service. A finding about one of them would be a false alarm. */
export const TOLERATED: readonly (readonly [name: string, setup: Setup, tolerance?: ToleranceName])[] = [
  ...TOLERATED_REPLIES,
  [
    'a redirection is followed',
    {
      workload: 'replies',
      surface: {
        ...FAITHFUL,
        exchange: async (send, draft) => {
          const reply = await send(draft);
          const isRedirection = reply.kind === 'response' && reply.status >= 300 && reply.status < 400;
          const location = isRedirection ? headerValue(reply.headers, 'location') : undefined;
          return location === undefined
            ? reply
            : send({ ...draft, method: 'GET', pathname: location, body: undefined });
        },
      },
    },
    'redirection-followed',
  ],
  [
    'times in a request body are sent in UTC',
    { surface: withJson((body) => inUtc(JSON.stringify(body))) },
    'instant-spelling',
  ],
  [
    'times in a query are sent in UTC',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.map((pair) => encodeQuery(inUtc(decodeURIComponent(pair)), pair)),
      })),
    },
    'instant-spelling',
  ],
  [
    'times in a request body are sent in a different zone, with a lower-case t',
    { surface: withJson((body) => JSON.stringify(body).replace(/T12:30:00Z/g, 't13:30:00.0+01:00')) },
    'instant-spelling',
  ],
  ['times are reported in UTC', { surface: withReturned((text) => inUtc(text)) }, 'instant-spelling'],
  ['times are reported with additional zeros', { surface: withReturned(withMoreZeros) }, 'instant-spelling'],
  ['a service stores times in UTC', { service: withReply((reply) => withText(reply, inUtc)) }, 'instant-spelling'],
  [
    'a service adds a part of a microsecond to times, as floating-point numbers do',
    { service: withReply((reply) => withText(reply, withMoreDigits)) },
    'instant-precision',
  ],
  [
    'one of two instances of a service returns times in UTC',
    {
      service: (respond, lane) => (lane === 1 ? withReply((reply) => withText(reply, inUtc))(respond, lane) : respond),
    },
    'instant-spelling',
  ],
  [
    'UUIDs in a request body are sent in lower case',
    { surface: withJson((body) => inLowerCase(JSON.stringify(body))) },
    'uuid-spelling',
  ],
  ['UUIDs are reported in lower case', { surface: withReturned((text) => inLowerCase(text)) }, 'uuid-spelling'],
  [
    'a service stores UUIDs in lower case',
    { service: withReply((reply) => withText(reply, inLowerCase)) },
    'uuid-spelling',
  ],
  [
    'URIs without a path are sent with the path `/` in a request body',
    { surface: withJson((body) => withUriPath(JSON.stringify(body))) },
    'uri-spelling',
  ],
  [
    'a service adds the path `/` to stored URIs without a path',
    { service: withReply((reply) => withText(reply, withUriPath)) },
    'uri-spelling',
  ],
  [
    'an omitted parameter is sent with its default',
    {
      surface: withDraft((draft) =>
        draft.method === 'GET' && draft.pathname === '/~notes' && !draft.query.some((pair) => pair.startsWith('limit='))
          ? { ...draft, query: [...draft.query, 'limit=20'] }
          : draft,
      ),
    },
    'default-sent',
  ],
  [
    'an omitted member is sent with its default',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { starred: false, ...body } : body)) },
    'default-sent',
  ],
  [
    'read-only members are omitted from the request',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { ...body, revision: undefined } : body)) },
    'read-only',
  ],
  [
    'an object without readable members is omitted from the reply',
    {
      service: withReply((reply) => withText(reply, (text) => text.replace(/,"lock":\{\}/, ''))),
    },
    'write-only',
  ],
  [
    'a surface has types that cannot express invalid values',
    {
      surface: {
        ...FAITHFUL,
        refuse: (call) => {
          const { body } = call.input;
          const isTyped = !isJsonObject(body) || body['rank'] === undefined || Number.isInteger(body['rank']);
          return (
            FAITHFUL.refuse(call) ??
            (isTyped ? undefined : { kind: 'inexpressible', reason: 'rank is an int', by: 'surface' })
          );
        },
      },
    },
  ],
  ['header names are sent in lower case', { surface: withHeaders(([name, value]) => [name.toLowerCase(), value]) }],
  ['header names are sent in upper case', { surface: withHeaders(([name, value]) => [name.toUpperCase(), value]) }],
  [
    'the authentication scheme is sent in lower case',
    { surface: withHeaders(([name, value]) => [name, value.replace(/^Bearer/, 'bearer')]) },
  ],
  [
    'the media type is sent with capital letters and a charset',
    {
      surface: withHeaders(([name, value]) => [
        name,
        value.replace('application/json', 'Application/JSON; charset=UTF-8'),
      ]),
    },
  ],
  [
    'additional headers are sent',
    {
      surface: withDraft((draft) => ({
        ...draft,
        headers: [
          ...draft.headers,
          ['Accept', 'application/json'],
          ['Accept-Language', '*'],
          ['User-Agent', 'miniature/1'],
          ['X-Request-Id', '7'],
        ],
      })),
    },
  ],
  [
    'a Content-Type is sent without a body',
    {
      surface: withDraft((draft) =>
        draft.body === undefined
          ? { ...draft, headers: [...draft.headers, ['Content-Type', 'application/json']] }
          : draft,
      ),
    },
    'idle-content-type',
  ],
  [
    'an additional cookie is sent',
    { surface: withDraft((draft) => ({ ...draft, headers: [...draft.headers, ['Cookie', 'session=7']] })) },
  ],
  [
    'query parameters are sent in a different order',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.toSorted((a, b) => nameOf(b).localeCompare(nameOf(a))),
      })),
    },
  ],
  [
    'a request has an empty query',
    { surface: withDraft((draft) => (draft.query.length === 0 ? { ...draft, query: [''] } : draft)) },
  ],
  [
    'hex digits of percent-encoding are sent in lower case',
    { surface: withUrl((text) => text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())) },
  ],
  ['a tilde is percent-encoded', { surface: withUrl((text) => text.replaceAll('~', '%7E')) }],
  [
    'letters are percent-encoded',
    {
      surface: withUrl((text) =>
        text.replace(/(?<=^|[=/])[a-z](?=[^=]*$)/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ),
    },
  ],
  [
    'a space in a query is sent as a plus sign',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replaceAll('%20', '+')) })) },
  ],
  [
    'characters that need no encoding in a path segment are not encoded',
    {
      surface: withDraft((draft) => ({
        ...draft,
        pathname: draft.pathname.replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
      })),
    },
  ],
  [
    'members are sent in a different order, with white space',
    { surface: withJson((body) => JSON.stringify(reversed(body), null, '\t')) },
  ],
  [
    'characters that need no escape in JSON are escaped',
    {
      surface: withJson((body) =>
        JSON.stringify(body)
          .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
    },
  ],
  [
    'integers are sent with a fraction of zero',
    { surface: withJson((body) => JSON.stringify(body).replace(/(?<=[:[,])-?\d+(?=[,}\]])/g, '$&.0')) },
    'number-spelling',
  ],
  [
    'integers in a query are sent with a fraction of zero',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.map((pair) => pair.replace(/^(limit=-?\d+)$/, '$1.0')),
      })),
    },
    'number-spelling',
  ],
  [
    'a surface reports no native signals',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' || outcome.kind === 'problem' ? { ...outcome, native: {} } : outcome,
      ),
    },
  ],
  [
    'exceptions have a different class name',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'problem' ? { ...outcome, native: { error: 'ServiceException' } } : outcome,
      ),
    },
  ],
  [
    'null is reported for an empty reply',
    {
      surface: forNothing({ value: null }),
    },
    'null-for-nothing',
  ],
  [
    'a tool returns a text for an empty reply',
    {
      surface: forNothing({ value: 'Done.', native: { isError: false } }),
    },
    'prose-for-nothing',
  ],
  [
    'members are reported in a different order',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value !== undefined
          ? { ...outcome, value: reversed(outcome.value) }
          : outcome,
      ),
    },
  ],
];
