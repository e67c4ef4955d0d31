import { pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { headerValue } from '../../contract/wire/message.js';
import { matchPathTemplate } from '../../contract/wire/path-template.js';
import { pathTemplateOf } from '../../contract/wire/request/encode.js';
import type { Violation } from '../finding.js';
import type { LocatedResource, Observation } from '../../surfaces/observation.js';
import { isAbsent, replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { successValue } from './evidence/item-values.js';

/** The header `Location` of a 201 leads to the created item. That of a 202 leads to the status of the request. */
export const location: TrialRule = {
  id: 'state/location',
  severity: 'must',
  statement:
    'A GET of the URI in the header `Location` of a 201 finds the new resource, and the URI is not the URI of the collection.',
  details: [
    'If the URI belongs to the operation that reads the created items, this GET returns the identifier that the 201 contains.',
    'A URI with the host of the service also has the port of the service, unless this is the default port. A URI with another host may have the public name of the service, so it is not checked.',
    'A GET of the URI in the `Location` of a 202 finds the status monitor. The `Location` of a 202 is checked only if the contract documents the header and has a GET below the path that returns the progress of a job.',
  ],
  source:
    'RFC 9110 §15.3.2: `Location` identifies the primary resource created; §15.3.3: a 202 points to a status monitor; §10.2.2: resolved against the target URI',
  repair:
    'Send the path of the new resource itself, percent-encoded, with the base path of the service or relative to the URI of the request.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const led = trial.observations.flatMap(({ located, ...seen }) =>
      located ? [{ seen: { ...seen, located }, located, status: replyOf(seen)?.status ?? 201 }] : [],
    );
    return led.length === 0
      ? undefined
      : led.flatMap(({ seen, located, status }) => faults(trial, context, seen, located, status));
  },
};

function faults(
  { operation }: Trial,
  context: TrialContext,
  seen: Observation,
  { target, status, isCollection, outside, lacksPort, value }: LocatedResource,
  answered: number,
): readonly Violation[] {
  const about = {
    surface: seen.surface,
    pointer: '/response/header/location',
    blame: responder(context),
    expected: answered === 202 ? 'the URI of the status monitor' : 'the URI of the new resource',
    cause: operation.id,
    status: answered,
    location: operation.location,
  } as const;
  if (lacksPort === true) {
    const message = `The \`Location\` of ${operation.id} has the host of the service, but not its port.`;
    return [{ ...about, kind: 'location-without-port', message, received: headerOf(seen) ?? target }];
  }
  if (isCollection && answered === 201) {
    const message = `The \`Location\` of ${operation.id} is the collection itself.`;
    return [{ ...about, kind: 'location-of-collection', message, received: target }];
  }
  const other = otherItem(operation, context, seen, target, value);
  if (other !== undefined) {
    const message = `The \`Location\` of ${operation.id} leads to a different item from the one in its reply.`;
    const { id, found } = other;
    return [{ ...about, kind: 'location-of-other', message, expected: id, received: `${target}, which has ${found}` }];
  }
  if (!isAbsent(status) && !isRefusedPath(context, target, status)) return [];
  const message = `The \`Location\` of ${operation.id} leads to a ${status}${outside === undefined ? '' : `: it lacks the base path ${outside} of the service`}.`;
  return [{ ...about, kind: 'location-not-found', message, received: `${target}, answered ${status}` }];
}

function headerOf(seen: Observation): string | undefined {
  return headerValue(replyOf(seen)?.headers ?? [], 'location');
}

/**
 * The identifier in the reply to a create, and that of the item at its `Location`, if they differ. `undefined` if they
 * are equal, if one of them is not known, or if no operation reads created items at the URI in `Location`.
 */
function otherItem(
  operation: Operation,
  { collections = [] }: TrialContext,
  seen: Observation,
  target: string,
  value: Json | undefined,
): { readonly id: string; readonly found: string } | undefined {
  const read = collections.find(({ create }) => create?.id === operation.id)?.read;
  const [path = ''] = target.split('?', 1);
  if (read === undefined || read.id.location !== undefined || value === undefined) return undefined;
  if (matchPathTemplate(pathTemplateOf(read.operation), path) === undefined) return undefined;
  const { pointer } = read.id;
  const name = pointerTokens(pointer).at(-1) ?? '';
  const id = idText(valueAt(successValue(seen), pointer));
  const found = idText(valueAt(value, pointer) ?? ownValue(value, name));
  const isSame = id?.toLowerCase() === found?.toLowerCase();
  return id === undefined || found === undefined || isSame ? undefined : { id, found };
}

/** An identifier as a text; `undefined` if the value cannot be one. */
function idText(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Statuses with which a service refuses a request with an invalid value (RFC 9110 §15.5.1, §15.5.21). */
const INVALID: ReadonlySet<number> = new Set([400, 422]);

/**
 * Whether the GET of a `Location` is refused because the identifier in its path is invalid. The operation must have no
 * other required parameters: otherwise the refusal could be about these.
 */
function isRefusedPath({ contract }: TrialContext, target: string, status: number): boolean {
  const [path = ''] = target.split('?', 1);
  return (
    INVALID.has(status) &&
    contract.operations.some(
      (operation) =>
        operation.method === 'get' &&
        operation.parameters.every((parameter) => parameter.in === 'path' || !parameter.required) &&
        matchPathTemplate(pathTemplateOf(operation), path) !== undefined,
    )
  );
}
