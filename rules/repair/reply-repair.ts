import { TOKEN_WORDS } from '../conformance/service/authentication-enforced.js';
import { isSecured } from '../../contract/wire/request/credentials.js';
import { documentsStatus } from '../../contract/documented-responses.js';
import { pointerTokens } from '../../contract/json/json-pointer.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { differenceRepair, valueText } from './difference-repair.js';
import { OMITTED } from '../values/omitted.js';
import type { Violation } from '../finding.js';
import { type RepairText, listText, requestLine, boundedText } from './repair-words.js';
import type { Trial } from '../rule.js';
import { invalidStatus } from '../conformance/service/invalid-rejected.js';

/** The statuses with which a service refuses values. */
const AMONG_VALUES: ReadonlySet<string> = new Set(['400', '422']);

/** For the id of each rule about a service: writes the repair of a violation in its replies or its stored state. */
export const REPLY_REPAIRS: Readonly<Record<string, RepairText>> = {
  'conformance/status-documented': ({ received }, { operation }) =>
    `Answer ${operation.id} with one of ${operation.responses.map(({ status }) => status).join(', ')}, or document ${boundedText(received)} under its \`responses\`.`,
  'conformance/valid-accepted': acceptedRepair,
  'conformance/invalid-rejected': rejectedRepair,
  'conformance/authentication-enforced': ({ received }, trial) =>
    `Check the token of ${requestLine(trial)} before anything else, and answer 401 to a call ${TOKEN_WORDS[trial.case.token]}; the service answered ${boundedText(received)}.`,
  'conformance/malformed-refused': ({ kind, expected, received }, { case: { raw }, operation }) =>
    kind === 'allow-missing'
      ? `Send the header \`Allow\` with the methods of ${operation.path} in each 405 reply.`
      : kind === 'unlimited-chunks' || kind === 'chunks-refused'
        ? `Count the bytes of a body of ${operation.id} while it is read, and answer 413 above the limit only, whether the request has a Content-Length or not.`
        : `Answer ${boundedText(expected)} to a request ${raw?.words ?? ''}; the service answered ${boundedText(received)}.`,
  'conformance/content-type': ({ kind, expected, received }, { operation }) => {
    const sent = kind === 'missing' ? 'the reply has none' : `the reply has \`${boundedText(received)}\``;
    return `Send this reply of ${operation.id} with the Content-Type \`${listText(expected)}\`; ${sent}. Or document the media type of the reply.`;
  },
  'conformance/response-headers': ({ kind, pointer, expected, received }, { operation }) => {
    const name = pointerTokens(pointer).at(-1) ?? 'header';
    if (kind === 'missing')
      return `Send the header \`${name}\` with this reply of ${operation.id}, or document it as not required.`;
    return `The service sent \`${name}: ${boundedText(received)}\`; the contract requires: ${boundedText(expected)}. Send such a value, or correct the schema of the header.`;
  },
  'conformance/response-body': bodyRepair,
  'conformance/no-server-error': ({ kind, received }, trial) =>
    kind === 'no-reply'
      ? `Find in the service's log why ${requestLine(trial)} had no reply (${boundedText(received)}), and answer every request of this operation.`
      : kind === 'unavailable'
        ? `Find in the service's log why the service was unavailable when ${requestLine(trial)} was answered ${boundedText(received)}. The status concerns the service, not this input. If the service answers later calls, let a call wait while the service is busy, or document 503 with the header Retry-After (RFC 9110 §15.6.4). If it does not, restart it, and find the call after which it stays unavailable.`
        : received === 501
          ? `Implement ${requestLine(trial)}, or remove the operation from the contract: a 501 states that the service does not support the request (RFC 9110 §15.6.2).`
          : `Look in the service's log for the error that caused the ${boundedText(received)} of ${requestLine(trial)}; answer errors of the client with a documented 4xx.`,
  'state/echo': (violation, { operation }) => {
    const pointer = violation.pointer.slice('/response/body'.length);
    const [field = ''] = pointerTokens(pointer);
    // If the service omits the member, the contract may mark it as writeOnly. If the service returns a value of its
    // own, the contract may mark it as readOnly.
    const mark = /omitted|missing/.test(violation.kind) ? 'writeOnly' : 'readOnly';
    // The description of a member may state how the service changes its value (see `isStatedChange`).
    const other =
      mark === 'readOnly'
        ? `state in the description of \`${field}\` how the service changes it, or mark it readOnly if requests do not set it`
        : `mark \`${field}\` writeOnly in the contract`;
    const place = `what ${operation.id} stores and returns, or ${other}`;
    return differenceRepair(pointer, violation, {
      wanted: 'was sent as',
      made: 'the service returned',
      nothing: 'no such member',
      place,
    });
  },
  'state/no-effect': (_, { operation }) =>
    `Check the token and the whole input of ${operation.id} before storing anything; the service refused the call, but its stored state changed.`,
  'state/pages': ({ kind, received }, { operation }) =>
    kind === 'page-refused'
      ? `Accept every cursor that ${operation.id} returns; the service answered ${boundedText(received)} to a cursor that it returned.`
      : `Start each page of ${operation.id} after the last element of the previous page; ${valueText(received)} is on two pages.`,
  'stream/one-terminal': ({ expected, received }) =>
    `Write exactly one terminal event, as the last event of the stream (${boundedText(expected)}); the last events are ${listText(received)}.`,
  'stream/event-order': ({ expected, received }) =>
    `Write ${listText(expected)} at this place of the stream; the service wrote ${boundedText(received)}. Or correct the order of the event types in the contract.`,
  'stream/monotonic-ids': ({ expected, received }) =>
    `Write ${boundedText(expected)} as the \`id\` of this event; the service wrote ${boundedText(received)}.`,
};

