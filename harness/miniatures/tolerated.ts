import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { ToleranceName } from '../../rules/values/tolerances.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Cast, Wrap } from './performance.js';
import { type Draft, FAITHFUL, type Steps, withDraft, withOutcome } from './surface.js';

/** Ways of being faithful: what differs in them has no meaning, and a finding about it would be a false alarm. */
export const TOLERATED: readonly (readonly [name: string, cast: Cast, tolerance?: ToleranceName])[] = [
  ['times of the request in UTC', { surface: withJson((body) => inUtc(JSON.stringify(body))) }, 'instant-spelling'],
  [
    'times of the query in UTC',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => encodeQuery(inUtc(decodeURIComponent(pair)), pair)) })) },
    'instant-spelling',
  ],
  [
    'times of the request in another zone, with a small letter',
    { surface: withJson((body) => JSON.stringify(body).replace(/T12:30:00Z/g, 't13:30:00.0+01:00')) },
    'instant-spelling',
  ],
  ['times of what it shows in UTC', { surface: withShown((text) => inUtc(text)) }, 'instant-spelling'],
  [
    'times of what it shows with more zeros',
    { surface: withShown((text) => text.replace(/(T\d\d:\d\d:\d\d)(\.\d+)?Z/g, (_, time: string, fraction = '.') => `${time}${fraction}000z`)) },
    'instant-spelling',
  ],
  ['a service that keeps times in UTC', { service: withReply((reply) => withText(reply, inUtc)) }, 'instant-spelling'],
  [
    'one of two instances shows times in UTC',
    { service: (respond, lane) => (lane === 1 ? withReply((reply) => withText(reply, inUtc))(respond, lane) : respond) },
    'instant-spelling',
  ],
  [
    'the default of a parameter for nothing',
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
    'the default of a member for nothing',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { starred: false, ...body } : body)) },
    'default-sent',
  ],
  [
    'read-only members left out of the request',
    { surface: withJson((body) => JSON.stringify(isJsonObject(body) ? { ...body, revision: undefined } : body)) },
    'read-only',
  ],
  [
    'what holds nothing that may be read left out of the reply',
    {
      service: withReply((reply) => withText(reply, (text) => text.replace(/,"lock":\{\}/, ''))),
    },
    'write-only',
  ],
  [
    'types that have no place for what the contract forbids',
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
  ['header names in small letters', { surface: withHeaders(([name, value]) => [name.toLowerCase(), value]) }],
  ['header names in capitals', { surface: withHeaders(([name, value]) => [name.toUpperCase(), value]) }],
  ['the scheme of the token in small letters', { surface: withHeaders(([name, value]) => [name, value.replace(/^Bearer/, 'bearer')]) }],
  [
    'a charset, and the media type in capitals',
    { surface: withHeaders(([name, value]) => [name, value.replace('application/json', 'Application/JSON; charset=UTF-8')]) },
  ],
  [
    'headers that no operation has',
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
    'a media type for no body',
    {
      surface: withDraft((draft) =>
        draft.body === undefined ? { ...draft, headers: [...draft.headers, ['Content-Type', 'application/json']] } : draft,
      ),
    },
    'idle-content-type',
  ],
  ['a cookie of its own', { surface: withDraft((draft) => ({ ...draft, headers: [...draft.headers, ['Cookie', 'session=7']] })) }],
  [
    'query parameters in another order',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.toSorted((a, b) => nameOf(b).localeCompare(nameOf(a))) })) },
  ],
  ['an empty query', { surface: withDraft((draft) => (draft.query.length === 0 ? { ...draft, query: [''] } : draft)) }],
  ['hex digits in small letters', { surface: withUrl((text) => text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())) }],
  ['a tilde that is percent-encoded', { surface: withUrl((text) => text.replaceAll('~', '%7E')) }],
  [
    'letters that are percent-encoded',
    { surface: withUrl((text) => text.replace(/(?<=^|[=/])[a-z](?=[^=]*$)/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)) },
  ],
  [
    'a plus for a space in the query',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replaceAll('%20', '+')) })) },
  ],
  [
    'characters that a path segment may have bare',
    {
      surface: withDraft((draft) => ({ ...draft, pathname: draft.pathname.replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent) })),
    },
  ],
  ['members in another order, with white space', { surface: withJson((body) => JSON.stringify(reversed(body), null, '\t')) }],
  [
    'everything escaped that JSON lets one escape',
    {
      surface: withJson((body) =>
        JSON.stringify(body)
          .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
    },
  ],
  [
    'numbers with a fraction of nothing',
    { surface: withJson((body) => JSON.stringify(body).replace(/(?<=[:[,])-?\d+(?=[,}\]])/g, '$&.0')) },
    'number-spelling',
  ],
  [
    'numbers in the query likewise',
    { surface: withDraft((draft) => ({ ...draft, query: draft.query.map((pair) => pair.replace(/^(limit=-?\d+)$/, '$1.0')) })) },
    'number-spelling',
  ],
  [
    'no words of its own for how it went',
    { surface: withOutcome((outcome) => (outcome.kind === 'value' || outcome.kind === 'problem' ? { ...outcome, native: {} } : outcome)) },
  ],
  [
    'exceptions of another house',
    { surface: withOutcome((outcome) => (outcome.kind === 'problem' ? { ...outcome, native: { error: 'ServiceException' } } : outcome)) },
  ],
  [
    'null for nothing',
    {
      surface: withOutcome((outcome) => (outcome.kind === 'value' && outcome.value === undefined ? { ...outcome, value: null } : outcome)),
    },
    'null-for-nothing',
  ],
  [
    'members of what it shows in another order',
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
    'header names of the reply in small letters',
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
    'headers that nobody documented',
    { service: withReply((reply) => ({ ...reply, headers: [...reply.headers, ['ETag', '"7"'], ['Set-Cookie', 'session=7']] })) },
  ],
  [
    'white space and another order in the reply',
    {
      service: withReply((reply) =>
        reply.body.byteLength === 0
          ? reply
          : { ...reply, body: Buffer.from(JSON.stringify(reversed(JSON.parse(Buffer.from(reply.body).toString()) as Json), null, 2)) },
      ),
    },
  ],
  [
    'one of two instances spells its replies otherwise',
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
    'a problem that names the request it is about',
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

/** Every time with an offset as one in UTC; its fraction stays. */
function inUtc(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d/g, (time, fraction: string | undefined) => {
    const utc = new Date(time.replace(/\.\d+/, ''));
    // A time of the year 1 in UTC may be one of the year 0, which is written with a sign elsewhere.
    return utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999 ? time : utc.toISOString().replace('.000Z', `${fraction ?? ''}Z`);
  });
}

function encodeQuery(changed: string, pair: string): string {
  return changed === decodeURIComponent(pair) ? pair : changed.split('=').map(encodeURIComponent).join('=');
}

function withShown(change: (text: string) => string): Steps {
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
