import { pointerTokens } from '../../contract/json/json-pointer.js';
import { type RepairSides, differenceRepair, valueText } from './difference-repair.js';
import type { Violation } from '../finding.js';
import { type RepairText, listText, boundedText } from './repair-words.js';

/** For the id of each rule about requests: writes the repair of a violation in what a surface sends. */
export const REQUEST_REPAIRS: Readonly<Record<string, RepairText>> = {
  'parity/same-request': differenceOnWire,
  'parity/same-operation': ({ pointer, expected, received }, { case: { input } }) => {
    const [location, name = ''] = pointerTokens(pointer);
    const value = location === 'path' ? input.path?.[name] : undefined;
    if (value === undefined) return `Send \`${boundedText(expected)}\`; the surface sent \`${boundedText(received)}\`.`;
    return `Percent-encode \`${pointer}\` (RFC 3986 §2.2): ${valueText(value)} turned the request into \`${boundedText(received)}\`, which does not match \`${boundedText(expected)}\`.`;
  },
  'conformance/request-valid': ({ kind, pointer, expected, received }) =>
    kind === 'duplicate-member'
      ? `Write \`${pointer}\` once in ${placeOf(pointer)}; the surface wrote the member twice.`
      : `The surface sent ${valueText(received)} for \`${pointer}\`; the contract requires: ${boundedText(expected)}. Send such a value in ${placeOf(pointer)}, or generate the surface again if its types are out of date.`,
  'conformance/credentials-sent': credentialsRepair,
  'conformance/one-exchange': ({ kind, received }, { operation }) => {
    if (kind === 'repeated')
      return `Send one request for a call of ${operation.id}; the surface sent ${listText(received)}. Remove the retry or the preflight call.`;
    if (kind === 'nothing-sent')
      return `Send a request for every call of ${operation.id}; the surface ended the call without one. Remove the cache, or the error that occurs before the request is sent.`;
    return `Before a request is sent, decide whether the input of ${operation.id} can be expressed; the surface sent ${listText(received)} first.`;
  },
  'parity/same-gate': ({ kind, expected, received }, { operation: { gate = 'gate' } }) => {
    if (kind === 'request-before-approval')
      return `Decide the gate \`${gate}\` before the request is built; the surface sent \`${boundedText(received)}\` without its approval.`;
    if (kind === 'approval-ignored')
      return `Open the gate \`${gate}\` for each form of approval: \`--approve ${gate}\`, the variable <PREFIX>_APPROVE, and a \`y\` at a terminal.`;
    if (kind === 'other-exit-code')
      return `Exit with ${boundedText(expected)} when the gate \`${gate}\` is not approved; the surface exits with ${boundedText(received)}.`;
    return `End the call with the refusal of the gate \`${gate}\`; the surface ends it with a ${boundedText(received)}.`;
  },
  'stream/resume': ({ expected, received }) => {
    const made =
      received === '(no request)'
        ? 'sent no request'
        : received === ''
          ? 'sent no such header'
          : `sent ${boundedText(received)}`;
    return `Send \`Last-Event-ID: ${boundedText(expected)}\` after a disconnect; the surface ${made}.`;
  },
};

function differenceOnWire(violation: Violation): string {
  const { pointer, kind, expected, received } = violation;
  if (kind === 'cut')
    return `Percent-encode \`${pointer}\` (RFC 3986 §2.2): ${valueText(expected)} was sent as ${valueText(received)}.`;
  if (kind === 'moved')
    return `Write ${valueText(expected)} into the path in place of its variable; the surface sent it as \`${boundedText(received)}\`.`;
  if (kind === 'truncated')
    return 'Send the whole body: `Content-Length` is its number of bytes, not of characters (RFC 9110 §8.6).';
  if (kind === 'not-encoded')
    return `Percent-encode these characters of the request target (RFC 3986 §2): ${boundedText(received)}`;
  return differenceRepair(pointer, violation, { wanted: 'was given as', made: 'the surface sent', ...partOf(pointer) });
}

type Part = Pick<RepairSides, 'nothing' | 'place'>;

const PARTS: Readonly<Record<string, Part>> = {
  path: { nothing: 'no such parameter', place: 'the path encoder of the surface' },
  query: { nothing: 'no such parameter', place: 'the query encoder of the surface' },
  header: { nothing: 'no such header', place: 'the headers that the surface writes' },
  cookie: { nothing: 'no such cookie', place: 'the cookies that the surface writes' },
  body: { nothing: 'no such member', place: 'the body encoder of the surface' },
};

function partOf(pointer: string): Part {
  const part = PARTS[pointerTokens(pointer)[0] ?? ''] ?? {
    nothing: 'nothing',
    place: 'the request that the surface builds',
  };
  return pointer === '/body' ? { ...part, nothing: 'no body' } : part;
}

function placeOf(pointer: string): string {
  return partOf(pointer).place;
}

function credentialsRepair(
  { kind, pointer, expected }: Violation,
  { case: { token } }: Parameters<RepairText>[1],
): string {
  const [location = '', name = ''] = pointerTokens(pointer);
  const place = `the ${location} \`${name}\``;
  if (kind === 'missing') return `Send ${boundedText(expected)} in ${place}; the request has nothing there.`;
  if (kind === 'changed')
    return `Send ${boundedText(expected)} in ${place}, once; the request carries a different value, or more than one.`;
  if (token === 'missing')
    return `Send no credentials in ${place} if the call was given none; the request carries credentials.`;
  return `Send the token of the call in ${place}; the request carries the configured token.`;
}