/** The repair for a service that answers equal requests of two surfaces differently. */
export function strayRepair({ expected, received }: Violation, { operation }: Trial): string {
  return `Answer equal requests of ${operation.id} equally; the service sent ${valueText(expected)} to one surface and ${valueText(received)} to another.`;
}

function acceptedRepair({ kind, received }: Violation, { operation, case: { input, raw } }: Trial): string {
  const answer = boundedText(received);
  if (kind === 'scheme-case-refused')
    return `Compare the name of the authentication scheme without regard to case (RFC 9110 §11.1).`;
  if (kind === 'locked-out')
    return 'Limit wrong tokens by the address of the client or by the wrong token, and answer 429 (RFC 6585 §4), so that calls with the accepted token are still answered.';
  if (kind.startsWith('refused-by-'))
    return `Change the surface so that it sends this input of ${operation.id}. It refused the input: ${answer}`;
  if (received === 401 && raw === undefined && isSecured(operation))
    return `If the service refuses all calls, correct the credential of the run: \`--token\`, or \`token\` and \`credentials\` in the configuration. Otherwise accept this credential for ${operation.id}.`;
  if (raw !== undefined) return `Accept requests of ${operation.id} ${raw.words}; the service answered ${answer}.`;
  const isBare = operation.requestBody?.required === false && input.body === undefined;
  if (isBare && AMONG_VALUES.has(String(received)))
    return `Accept ${operation.id} without a body (the service answered ${answer}), or write \`required: true\` in its \`requestBody\` (OpenAPI 3.1 §4.8.13: the default is false).`;
  const between =
    ' If the service has a rule about several values that no schema states, configure `values` that satisfy the rule, with `only: true`.';
  const stated = documentsStatus(operation, Number(received))
    ? `, or state in the description of ${operation.id} or of its ${answer} which of these inputs are refused`
    : '';
  return `Accept this input of ${operation.id} (the service answered ${answer}), or restrict the schema so that it excludes the input${stated}.${AMONG_VALUES.has(String(received)) ? between : ''}`;
}

function rejectedRepair({ kind, received }: Violation, { case: { expect }, operation }: Trial): string | undefined {
  if (expect.kind === 'absent')
    return `Answer 404 if an identifier of ${operation.id} is well formed but unknown; the service answered ${boundedText(received)}.`;
  if (expect.kind !== 'rejected') return undefined;
  if (kind === 'other-case-accepted')
    return `Compare the names of members of \`${expect.pointer}\` with regard to letter case in each request of ${operation.id} (RFC 8259 §8.3), and answer ${invalidStatus(Number(received))} to a name in another case; the service answered ${boundedText(received)}.`;
  return `Check \`${expect.keyword}\` of \`${expect.pointer}\` in each request of ${operation.id}, and answer ${invalidStatus(Number(received))} to an invalid value; the service answered ${boundedText(received)}. Or relax the schema so that it allows this input.`;
}

function bodyRepair({ kind, pointer, expected, received, location }: Violation, { operation }: Trial): string {
  const inner = pointer.slice('/response/body'.length);
  const schema = location === undefined ? 'the schema' : `the schema at ${formatLocation(location)}`;
  if (kind === 'missing')
    return `Send a body of ${listText(expected)} with this reply of ${operation.id}, or document this status without content.`;
  if (kind === 'not-xml')
    return 'Send an XML document whose root and elements have the names in `xml.name`, or else the names of the component and its properties.';
  if (kind === 'truncated')
    return `Send the whole body in this reply of ${operation.id}; Content-Length is its number of bytes, not of characters (RFC 9110 §8.6).`;
  if (kind === 'not-utf-8')
    return `Write the JSON of this reply of ${operation.id} in UTF-8; Content-Length is its number of bytes in UTF-8.`;
  if (kind === 'not-json')
    return `Send JSON in this reply of ${operation.id}, or a different Content-Type; the body begins with ${valueText(received)}.`;
  if (received === OMITTED)
    return `Send \`${inner}\` in this reply of ${operation.id}, or correct ${schema}, which requires it.`;
  const place = inner === '' ? 'the body' : `\`${inner}\``;
  return `The service sent ${valueText(received)} as ${place} of ${operation.id}; ${schema} requires: ${boundedText(expected)}. Send such a value, or correct the schema.`;
}
