import { headerValue } from '../../contract/wire/message.js';
import { isJsonObject } from '../../contract/json/json.js';
import type { ToleranceName } from '../../rules/values/tolerances.js';
import type { Setup } from './miniature-run.js';
import { FAITHFUL, withDraft, withOutcome } from './surface.js';
import { TOLERATED_REPLIES } from './tolerated-replies.js';
import {
  inLowerCase,
  inUtc,
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

/** Variations without a change of meaning. A finding about a variation would be a false alarm. */
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
  ['times of the request in UTC', { surface: withJson((body) => inUtc(JSON.stringify(body))) }, 'instant-spelling'],
  [
    'times of the query in UTC',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.map((pair) => encodeQuery(inUtc(decodeURIComponent(pair)), pair)),
      })),
    },
    'instant-spelling',
  ],
  [
    'times of the request in a different zone, with a lower-case t',
    { surface: withJson((body) => JSON.stringify(body).replace(/T12:30:00Z/g, 't13:30:00.0+01:00')) },
    'instant-spelling',
  ],
  ['times of the outcome in UTC', { surface: withReturned((text) => inUtc(text)) }, 'instant-spelling'],
  [
    'times of the outcome with more zeros',
    {
      surface: withReturned((text) =>
        text.replace(/(T\d\d:\d\d:\d\d)(\.\d+)?Z/g, (_, time: string, fraction = '.') => `${time}${fraction}000z`),
      ),
    },
    'instant-spelling',
  ],
  ['a service that stores times in UTC', { service: withReply((reply) => withText(reply, inUtc)) }, 'instant-spelling'],
  [
    'one of two instances returns times in UTC',
    {
      service: (respond, lane) => (lane === 1 ? withReply((reply) => withText(reply, inUtc))(respond, lane) : respond),
    },
    'instant-spelling',
  ],
  [
    'UUIDs of the request in lower case',
    { surface: withJson((body) => inLowerCase(JSON.stringify(body))) },
    'uuid-spelling',
  ],
  ['UUIDs of the outcome in lower case', { surface: withReturned((text) => inLowerCase(text)) }, 'uuid-spelling'],
  [
    'a service that stores UUIDs in lower case',
    { service: withReply((reply) => withText(reply, inLowerCase)) },
    'uuid-spelling',
  ],
  [
    'URIs of the request with an empty path',
    { surface: withJson((body) => withUriPath(JSON.stringify(body))) },
    'uri-spelling',
  ],
  [
    'a service that stores URIs with a path',
    { service: withReply((reply) => withText(reply, withUriPath)) },
    'uri-spelling',
  ],
  [
    'the default of an omitted parameter',
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
    'the default of an omitted member',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { starred: false, ...body } : body)) },
    'default-sent',
  ],
  [
    'read-only members omitted from the request',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { ...body, revision: undefined } : body)) },
    'read-only',
  ],
  [
    'an object without readable members omitted from the reply',
    {
      service: withReply((reply) => withText(reply, (text) => text.replace(/,"lock":\{\}/, ''))),
    },
    'write-only',
  ],
  [
    'types that cannot express invalid values',
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
  ['header names in lower case', { surface: withHeaders(([name, value]) => [name.toLowerCase(), value]) }],
  ['header names in upper case', { surface: withHeaders(([name, value]) => [name.toUpperCase(), value]) }],
  [
    'the authentication scheme in lower case',
    { surface: withHeaders(([name, value]) => [name, value.replace(/^Bearer/, 'bearer')]) },
  ],
  [
    'a charset, and the media type in upper case',
    {
      surface: withHeaders(([name, value]) => [
        name,
        value.replace('application/json', 'Application/JSON; charset=UTF-8'),
      ]),
    },
  ],
  [
    'headers that the contract does not define',
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
    'a Content-Type without a body',
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
    'a cookie that the contract does not define',
    { surface: withDraft((draft) => ({ ...draft, headers: [...draft.headers, ['Cookie', 'session=7']] })) },
  ],
  [
    'query parameters in a different order',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.toSorted((a, b) => nameOf(b).localeCompare(nameOf(a))),
      })),
    },
  ],
  ['an empty query', { surface: withDraft((draft) => (draft.query.length === 0 ? { ...draft, query: [''] } : draft)) }],
  [
    'hex digits in lower case',
    { surface: withUrl((text) => text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())) },
  ],
  ['a tilde that is percent-encoded', { surface: withUrl((text) => text.replaceAll('~', '%7E')) }],
  [
    'letters that are percent-encoded',
    {
      surface: withUrl((text) =>
        text.replace(/(?<=^|[=/])[a-z](?=[^=]*$)/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ),
    },
  ],
  [
    'a plus sign for a space in the query',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replaceAll('%20', '+')) })) },
  ],
  [
    'characters that need no encoding in a path segment',
    {
      surface: withDraft((draft) => ({
        ...draft,
        pathname: draft.pathname.replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
      })),
    },
  ],
  [
    'members in a different order, with white space',
    { surface: withJson((body) => JSON.stringify(reversed(body), null, '\t')) },
  ],
  [
    'escape sequences for characters that need none in JSON',
    {
      surface: withJson((body) =>
        JSON.stringify(body)
          .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
    },
  ],
  [
    'numbers with a fraction of zero',
    { surface: withJson((body) => JSON.stringify(body).replace(/(?<=[:[,])-?\d+(?=[,}\]])/g, '$&.0')) },
    'number-spelling',
  ],
  [
    'numbers in the query with a fraction of zero',
    {
      surface: withDraft((draft) => ({
        ...draft,
        query: draft.query.map((pair) => pair.replace(/^(limit=-?\d+)$/, '$1.0')),
      })),
    },
    'number-spelling',
  ],
  [
    'no native signals',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' || outcome.kind === 'problem' ? { ...outcome, native: {} } : outcome,
      ),
    },
  ],
  [
    'exceptions with other names',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'problem' ? { ...outcome, native: { error: 'ServiceException' } } : outcome,
      ),
    },
  ],
  [
    'null for an empty reply',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value === undefined ? { ...outcome, value: null } : outcome,
      ),
    },
    'null-for-nothing',
  ],
  [
    'a text for an empty reply, in the result of a tool',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value === undefined
          ? { ...outcome, value: 'Done.', native: { isError: false } }
          : outcome,
      ),
    },
    'prose-for-nothing',
  ],
  [
    'members of the outcome in a different order',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value !== undefined
          ? { ...outcome, value: reversed(outcome.value) }
          : outcome,
      ),
    },
  ],
];
