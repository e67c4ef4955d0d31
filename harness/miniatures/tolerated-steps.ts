import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import type { Outcome } from '../../surfaces/outcome.js';
import type { Wrap } from './miniature-run.js';
import { type Draft, type Steps, withDraft, withOutcome } from './surface.js';

/** Converts every time with an offset to UTC and keeps its fraction. */
export function inUtc(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d/g, (time, fraction: string | undefined) => {
    const utc = new Date(time.replace(/\.\d+/, ''));
    // The year in UTC may be 0 or 10000, which RFC 3339 cannot express.
    return utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999
      ? time
      : utc.toISOString().replace('.000Z', `${fraction ?? ''}Z`);
  });
}

/** Adds a tenth of a microsecond to each point in time. */
export function withMoreDigits(text: string): string {
  return text.replaceAll(
    /(T\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)/gi,
    (_, time: string, fraction: string | undefined, offset: string) =>
      `${time}.${(fraction ?? '').padEnd(6, '0')}1${offset}`,
  );
}

/** Adds three zeros to the fraction of each point in time. */
export function withMoreZeros(text: string): string {
  return text.replace(/(T\d\d:\d\d:\d\d)(\.\d+)?Z/g, (_, time: string, fraction = '.') => `${time}${fraction}000z`);
}

/** Converts the UUID in the member `batch` to lower case. */
export function inLowerCase(text: string): string {
  return text.replace(/"batch":"[^"\\]*"/g, (member) => member.toLowerCase());
}

export function encodeQuery(changed: string, pair: string): string {
  return changed === decodeURIComponent(pair) ? pair : changed.split('=').map(encodeURIComponent).join('=');
}

export function withReturned(change: (text: string) => string): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'value' && outcome.value !== undefined
      ? { ...outcome, value: JSON.parse(change(JSON.stringify(outcome.value))) as Json }
      : outcome,
  );
}

export function withText(reply: WholeResponse, change: (text: string) => string): WholeResponse {
  return reply.body.byteLength === 0
    ? reply
    : { ...reply, body: Buffer.from(change(Buffer.from(reply.body).toString())) };
}

export function withHeaders(change: (pair: HeaderPair) => HeaderPair): Steps {
  return withDraft((draft) => ({ ...draft, headers: draft.headers.map(change) }));
}

export function withUrl(change: (text: string) => string): Steps {
  return withDraft((draft) => ({ ...draft, pathname: change(draft.pathname), query: draft.query.map(change) }));
}

export function withJson(write: (body: Json) => string): Steps {
  return withDraft((draft: Draft) =>
    draft.body === undefined ? draft : { ...draft, body: write(JSON.parse(draft.body) as Json) },
  );
}

export function withReply(change: (reply: WholeResponse) => WholeResponse): Wrap {
  return (respond) => (request) => {
    const reply = respond(request);
    return reply.kind === 'response' ? change(reply) : reply;
  };
}

export function nameOf(pair: string): string {
  return pair.split('=', 1)[0] ?? '';
}

export function reversed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(reversed);
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, reversed(member)]),
      )
    : value;
}

/**
 * Adds the path `/` to each URI without a path, and writes its scheme in capitals. The meaning of the URI stays the
 * same.
 */
export function withUriPath(text: string): string {
  return text.replace(/"http(s?):\/\/([a-z.]+)"/g, (_, secure: string, host: string) => {
    return `"HTTP${secure.toUpperCase()}://${host}/"`;
  });
}

/** A surface that reports `reported` to its caller for a reply without a body. */
export function forNothing(reported: Pick<Outcome & { kind: 'value' }, 'value' | 'native'>): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'value' && outcome.value === undefined ? { ...outcome, ...reported } : outcome,
  );
}

/** An outcome without the unknown members of replies. The elements of `errors` have no known members, so they stay. */
export function withoutUnknown(outcome: Outcome): Outcome {
  if (outcome.kind === 'value' && outcome.value !== undefined) return { ...outcome, value: known(outcome.value) };
  return outcome.kind === 'problem' && outcome.problem !== undefined
    ? { ...outcome, problem: known(outcome.problem) }
    : outcome;
}

function known(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(known);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'x_unknown');
  return Object.fromEntries(kept.map(([name, member]) => [name, name === 'errors' ? member : known(member)]));
}
