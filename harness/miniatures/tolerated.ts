import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { ToleranceName } from '../../rules/values/tolerances.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Setup, Wrap } from './miniature-run.js';
import { type Draft, FAITHFUL, type Steps, withDraft, withOutcome } from './surface.js';

/** Variations without a change of meaning. A finding about one would be a false alarm. */
export const TOLERATED: readonly (readonly [name: string, setup: Setup, tolerance?: ToleranceName])[] = [
  ['times of the request in UTC', { surface: withJson((body) => inUtc(JSON.stringify(body))) }, 'instant-spelling'],
  [
    'times of the query in UTC',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => encodeQuery(inUtc(decodeURIComponent(pair)), pair)) })) },
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
    { surface: withReturned((text) => text.replace(/(T\d\d:\d\d:\d\d)(\.\d+)?Z/g, (_, time: string, fraction = '.') => `${time}${fraction}000z`)) },
    'instant-spelling',
  ],
  ['a service that stores times in UTC', { service: withReply((reply) => withText(reply, inUtc)) }, 'instant-spelling'],
  [
    'one of two instances returns times in UTC',
    { service: (respond, lane) => (lane === 1 ? withReply((reply) => withText(reply, inUtc))(respond, lane) : respond) },
    'instant-spelling',
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
          return FAITHFUL.refuse(call) ?? (isTyped ? undefined : { kind: 'inexpressible', reason: 'rank is an int', by: 'surface' });
        },
      },
    },
  ],
  ['header names in lower case', { surface: withHeaders(([name, value]) => [name.toLowerCase(), value]) }],
  ['header names in upper case', { surface: withHeaders(([name, value]) => [name.toUpperCase(), value]) }],
  ['the authentication scheme in lower case', { surface: withHeaders(([name, value]) => [name, value.replace(/^Bearer/, 'bearer')]) }],
  [
    'a charset, and the media type in upper case',
    { surface: withHeaders(([name, value]) => [name, value.replace('application/json', 'Application/JSON; charset=UTF-8')]) },
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
        draft.body === undefined ? { ...draft, headers: [...draft.headers, ['Content-Type', 'application/json']] } : draft,
      ),
    },
    'idle-content-type',
  ],
  ['a cookie that the contract does not define', { surface: withDraft((draft) => ({ ...draft, headers: [...draft.headers, ['Cookie', 'session=7']] })) }],
  [
    'query parameters in a different order',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.toSorted((a, b) => nameOf(b).localeCompare(nameOf(a))) })) },
  ],
  ['an empty query', { surface: withDraft((draft) => (draft.query.length === 0 ? { ...draft, query: [''] } : draft)) }],
  ['hex digits in lower case', { surface: withUrl((text) => text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())) }],
  ['a tilde that is percent-encoded', { surface: withUrl((text) => text.replaceAll('~', '%7E')) }],
  [
    'letters that are percent-encoded',
    { surface: withUrl((text) => text.replace(/(?<=^|[=/])[a-z](?=[^=]*$)/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)) },
  ],
  [
    'a plus sign for a space in the query',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replaceAll('%20', '+')) })) },
  ],
  [
    'characters that need no encoding in a path segment',
    {
      surface: withDraft((draft) => ({ ...draft, pathname: draft.pathname.replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent) })),
    },
  ],
  ['members in a different order, with white space', { surface: withJson((body) => JSON.stringify(reversed(body), null, '\t')) }],
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
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replace(/^(limit=-?\d+)$/, '$1.0')) })) },
    'number-spelling',
  ],
  [
    'no native signals',
    { surface: withOutcome((outcome) => (outcome.kind === 'value' || outcome.kind === 'problem' ? { ...outcome, native: {} } : outcome)) },
  ],
  [
    'exceptions with other names',
    { surface: withOutcome((outcome) => (outcome.kind === 'problem' ? { ...outcome, native: { error: 'ServiceException' } } : outcome)) },
  ],
  [
    'null for an empty reply',
    {
      surface: withOutcome((outcome) => (outcome.kind === 'value' && outcome.value === undefined ? { ...outcome, value: null } : outcome)),
    },
    'null-for-nothing',
  ],
  [
    'members of the outcome in a different order',
    {
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value !== undefined ? { ...outcome, value: reversed(outcome.value) } : outcome,
      ),
    },
  ],

  [
    'a charset in the reply',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: reply.headers.map(([name, value]) => [name, name === 'Content-Type' ? `${value}; charset=utf-8` : value]),
      })),
    },
  ],
  [
    'header names of the reply in lower case',
    { service: withReply((reply) => ({ ...reply, headers: reply.headers.map(([name, value]) => [name.toLowerCase(), value]) })) },
  ],
  [
    'a list of the reply on two lines',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: reply.headers.flatMap(([name, value]) =>
          name === 'X-Facets' ? value.split(', ').map((part) => [name, part] as const) : [[name, value] as const],
        ),
      })),
    },
  ],
  [
    'undocumented headers',
    { service: withReply((reply) => ({ ...reply, headers: [...reply.headers, ['ETag', '"7"'], ['Set-Cookie', 'session=7']] })) },
  ],
  [
    'white space and a different order in the reply',
    {
      service: withReply((reply) =>
        reply.body.byteLength === 0
          ? reply
          : { ...reply, body: Buffer.from(JSON.stringify(reversed(JSON.parse(Buffer.from(reply.body).toString()) as Json), null, 2)) },
      ),
    },
  ],
  [
    'one of two instances adds white space to its replies',
    {
      service: (respond, lane) =>
        lane === 1
          ? withReply((reply) => ({ ...reply, body: Buffer.concat([reply.body, Buffer.from(reply.body.byteLength === 0 ? '' : ' \n')]) }))(
              respond,
              lane,
            )
          : respond,
    },
  ],
  [
    'a problem with an instance member',
    {
      service: (respond, lane) =>
        withReply((reply) =>
          isSuccess(reply.status) || reply.body.byteLength === 0
            ? reply
            : { ...reply, body: Buffer.from(Buffer.from(reply.body).toString().replace(/\}$/, `,"instance":"urn:request:${lane}"}`)) },
        )(respond, lane),
    },
  ],
];

