import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { isJsonMediaType, headerValue } from '../../../contract/wire/message.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import type { HttpReply } from '../../../surfaces/http/http-exchange.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { type Faulty, beyond, fault } from './faulty.js';

type Received = Extract<HttpReply, { kind: 'response' }>;

/** A surface that reads replies with `read`. If `read` returns `undefined`, it reads the reply correctly. */
function reading(read: (reply: Received) => Outcome | undefined): Steps {
  return {
    ...FAITHFUL,
    read: (reply, call) =>
      (reply.kind === 'response' && !isExcerpt(reply.body) ? read(reply) : undefined) ?? FAITHFUL.read(reply, call),
  };
}

function isJson({ headers }: Received): boolean {
  return isJsonMediaType(headerValue(headers, 'content-type'));
}

function textOf({ body }: Received): string {
  return isExcerpt(body) ? '' : Buffer.from(body).toString();
}

/** Returns a value without its unknown members. */
function known(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(known);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (name === 'x_unknown' ? [] : [[name, known(part)] as const])),
  );
}

/** Faults of surfaces that occur only with replies which the reference service never gives. */
export const RESPONSE_FAULTS: readonly Faulty[] = [
  fault('conformance/unexpected-reply', 'HTML is returned as the value', 'unreadable-reported-as-success', '/outcome', {
    workload: 'replies',
    surface: reading((reply) =>
      reply.status === 200 && !isJson(reply) ? { kind: 'value', status: 200, value: textOf(reply) } : undefined,
    ),
  }),
  fault(
    'conformance/unexpected-reply',
    'an empty body is reported as a success',
    'unreadable-reported-as-success',
    '/outcome',
    {
      workload: 'replies',
      surface: reading((reply) =>
        reply.status === 200 && isJson(reply) && textOf(reply) === '' ? { kind: 'value', status: 200 } : undefined,
      ),
    },
  ),
  fault('conformance/unexpected-reply', 'the surface crashes on a body that is not JSON', 'crash', '/outcome', {
    workload: 'replies',
    surface: reading((reply) => {
      if (textOf(reply) !== '') JSON.parse(textOf(reply));
      return undefined;
    }),
  }),
  fault(
    'parity/same-status',
    'an undocumented 4xx is reported as a success',
    'failure-reported-as-success',
    '/outcome/status',
    {
      workload: 'replies',
      surface: withOutcome((outcome) =>
        outcome.kind === 'problem' && outcome.status === 418 ? { kind: 'value', status: 418 } : outcome,
      ),
    },
  ),
  fault(
    'parity/same-status',
    'a redirection with JSON is reported as a success',
    'failure-reported-as-success',
    '/outcome/status',
    {
      workload: 'replies',
      surface: reading((reply) =>
        reply.status === 302 && isJson(reply) ? { kind: 'value', value: JSON.parse(textOf(reply)) as Json } : undefined,
      ),
    },
  ),
  fault(
    'parity/same-status',
    'a failure without a problem document is reported without its status',
    'status-missing',
    '/outcome/status',
    {
      workload: 'replies',
      surface: withOutcome((outcome) =>
        outcome.kind === 'problem' && outcome.problem === undefined && outcome.status === 599
          ? { kind: 'problem' }
          : outcome,
      ),
    },
  ),
  beyond(
    'unknown-members',
    fault('parity/same-value', 'unknown members of a value are lost', 'unknown-missing', /^\/outcome\/value\//, {
      workload: 'replies',
      surface: withOutcome((outcome) =>
        outcome.kind === 'value' && outcome.value !== undefined ? { ...outcome, value: known(outcome.value) } : outcome,
      ),
    }),
  ),
  fault('parity/same-value', 'every reply is decoded as Latin-1', 'mis-decoded', /^\/outcome\/value\//, {
    workload: 'replies',
    surface: {
      ...FAITHFUL,
      read: (reply, call) =>
        reply.kind === 'response' && !isExcerpt(reply.body)
          ? FAITHFUL.read({ ...reply, body: Buffer.from(Buffer.from(reply.body).toString('latin1')) }, call)
          : FAITHFUL.read(reply, call),
    },
  }),
  beyond(
    'redirection-followed',
    fault('conformance/one-exchange', 'a request is repeated after an undocumented status', 'repeated', '/request', {
      workload: 'replies',
      surface: {
        ...FAITHFUL,
        exchange: async (send, draft) => {
          const reply = await send(draft);
          return reply.kind === 'response' && reply.status === 599 ? send(draft) : reply;
        },
      },
    }),
  ),
];
