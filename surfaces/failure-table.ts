/**
 * One row of the failure table: the HTTP status of a failure of the service, and how SDKs and command lines report the
 * failure. Generators copy the table into generated code.
 */
export interface FailureRow {
  /** The last part of the problem type, after `urn:problem-type:`. */
  readonly problem: string;
  readonly status: number;
  /** The class of the error that an SDK throws for the failure. */
  readonly error: string;
  /** The exit code with which a command line reports the failure. */
  readonly exitCode: number;
}

export const PROBLEM_TYPE_PREFIX = 'urn:problem-type:';

export const FAILURES: readonly FailureRow[] = [
  { problem: 'malformed-json', status: 400, error: 'MalformedJsonError', exitCode: 16 },
  { problem: 'unauthenticated', status: 401, error: 'UnauthenticatedError', exitCode: 10 },
  { problem: 'not-found', status: 404, error: 'NotFoundError', exitCode: 11 },
  { problem: 'method-not-allowed', status: 405, error: 'MethodNotAllowedError', exitCode: 12 },
  { problem: 'conflict', status: 409, error: 'ConflictError', exitCode: 13 },
  { problem: 'content-too-large', status: 413, error: 'ContentTooLargeError', exitCode: 14 },
  { problem: 'unsupported-media-type', status: 415, error: 'UnsupportedMediaTypeError', exitCode: 15 },
  { problem: 'invalid-input', status: 422, error: 'InvalidInputError', exitCode: 17 },
  { problem: 'internal-error', status: 500, error: 'InternalError', exitCode: 20 },
];

/** The error class and exit code for a status that the table does not list. */
export const OTHER_FAILURE = { error: 'ApiError', exitCode: 21 } as const;

/** The error class and exit code if no reply arrives, or no valid HTTP response. */
export const TRANSPORT_FAILURE = { error: 'TransportError', exitCode: 30 } as const;

/**
 * The values of `code` of a `TransportError`. `connection`: the connection failed. `timeout`: the time limit of the
 * call ended. `reply-too-large`: the reply exceeded the size limit of the client.
 */
export const TRANSPORT_CODES = ['connection', 'timeout', 'reply-too-large'] as const;

/** Exit codes of a command line: success, and failures before any request is sent. */
export const CLIENT_EXIT = { ok: 0, usage: 2, gateDenied: 3, gateUnanswered: 4 } as const;

/** Whether a status is a success: 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function exitCodeFor(status: number): number {
  if (isSuccess(status)) return CLIENT_EXIT.ok;
  return FAILURES.find((row) => row.status === status)?.exitCode ?? OTHER_FAILURE.exitCode;
}

export function errorFor(status: number): string {
  return FAILURES.find((row) => row.status === status)?.error ?? OTHER_FAILURE.error;
}
