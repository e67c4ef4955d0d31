import { pointerTokens } from '../contract/json-pointer.js';
import { formatLocation } from '../contract/source-location.js';
import { type Sides, differenceRepair, valueText } from './difference-repair.js';
import type { Violation } from './finding.js';
import type { Trial, TrialRule } from './rule.js';

/** A rule whose violations name in their repair what was given, what was made of it, and what to change. */
export function withRepair(rule: TrialRule): TrialRule {
  const text = REPAIRS[rule.id];
  if (text === undefined) return rule;
  return {
    ...rule,
    check: (trial, context) =>
      rule.check(trial, context)?.map((violation) => {
        // What a mock gets wrong is not repaired in what the contract is about.
        const repair = violation.repair ?? (violation.blame === 'mock' ? undefined : text(violation, trial));
        return repair === undefined ? violation : { ...violation, repair };
      }),
  };
}

/** `undefined`: the rule's own repair says as much. */
type RepairText = (violation: Violation, trial: Trial) => string | undefined;

const REPAIRS: Readonly<Record<string, RepairText>> = {
  'parity/same-request': requestRepair,
  'conformance/request-valid': ({ pointer, expected, received }) =>
    `The surface sent ${valueText(received)} for \`${pointer}\`; the contract requires: ${textOf(expected)}. Send it in that form in ${encoderOf(pointer)}, or generate the surface again if its types are older than the contract.`,
  'parity/same-operation': operationRepair,
  'conformance/credentials-sent': ({ pointer, expected, received }) =>
    `Send ${textOf(expected)} in \`${placeText(pointer)}\`, once; the request carries ${textOf(received)}.`,
  'conformance/one-exchange': exchangeRepair,
  'parity/same-gate': ({ kind, expected, received }, { operation: { gate = 'gate' } }) => {
    if (kind === 'request-before-approval')
      return `Decide the gate \`${gate}\` before the request is built; the surface sent \`${textOf(received)}\` without an approval of it.`;
    if (kind === 'other-exit-code') return `Exit with ${textOf(expected)} when the gate \`${gate}\` is not approved; the surface exits with ${textOf(received)}.`;
    return `End the call with the refusal of the gate \`${gate}\`; the surface ends it with a ${textOf(received)}.`;
  },
  'parity/same-status': ({ expected, received }) => `Report ${textOf(expected)} (failure table); the surface reports ${textOf(received)}.`,
  'parity/same-value': (violation) => shownRepair(violation, '/outcome/value'),
  'parity/same-rejection': (violation) => shownRepair(violation, '/outcome/problem'),
  'conformance/status-documented': ({ received }, { operation }) =>
    `Answer ${operation.id} with ${statuses(operation.responses)}, or document ${textOf(received)} under its \`responses\`.`,
  'conformance/valid-accepted': acceptedRepair,
  'conformance/invalid-rejected': rejectedRepair,
  'conformance/authentication-enforced': ({ received }, trial) =>
    `Check the token of ${requestLine(trial)} before anything else and answer 401 ${trial.case.token === 'missing' ? 'without one' : 'for a wrong one'}; the service answered ${textOf(received)}.`,
  'conformance/content-type': ({ kind, expected, received }, { operation }) => {
    const sent = kind === 'missing' ? 'it sends none' : `it sends \`${textOf(received)}\``;
    return `Send \`${listText(expected)}\` as the Content-Type of this reply of ${operation.id}; ${sent}. Or document the media type that is sent.`;
  },
  'conformance/response-headers': ({ kind, pointer, expected, received }, { operation }) => {
    const name = pointerTokens(pointer).at(-1) ?? 'header';
    if (kind === 'missing') return `Send the header \`${name}\` with this reply of ${operation.id}, or document it as not required.`;
    return `The service sent \`${name}: ${textOf(received)}\`; the contract requires: ${textOf(expected)}. Send it so, or correct the schema of the header.`;
  },
  'conformance/response-body': responseBodyRepair,
  'conformance/no-server-error': ({ kind, received }, trial) =>
    kind === 'no-reply'
      ? `Find in the service's log why ${requestLine(trial)} had no reply (${textOf(received)}), and answer every request.`
      : `Find the error that made ${requestLine(trial)} a ${textOf(received)} in the service's log; what a client got wrong is a documented 4xx.`,
  'conformance/outcome': ({ kind, received }, { operation }) =>
    kind === 'timeout'
      ? `End ${operation.id} within the time-out, with a value or an error; the surface did neither.`
      : `Return or throw what the interface of the surface documents for ${operation.id}; it ended in a ${textOf(received)}`,
  'state/echo': echoRepair,
  'state/no-effect': ({ expected, received }, { operation }) =>
    `Check the whole input of ${operation.id} before anything is stored: the call was refused, and ${valueText(expected)} became ${valueText(received)}.`,
  'stream/resume': ({ expected, received }) => `Send \`Last-Event-ID: ${textOf(expected)}\` when the connection breaks; the surface sent ${textOf(received)}.`,
  'stream/one-terminal': ({ expected, received }) => `End the stream with ${textOf(expected)}, once; its last events are ${listText(received)}.`,
  'stream/monotonic-ids': ({ expected, received }) => `Write ${textOf(expected)} as the \`id\` of this event; the service wrote ${textOf(received)}.`,
};

