import { FAILURES, PROBLEM_TYPE_PREFIX } from '../../../failure-table.js';
import type { Reply } from './reply.js';

/** One fault of the input. `pointer` is a JSON Pointer below `/path`, `/query`, `/header` or `/body`. */
export interface InputFault {
  readonly pointer: string;
  readonly detail: string;
}

export type ProblemName = keyof typeof TITLES;

export interface ProblemDetails {
  readonly detail?: string;
  readonly errors?: readonly InputFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

const TITLES = {
  'malformed-json': 'The body is not JSON.',
  unauthenticated: 'A valid token is needed.',
  'not-found': 'There is no such resource.',
  'method-not-allowed': 'The path does not have this method.',
  conflict: 'The identifier is already in use.',
  'content-too-large': 'The body is too large.',
  'unsupported-media-type': 'The body has to be application/json.',
  'invalid-input': 'The input is invalid.',
  'internal-error': 'The service failed.',
} as const;

/** A reply with a problem document (RFC 9457). Its status comes from the failure table. */
export function problemReply(name: ProblemName, details: ProblemDetails = {}): Reply {
  const { headers, ...members } = details;
  const status = FAILURES.find(({ problem }) => problem === name)?.status ?? 500;
  const document = { type: `${PROBLEM_TYPE_PREFIX}${name}`, title: TITLES[name], status, ...members };
  return {
    kind: 'reply',
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: Buffer.from(JSON.stringify(document)),
  };
}

/** A 422 with the first faults, up to the maximum number that the contract allows. */
export function invalidInput(faults: readonly InputFault[]): Reply {
  const errors = faults
    .slice(0, 100)
    .map(({ pointer, detail }) => ({ pointer: bounded(pointer), detail: detail.slice(0, 500) }));
  return problemReply('invalid-input', { errors });
}

/**
 * Shortens a pointer that is too long, because a member name in the body may be very long. The result points to an
 * object or list that contains the place.
 */
function bounded(pointer: string): string {
  let shown = pointer;
  while (shown.length > 1000) shown = shown.slice(0, shown.lastIndexOf('/'));
  return shown;
}