/** Converts every time with an offset to UTC and keeps its fraction. */
function inUtc(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d/g, (time, fraction: string | undefined) => {
    const utc = new Date(time.replace(/\.\d+/, ''));
    // In UTC the year may become 0 or 10000, which RFC 3339 cannot express.
    return utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999 ? time : utc.toISOString().replace('.000Z', `${fraction ?? ''}Z`);
  });
}

function encodeQuery(changed: string, pair: string): string {
  return changed === decodeURIComponent(pair) ? pair : changed.split('=').map(encodeURIComponent).join('=');
}

function withReturned(change: (text: string) => string): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'value' && outcome.value !== undefined
      ? { ...outcome, value: JSON.parse(change(JSON.stringify(outcome.value))) as Json }
      : outcome,
  );
}

function withText(reply: WholeResponse, change: (text: string) => string): WholeResponse {
  return reply.body.byteLength === 0 ? reply : { ...reply, body: Buffer.from(change(Buffer.from(reply.body).toString())) };
}

function withHeaders(change: (pair: HeaderPair) => HeaderPair): Steps {
  return withDraft((draft) => ({ ...draft, headers: draft.headers.map(change) }));
}

function withUrl(change: (text: string) => string): Steps {
  return withDraft((draft) => ({ ...draft, pathname: change(draft.pathname), query: draft.query.map(change) }));
}

function withJson(write: (body: Json) => string): Steps {
  return withDraft((draft: Draft) => (draft.body === undefined ? draft : { ...draft, body: write(JSON.parse(draft.body) as Json) }));
}

function withReply(change: (reply: WholeResponse) => WholeResponse): Wrap {
  return (respond) => (request) => {
    const reply = respond(request);
    return reply.kind === 'response' ? change(reply) : reply;
  };
}

function nameOf(pair: string): string {
  return pair.split('=', 1)[0] ?? '';
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(reversed);
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, reversed(member)]),
      )
    : value;
}
