import { pointerTokens } from '../../contract/json/json-pointer.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { differenceRepair, valueText } from './difference-repair.js';
import { OMITTED } from '../values/omitted.js';
import type { Violation } from '../finding.js';
import { type RepairText, listText, requestLine, textOf } from './repair-words.js';
import type { Trial } from '../rule.js';

/** Repairs of what a service answers and keeps. */
export const REPLY_REPAIRS: Readonly<Record<string, RepairText>> = {
  'conformance/status-documented': ({ received }, { operation }) =>
    `Answer ${operation.id} with one of ${operation.responses.map(({ status }) => status).join(', ')}, or document ${textOf(received)} under its \`responses\`.`,
  'conformance/valid-accepted': ({ kind, received }, { operation }) =>
    kind.startsWith('refused-by-')
      ? `Let the surface send this input of ${operation.id}; it refused it: ${textOf(received)}`
      : `Accept this input of ${operation.id}, which the service answers with ${textOf(received)}; or tighten the schema so that it excludes the input.`,
  'conformance/invalid-rejected': rejectedRepair,
  'conformance/authentication-enforced': ({ received }, trial) =>
    `Check the token of ${requestLine(trial)} before anything else and answer 401 ${trial.case.token === 'missing' ? 'without one' : 'for a wrong one'}; the service answered ${textOf(received)}.`,
  'conformance/content-type': ({ kind, expected, received }, { operation }) => {
    const sent = kind === 'missing' ? 'it has none' : `it has \`${textOf(received)}\``;
    return `Send this reply of ${operation.id} with the Content-Type \`${listText(expected)}\`; ${sent}. Or document the media type that is sent.`;
  },
  'conformance/response-headers': ({ kind, pointer, expected, received }, { operation }) => {
    const name = pointerTokens(pointer).at(-1) ?? 'header';
    if (kind === 'missing') return `Send the header \`${name}\` with this reply of ${operation.id}, or document it as not required.`;
    return `The service sent \`${name}: ${textOf(received)}\`; the contract requires: ${textOf(expected)}. Send that, or correct the schema of the header.`;
  },
  'conformance/response-body': bodyRepair,
  'conformance/no-server-error': ({ kind, received }, trial) =>
    kind === 'no-reply'
      ? `Find in the service's log why ${requestLine(trial)} had no reply (${textOf(received)}), and answer every request.`
      : `Find in the service's log the error behind the ${textOf(received)} of ${requestLine(trial)}; an error of the client is a documented 4xx.`,
  'state/echo': (violation, { operation }) => {
    const pointer = violation.pointer.slice('/response/body'.length);
    const [field = ''] = pointerTokens(pointer);
    const place = `what ${operation.id} stores and returns, or mark \`${field}\` writeOnly in the contract`;
    return differenceRepair(pointer, violation, { wanted: 'was sent as', made: 'the service returned', nothing: 'no such member', place });
  },
  'state/no-effect': (_, { operation }) =>
    `Check the token and the whole input of ${operation.id} before anything is stored; the service refused the call and changed what it keeps.`,
  'state/pages': ({ kind, received }, { operation }) =>
    kind === 'page-refused'
      ? `Accept every cursor that ${operation.id} returns; the service answered ${textOf(received)} to its own.`
      : `Begin each page of ${operation.id} after the last element of the page before it; ${valueText(received)} is on two pages.`,
  'stream/one-terminal': ({ expected, received }) =>
    `Write exactly one terminal event, as the last one (${textOf(expected)}); the last events are ${listText(received)}.`,
  'stream/monotonic-ids': ({ expected, received }) => `Write ${textOf(expected)} as the \`id\` of this event; the service wrote ${textOf(received)}.`,
};

/** Equal requests have equal replies, whichever surface sends them. */
export function strayRepair({ expected, received }: Violation, { operation }: Trial): string {
  return `Answer equal requests of ${operation.id} alike; the service sent ${valueText(expected)} through one surface and ${valueText(received)} through another.`;
}

function rejectedRepair({ received }: Violation, { case: { expect }, operation }: Trial): string | undefined {
  if (expect.kind === 'absent')
    return `Answer 404 where an identifier of ${operation.id} is well formed and unknown; the service answered ${textOf(received)}.`;
  if (expect.kind !== 'rejected') return undefined;
  return `Check \`${expect.keyword}\` of \`${expect.pointer}\` where the service receives ${operation.id}, and answer 4xx; it answered ${textOf(received)}. Or loosen the schema to what is accepted.`;
}

function bodyRepair({ kind, pointer, expected, received, location }: Violation, { operation }: Trial): string {
  const inner = pointer.slice('/response/body'.length);
  const schema = location === undefined ? 'the schema' : `the schema at ${formatLocation(location)}`;
  if (kind === 'missing') return `Send a body of ${listText(expected)} with this reply of ${operation.id}, or document the status without content.`;
  if (kind === 'not-json') return `Send JSON, or another Content-Type; the body of this reply of ${operation.id} begins ${valueText(received)}.`;
  if (received === OMITTED) return `Send \`${inner}\` in this reply of ${operation.id}, or correct ${schema}, which requires it.`;
  const place = inner === '' ? 'the body' : `\`${inner}\``;
  return `The service sent ${valueText(received)} as ${place} of ${operation.id}; ${schema} requires: ${textOf(expected)}. Send that, or correct the schema.`;
}
