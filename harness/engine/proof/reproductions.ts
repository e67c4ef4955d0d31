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
import type { Call, CallText } from '../../../surfaces/driver.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import type { BackendRun, DrivenSurface } from '../drive/backend-run.js';
import { rawRequest } from '../drive/raw-request.js';
import { takesGate } from '../drive/trials.js';
import { MOST_BODY_BYTES, curlOf } from './curl.js';
import type { Secrets } from './secrets.js';

/** Longest text. A report stores twice this length, so that no text is truncated into a different call. */
const MOST_LENGTH = 8000;

/**
 * The call of a case on every surface that can express it, as its users write it; that of `own` comes first. Empty for
 * a case with several calls, or with values that a setup made.
 */
export function reproductionsOf(
  { options, lanes }: Pick<BackendRun, 'options' | 'lanes'>,
  operation: Operation,
  shown: Case,
  own: SurfaceId,
  secrets: Secrets,
): readonly SurfaceCallText[] {
  if (!isOneCall(shown) || operation.servers !== undefined) return [];
  const able = options.surfaces.filter(
    (surface) =>
      surface.basePath === undefined &&
      lanes.has(surface.id) &&
      options.bound(surface.id, operation.id) &&
      takesGate(surface.driver, shown) &&
      (shown.misuse === undefined || surface.driver.misuses === true),
  );
  return able
    .toSorted((a, b) => Number(b.id === own) - Number(a.id === own))
    .flatMap((surface) => {
      const made = textOf(surface, { options, operation, shown, secrets });
      return made === undefined || !isSafe(made, secrets) ? [] : [{ surface: surface.id, ...made }];
    });
}

function isOneCall({ precedingCalls, setup, sequence, feeds, follow }: Case): boolean {
  return [precedingCalls, setup, sequence, feeds, follow].every((member) => member === undefined);
}

/** A text with a redacted part would be a different call. */
function isSafe({ text }: CallText, { redact }: Secrets): boolean {
  return text.length <= MOST_LENGTH && !text.includes(REDACTED) && redact(text) === text;
}

interface Subject {
  readonly options: BackendRun['options'];
  readonly operation: Operation;
  readonly shown: Case;
  readonly secrets: Secrets;
}

function textOf({ driver }: DrivenSurface, subject: Subject): CallText | undefined {
  if (driver.sendsRaw === true) return requestText(subject);
  const { options, operation, shown } = subject;
  if (shown.raw !== undefined) return undefined;
  const credential = variableOf(subject);
  if (credential === undefined) return undefined;
  const { input, gate, gateWay, bodyWay, misuse } = shown;
  const call: Call = {
    operation,
    input,
    token: credential.variable,
    gate,
    ...(gateWay && { gateWay }),
    ...(bodyWay && { bodyWay }),
    ...(misuse && { misuse }),
  };
  return driver.callText?.(call, options);
}

/** The request that the contract encodes, as the harness sends it. A stream has headers of its own. */
function requestText({ options, operation, shown, secrets }: Subject): CallText | undefined {
  const { token, raw, input } = shown;
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible' || streamOf(operation) !== undefined) return undefined;
  if (raw === undefined && token !== 'configured' && token !== 'missing') return undefined;
  const plain = token === 'missing' ? encoded : withConfiguredCredentials(encoded, operation, options);
  const request = raw === undefined ? plain : rawRequest(operation, shown, options);
  if (request === undefined || request.body.byteLength > MOST_BODY_BYTES) return undefined;
  const text = curlOf(request, secrets);
  return text === undefined ? undefined : { language: 'sh', text };
}

/** The variable of the credential of a call. `undefined`: the credential is not the value of one variable. */
function variableOf({ options, operation, shown, secrets }: Subject): { readonly variable?: string } | undefined {
  if (shown.token === 'missing' || !hasCredentials(operation, options)) return {};
  if (shown.token !== 'configured') return undefined;
  const value = operationToken(operation, options);
  const known = secrets.placeholders.find(({ literal }) => literal === value);
  const [, variable] = /^\$(\w+)$/.exec(known?.expression ?? '') ?? [];
  return variable === undefined ? undefined : { variable };
}
