import type { Case } from '../../../contract/case.js';
import type { Operation } from '../../../contract/operation.js';
import { streamOf } from '../../../contract/stream-of.js';
import {
  hasCredentials,
  operationToken,
  withConfiguredCredentials,
} from '../../../contract/wire/request/credentials.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { REDACTED } from '../../../reports/stream/redact.js';
import type { SurfaceCallText } from '../../../rules/proof.js';
import type { HeaderPlace, WrittenCall } from '../../../surfaces/driver.js';
import type { CallText } from '../../../surfaces/call-text.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';
import {
  type ReplyReader,
  shellCalls,
  shellValue,
  valueFunction,
  valueWords,
} from '../../../surfaces/process/shell-calls.js';
import type { BackendRun, DrivenSurface } from '../drive/backend-run.js';
import { rawRequest } from '../drive/lane/raw-request.js';
import { takesGate } from '../drive/cases-of-surface.js';
import { MOST_BODY_BYTES, curlOf } from './curl.js';
import type { Secrets } from './secrets.js';
import { type WrittenStep, writtenSteps } from './written-steps.js';

/**
 * The maximum length of a reproduction. It is below the length at which a report cuts off strings, because a
 * reproduction that is cut off would be a different call.
 */
const MOST_LENGTH = 8000;

/** A case that ran, with what was observed. */
interface Shown {
  readonly case: Case;
  readonly observation: Observation;
}

/**
 * Writes the calls of a case as a user would write them, for each surface that can make them. The calls of the surface
 * `own` come first. If a call needs a value from an earlier reply, the text contains code that reads the value.
 */
export function reproductionsOf(
  { options, lanes }: Pick<BackendRun, 'options' | 'lanes'>,
  { case: shown, observation }: Shown,
  own: SurfaceId,
  secrets: Secrets,
): readonly SurfaceCallText[] {
  if (isDisturbed(shown, options)) return [];
  const steps = writtenSteps(options.contract, shown, observation);
  if (steps === undefined || steps.some(({ operation }) => operation.servers !== undefined)) return [];
  const able = options.surfaces.filter(
    (surface) =>
      surface.basePath === undefined &&
      lanes.has(surface.id) &&
      steps.every((step) => options.bound(surface.id, step.operation.id) && isAble(surface, step.case)),
  );
  return able
    .toSorted((a, b) => Number(b.id === own) - Number(a.id === own))
    .flatMap((surface) => {
      const made = textOf(surface, { options, steps, secrets });
      return made === undefined || !isSafe(made, secrets) ? [] : [{ surface: surface.id, ...made }];
    });
}

/**
 * Whether the harness made the reply or broke the connection. If so, the same calls on a real service do not show the
 * fault.
 */
function isDisturbed({ provenance }: Case, { backend }: BackendRun['options']): boolean {
  return backend.kind === 'scripted' || provenance.kind === 'fault';
}

function isAble({ driver }: DrivenSurface, step: Case): boolean {
  return takesGate(driver, step) && (step.misuse === undefined || driver.misuses?.has(step.misuse) === true);
}

/**
 * Whether the text is complete. It must be short enough, and no part of it may be redacted, because the call would then
 * be a different one.
 */
function isSafe({ text }: CallText, { redact }: Secrets): boolean {
  return text.length <= MOST_LENGTH && !text.includes(REDACTED) && redact(text) === text;
}

interface Subject {
  readonly options: BackendRun['options'];
  readonly steps: readonly WrittenStep[];
  readonly secrets: Secrets;
}

function textOf({ driver }: DrivenSurface, subject: Subject): CallText | undefined {
  const { options, steps } = subject;
  if (driver.sendsRaw === true) return requestsText(subject);
  const calls = steps.flatMap((step) => callOf(step, subject) ?? []);
  return calls.length < steps.length ? undefined : driver.callText?.(calls, options);
}

function callOf({ operation, case: step, taken }: WrittenStep, subject: Subject): WrittenCall | undefined {
  const { input, gate, gateWay, bodyWay, misuse, raw } = step;
  const credential = raw === undefined ? variableOf(operation, step, subject) : undefined;
  return (
    credential && {
      operation,
      input,
      token: credential.variable,
      gate,
      taken,
      ...(gateWay && { gateWay }),
      ...(bodyWay && { bodyWay }),
      ...(misuse && { misuse }),
    }
  );
}

function requestsText({ options, steps, secrets }: Subject): CallText | undefined {
  const commands = steps.flatMap((step) => requestText(step, options, secrets) ?? []);
  return commands.length < steps.length ? undefined : { language: 'sh', text: shellCalls(commands, steps, READER) };
}

/**
 * A program that takes a value from the output of `curl -i` (one or more response heads and the body). It encodes the
 * value as a part of a URL.
 */
const READER: ReplyReader = {
  functions: valueFunction(
    String.raw`input.replace(/^(?:HTTP\/.*?\r\n\r\n)+/s, "")`,
    'encodeURIComponent(value ?? "")',
  ),
  words: (place) => (typeof place === 'string' ? headerWords(place) : valueWords(place)),
};

/** The shell command that prints a value from the head of a reply. */
function headerWords(place: HeaderPlace): string {
  if (place === 'etag') return headerLine('[Ee][Tt][Aa][Gg]');
  const [, fromEnd] = place.split('-');
  return String.raw`${headerLine('[Ll][Oo][Cc][Aa][Tt][Ii][Oo][Nn]')} | sed 's/[?#].*//' | awk -F/ '{ print $(NF-${fromEnd ?? '0'}) }'`;
}

function headerLine(name: string): string {
  return String.raw`tr -d '\r' | sed -n 's/^${name}: *//p' | head -n 1`;
}

/**
 * The curl command for the request of a call. `undefined` for a stream, because it needs additional headers, and for a
 * request that curl cannot send.
 */
function requestText(
  { operation, case: step, taken }: WrittenStep,
  options: BackendRun['options'],
  secrets: Secrets,
): string | undefined {
  const { token, raw, input } = step;
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible' || streamOf(operation) !== undefined) return undefined;
  if (raw === undefined && token !== 'configured' && token !== 'missing') return undefined;
  const plain = token === 'missing' ? encoded : withConfiguredCredentials(encoded, operation, options);
  const request = raw === undefined ? plain : rawRequest(operation, step, options);
  if (request === undefined || request.body.byteLength > MOST_BODY_BYTES) return undefined;
  // A parameter with a media type contains JSON, and the shell would insert a value without encoding it as JSON.
  if (taken.length > 0 && operation.parameters.some(({ contentType }) => contentType !== undefined)) return undefined;
  const values = taken.map((value) => ({ literal: value.mark, expression: shellValue(value) }));
  return curlOf(request, { ...secrets, placeholders: [...secrets.placeholders, ...values] });
}

/**
 * The name of the environment variable with the credential of a call. The result is empty if the call needs no
 * credential, and `undefined` if no variable has exactly this credential as its value.
 */
function variableOf(
  operation: Operation,
  { token }: Case,
  { options, secrets }: Subject,
): { readonly variable?: string } | undefined {
  if (token === 'missing' || !hasCredentials(operation, options)) return {};
  if (token !== 'configured') return undefined;
  const value = operationToken(operation, options);
  const known = secrets.placeholders.find(({ literal }) => literal === value);
  const [, variable] = /^\$(\w+)$/.exec(known?.expression ?? '') ?? [];
  return variable === undefined ? undefined : { variable };
}
