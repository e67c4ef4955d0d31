import { ParityError } from '../../../../contract/parity-error.js';
import type { OperationId } from '../../../../contract/operation.js';
import type { BackendKind } from '../../../../rules/rule.js';
import { counted } from '../../../../reports/text/amounts.js';
import { isBodyKnown } from '../../../../rules/reply.js';
import { byteLength } from '../../../../surfaces/http/body-excerpt.js';
import { LONGEST_BODY } from '../../../../surfaces/http/http-exchange.js';
import type { Observation, SurfaceId } from '../../../../surfaces/observation.js';

/** A surface, or one of its operations, whose remaining cases are skipped. `error` is the reason. */
export interface GivenUp {
  readonly surface: SurfaceId;
  /** Omitted if the whole surface is given up. */
  readonly operation?: OperationId;
  readonly error: ParityError;
}

/**
 * An operation is given up after this many timeouts in a row. Further calls would probably time out too, and all of
 * them together would take hours.
 */
export const MAX_TIMEOUTS = 3;
/** An operation is given up after this many timeouts in total, even if some calls between them got a reply. */
const MAX_ALL_TIMEOUTS = 8;
/** The whole surface is given up after this many given-up operations in a row. */
const MAX_OPERATIONS = 3;
/**
 * If consecutive replies that could not be judged have this total size, their operation is given up, because further
 * replies would only take time.
 */
const MOST_UNJUDGED_BYTES = 64 * 1024 * 1024;
/**
 * The minimum number of bytes that are counted for a reply that cannot be judged. Even a short reply cannot be judged
 * if its JSON has too many values.
 */
const LEAST_UNJUDGED_BYTES = 2 * 1024 * 1024;

/**
 * Decides when to skip the remaining cases of an operation or surface. An operation is given up if its calls keep
 * timing out or make the surface exit, so that time remains for other operations. A surface is given up if several of
 * its operations in a row are given up.
 */
export class GiveUpPolicy {
  readonly givenUp: GivenUp[] = [];
  readonly #timeouts = new Map<OperationId, { inARow: number; all: number }>();
  /**
   * For each operation, the replies that were too large to be judged: their number, and the total bytes of the latest
   * consecutive ones.
   */
  readonly #unjudged = new Map<OperationId, { bytes: number; replies: number }>();
  #inARow = 0;

  constructor(
    private readonly surface: SurfaceId,
    private readonly backend: BackendKind,
  ) {}

  allows(operation: OperationId): boolean {
    return !this.givenUp.some((stop) => stop.operation === undefined || stop.operation === operation);
  }

  /** Counts an observation. `judgesContent` is false if the case only requires a status below 500. */
  observe(operation: OperationId, observation: Observation, judgesContent = true): void {
    this.#countUnjudged(operation, observation, judgesContent);
    const timeouts = this.#timeouts.get(operation) ?? { inARow: 0, all: 0 };
    this.#timeouts.set(operation, timeouts);
    if (!isHanging(observation)) {
      timeouts.inARow = 0;
      if (observation.outcome.kind !== 'crash') this.#inARow = 0;
      return;
    }
    timeouts.inARow += 1;
    timeouts.all += 1;
    if (timeouts.inARow < MAX_TIMEOUTS && timeouts.all < MAX_ALL_TIMEOUTS) return;
    const isInARow = timeouts.inARow >= MAX_TIMEOUTS;
    const calls = `${isInARow ? MAX_TIMEOUTS : MAX_ALL_TIMEOUTS} calls of ${operation}${isInARow ? ' in a row' : ''}`;
    if (!isUnanswered(observation)) this.#giveUp(operation, hanging(this.surface, calls));
    else if (this.backend === 'mock') this.#giveUpOnMock(operation);
    else this.#giveUp(operation, unanswered(calls));
  }

  /**
   * Counts a call that could not be made. After the error `surface-dies`, only the operation is given up. After any
   * other error, the whole surface is given up.
   */
  failed(operation: OperationId, error: ParityError): void {
    if (error.code === 'surface-dies') this.#giveUp(operation, error);
    else this.givenUp.push({ surface: this.surface, error });
  }