function requestRepair(violation: Violation): string {
  const { pointer, kind, expected, received } = violation;
  switch (kind) {
    case 'cut':
      return `Percent-encode \`${pointer}\` (RFC 3986 §2.2): ${valueText(expected)} went out as ${valueText(received)}.`;
    case 'not-encoded':
      return `Percent-encode these characters of the request target (RFC 3986 §2): ${textOf(received)}`;
    case 'renamed':
      return `Send \`${pointer}\` under its own name \`${textOf(expected)}\`; the surface sent \`${textOf(received)}\`.`;
    default:
      return differenceRepair(pointer, violation, { ...SENT, place: encoderOf(pointer) });
  }
}

const SENT: Omit<Sides, 'place'> = { wanted: 'was given as', made: 'the surface sent' };
const RETURNED: Sides = { wanted: 'came from the service as', made: 'the surface returned', place: 'the reply decoder of the surface' };

const TEXT_LENGTH = 200;

const ENCODERS: Readonly<Record<string, string>> = {
  path: 'the path encoder of the surface',
  query: 'the query encoder of the surface',
  header: 'the headers that the surface writes',
  cookie: 'the cookies that the surface writes',
  body: 'the body encoder of the surface',
};

function encoderOf(pointer: string): string {
  return ENCODERS[pointerTokens(pointer)[0] ?? ''] ?? 'the request that the surface builds';
}

/** `/header/authorization` → `header authorization`. */
function placeText(pointer: string): string {
  return pointerTokens(pointer).join(' ');
}

function operationRepair({ pointer, expected, received }: Violation, { case: { input } }: Trial): string {
  const [location, name = ''] = pointerTokens(pointer);
  const value = location === 'path' ? input.path?.[name] : undefined;
  if (value === undefined) return `Send \`${textOf(expected)}\`; the surface sent \`${textOf(received)}\`.`;
  return `Percent-encode \`${pointer}\` (RFC 3986 §2.2): ${valueText(value)} made the request \`${textOf(received)}\`, which is not \`${textOf(expected)}\`.`;
}

function exchangeRepair({ kind, received }: Violation, { operation }: Trial): string | undefined {
  if (kind === 'repeated') return `Send one request for a call of ${operation.id}; the surface sent ${listText(received)}. Take out the retry or the preflight call.`;
  if (kind === 'nothing-sent') return `Send a request for every call of ${operation.id}; the surface answered without one. Take out the cache.`;
  return undefined;
}

function shownRepair(violation: Violation, root: string): string {
  const inner = violation.pointer.slice(root.length);
  return differenceRepair(inner === '' ? root : inner, violation, RETURNED);
}

function acceptedRepair({ kind, received }: Violation, { operation }: Trial): string {
  if (kind.startsWith('refused-by-')) return `Let the surface send this input of ${operation.id}; it refused it: ${textOf(received)}`;
  return `Accept this input of ${operation.id}, which the service answers with ${textOf(received)}; or tighten the schema so that it excludes the input.`;
}

function rejectedRepair({ received }: Violation, { case: { expect }, operation }: Trial): string | undefined {
  if (expect.kind === 'absent') return `Answer 404 where an identifier of ${operation.id} is well formed and unknown; the service answered ${textOf(received)}.`;
  if (expect.kind !== 'rejected') return undefined;
  return `Check \`${expect.keyword}\` of \`${expect.pointer}\` where the service receives ${operation.id}, and answer 4xx; it answered ${textOf(received)}. Or loosen the schema to what is accepted.`;
}

function responseBodyRepair({ kind, pointer, expected, received, location }: Violation, { operation }: Trial): string {
  const inner = pointer.slice('/response/body'.length);
  const place = inner === '' ? 'the body' : `\`${inner}\``;
  if (kind === 'missing') return `Send a body of ${listText(expected)} with this reply of ${operation.id}, or document the status without content.`;
  if (kind === 'not-json') return `Send JSON, or another Content-Type; the body of this reply of ${operation.id} begins ${valueText(received)}.`;
  const schema = location === undefined ? 'the schema' : `the schema at ${formatLocation(location)}`;
  return `The service sent ${valueText(received)} as ${place} of ${operation.id}; ${schema} requires: ${textOf(expected)}. Send that, or correct the schema.`;
}

function echoRepair(violation: Violation, { operation }: Trial): string {
  const pointer = violation.pointer.slice('/response/body'.length);
  const [field = ''] = pointerTokens(pointer);
  const place = `what ${operation.id} stores and returns, or mark \`${field}\` writeOnly in the contract`;
  return differenceRepair(pointer, violation, { wanted: 'was sent as', made: 'the service returned', place });
}

function requestLine({ operation }: Trial): string {
  return `\`${operation.method.toUpperCase()} ${operation.path}\``;
}

function statuses(responses: Trial['operation']['responses']): string {
  return responses.map(({ status }) => status).join(', ');
}

/** A text as it is, any other value as JSON; bounded. */
function textOf(value: Violation['expected']): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH) : valueText(value);
}

function listText(value: Violation['expected']): string {
  return Array.isArray(value) ? value.map((each) => textOf(each as Violation['expected'])).join(', ') : textOf(value);
}
