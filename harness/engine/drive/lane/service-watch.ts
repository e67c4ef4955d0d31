import { setTimeout } from 'node:timers/promises';
import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';
import { ParityError } from '../../../../contract/parity-error.js';
import { isSecured } from '../../../../contract/wire/request/credentials.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import type { Exchange, FailedResponse } from '../../../../surfaces/exchange.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { DirectClient } from './direct-client.js';

/** When the token is tested, at most this number of calls that the service accepted earlier are repeated. */
const MOST_REPEATED = 3;
/**
 * The milliseconds after which the token is tested again, although no call has changed anything. It may have expired.
 */
const TESTED_MS = 2000;
/**
 * The number of attempts to connect to a service that refuses connections, and the pause between two attempts in
 * milliseconds.
 */
const TRIES = 10;
const PAUSE_MS = 300;

/** A call that the service accepted with the configured token. */
interface Accepted {
  readonly operation: Operation;
  readonly input: CaseInput;
}

/**
 * Detects when a service without resets cannot be checked further: it refuses all connections, or it refuses the token
 * that it accepted before. Without this, each later call would be reported as a fault of its operation.
 */
export class ServiceWatch {
  #ended: ParityError | undefined;
  /** The first accepted call of each operation that only reads. */
  readonly #accepted = new Map<Operation, Accepted>();
  #lastCall: Operation | undefined;
  #lastChange: Operation | undefined;
  /** When the token was last tested. `undefined` if a call may have changed something since then. */
  #testedAt: number | undefined;

  constructor(private readonly pauseMs = PAUSE_MS) {}

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Throws if no more calls can be made. */
  check(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  /**
   * Checks the exchanges of a case. Throws if the case shows nothing about its operation, because the service has
   * stopped or refuses the token. A call that the service did not answer before it stopped is still judged.
   */
  async after(operation: Operation, toRun: Case, exchanges: readonly Exchange[], client: DirectClient): Promise<void> {
    const reply = exchanges.at(-1)?.response;
    if (reply === undefined) return;
    if (reply.kind === 'failed') return this.#afterFailure(operation, reply, client);
    const isSafe = isSafeMethod(toRun.raw?.method ?? operation.method);
    const isPlain = toRun.token === 'configured' && toRun.raw === undefined;
    if (reply.status === 401 && isPlain && toRun.expect.kind !== 'unauthenticated') {
      this.check();
      if (await this.#isTokenRefused(operation, client)) this.#end(tokenRefused(operation, this.#lastChange));
    }
    this.#lastCall = operation;
    if (!isSafe && reply.status < 400) {
      this.#lastChange = operation;
      this.#testedAt = undefined;
    }
    if (isSafe && isPlain && isSuccess(reply.status) && !this.#accepted.has(operation))
      this.#accepted.set(operation, { operation, input: toRun.input });
  }

  async #afterFailure(operation: Operation, reply: FailedResponse, client: DirectClient): Promise<void> {
    if (reply.silent === true || reply.tooLong === true) return;
    this.check();
    if (!(await this.#isStopped(operation, client))) return;
    if (isRefusal(reply)) this.#end(stopped(this.#lastCall));
    // The service may have stopped before this call: its connection was reused, and was reset.
    if (reply.inconclusive === true && reply.reason.includes('ECONNRESET'))
      this.#end(stopped(this.#lastCall, operation));
    this.check();
    this.#ended = stopped(operation);
  }

  /** Whether the service refuses all connections for some time. */
  async #isStopped(operation: Operation, client: DirectClient): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const reply = await client.get({ target: '/' }, operation);
      if (reply.kind !== 'failed' || !isRefusal(reply)) return false;
      await setTimeout(this.pauseMs);
    }
    return true;
  }

  /** Whether the service now answers 401 to a call that it accepted earlier. */
  async #isTokenRefused(operation: Operation, client: DirectClient): Promise<boolean> {
    if (this.#testedAt !== undefined && performance.now() - this.#testedAt < TESTED_MS) return false;
    const own = this.#accepted.get(operation);
    const others = [...this.#accepted.values()].filter((each) => each !== own && isSecured(each.operation));
    for (const accepted of [...(own === undefined ? [] : [own]), ...others].slice(0, MOST_REPEATED)) {
      const reply = await client.call(accepted.operation, accepted.input);
      if (reply?.kind === 'response' && reply.status === 401) return true;
    }
    this.#testedAt = performance.now();
    return false;
  }

  #end(error: ParityError): never {
    this.#ended ??= error;
    throw this.#ended;
  }
}

function isRefusal({ reason }: FailedResponse): boolean {
  return reason.includes('ECONNREFUSED');
}

function nameOf({ id, method, path }: Operation): string {
  return `${method.toUpperCase()} ${path} (${id})`;
}

function stopped(last: Operation | undefined, during?: Operation): ParityError {
  const or = during === undefined ? '' : ` or during ${nameOf(during)}`;
  return new ParityError(
    'service-stopped',
    last === undefined
      ? 'the service does not answer: it refuses all connections'
      : `the service stopped answering after ${nameOf(last)}${or}: it refuses all connections; the remaining cases did not run`,
    'Read the log of the service, start it again, and run the check again.',
  );
}

function tokenRefused(operation: Operation, change: Operation | undefined): ParityError {
  const since = change === undefined ? '' : `after ${nameOf(change)}, `;
  return new ParityError(
    'token-refused',
    `${since}the service refuses the token that it accepted before (${operation.id} was answered 401); the remaining cases did not run`,
    change === undefined
      ? 'The token may have expired: give one that is valid during the whole run.'
      : `Give a new token. If the operation ends the session, leave it out with \`--exclude ${change.id}\`.`,
  );
}