  #countUnjudged(operation: OperationId, observation: Observation, judgesContent: boolean): void {
    const bytes = unjudgedBytes(observation);
    const unjudged = this.#unjudged.get(operation) ?? { bytes: 0, replies: 0 };
    this.#unjudged.set(operation, unjudged);
    unjudged.bytes = bytes === 0 ? 0 : unjudged.bytes + bytes;
    // A large reply does not count if the case does not judge the content of the reply. For example, a service may echo
    // a request of 1 MiB.
    unjudged.replies += bytes === 0 || !judgesContent ? 0 : 1;
    if (unjudged.bytes <= MOST_UNJUDGED_BYTES || !this.allows(operation)) return;
    this.givenUp.push({
      surface: this.surface,
      operation,
      error: tooLarge(operation, 'the remaining cases did not run'),
    });
  }

  /**
   * Called after the last case. Returns the operations and surfaces that were given up. Operations with replies that
   * could not be judged are included.
   */
  end(): readonly GivenUp[] {
    const unjudged = [...this.#unjudged].filter(([operation, { replies }]) => replies > 0 && this.allows(operation));
    const unverified = unjudged.map(([operation, { replies }]): GivenUp => {
      return {
        surface: this.surface,
        operation,
        error: tooLarge(operation, `their content was not verified (${counted(replies, 'call')})`),
      };
    });
    return [...this.givenUp, ...unverified];
  }

  /** Gives up only this operation, because Prism may still answer calls of other operations. */
  #giveUpOnMock(operation: OperationId): void {
    if (this.allows(operation)) this.givenUp.push({ surface: this.surface, operation, error: unmocked(operation) });
  }

  #giveUp(operation: OperationId, error: ParityError): void {
    // Another call may already have given up the operation.
    if (!this.allows(operation)) return;
    this.#inARow += 1;
    this.givenUp.push(
      this.#inARow < MAX_OPERATIONS ? { surface: this.surface, operation, error } : { surface: this.surface, error },
    );
  }
}

export function isHanging(observation: Observation): boolean {
  return observation.outcome.kind === 'timeout' || isUnanswered(observation);
}

/** Whether the backend received the request and did not reply in time. If so, the surface is not at fault. */
function isUnanswered({ exchanges }: Observation): boolean {
  return exchanges.some(({ response }) => response.kind === 'failed' && response.silent === true);
}

/** The number of bytes in replies that are too large to be judged. */
function unjudgedBytes({ exchanges }: Observation): number {
  return exchanges.reduce((sum, { response }) => {
    if (response.kind === 'failed') return sum + (response.tooLong === true ? LONGEST_BODY : 0);
    return sum + (isBodyKnown(response) ? 0 : Math.max(LEAST_UNJUDGED_BYTES, byteLength(response.body)));
  }, 0);
}

function tooLarge(operation: OperationId, consequence: string): ParityError {
  return new ParityError(
    'reply-too-large',
    `replies to ${operation} are too large to be judged; ${consequence}`,
    'Limit the size of the replies of the operation, or raise `maxBodyBytes` in the configuration.',
  );
}

function hanging(surface: SurfaceId, calls: string): ParityError {
  return new ParityError(
    'surface-hangs',
    `${surface} did not complete ${calls}; the remaining cases did not run`,
    'Replay one of the cases and find what the surface waits for; raise `timeoutMs` in the configuration if it is only slow.',
  );
}

function unanswered(calls: string): ParityError {
  return new ParityError(
    'service-hangs',
    `the service did not answer ${calls}; the remaining cases did not run`,
    'Replay one of the cases and read the log of the service; raise `timeoutMs` in the configuration if it is only slow.',
  );
}

function unmocked(operation: OperationId): ParityError {
  return new ParityError(
    'mock-unavailable',
    `Prism, the mock, did not answer ${MAX_TIMEOUTS} calls of ${operation} in a row; the remaining cases did not run`,
    'Give each response of the operation an example for Prism to return, or check against a real `service`.',
  );
}
