import { ParityError } from '../../../../contract/parity-error.js';
import type { OperationId } from '../../../../contract/operation.js';
import type { BackendKind } from '../../../../rules/rule.js';
import { counted } from '../../../../reports/text/amounts.js';
import { isBodyKnown } from '../../../../rules/reply.js';
import { byteLength } from '../../../../surfaces/http/body-excerpt.js';
import { LONGEST_BODY } from '../../../../surfaces/http/http-exchange.js';
import type { Observation, SurfaceId } from '../../../../surfaces/observation.js';

/** An operation of a surface, or a whole surface, whose remaining cases are skipped, with the reason. */
export interface GivenUp {
  readonly surface: SurfaceId;
  /** Not set if the whole surface was given up. */
  readonly operation?: OperationId;
  readonly error: ParityError;
}

/**
 * The number of consecutive timeouts after which an operation is given up. The next calls would probably hang too, and
 * waiting for each of them would take hours.
 */
export const MAX_TIMEOUTS = 3;
/** The total number of timeouts after which an operation is given up, even if there were replies between them. */
const MAX_ALL_TIMEOUTS = 8;
/** The number of consecutive given-up operations after which the whole surface is given up. */
const MAX_OPERATIONS = 3;
/**
 * The total size of consecutive replies that could not be judged, after which an operation is given up. Further replies
 * would cost time without a result.
 */
const MOST_UNJUDGED_BYTES = 64 * 1024 * 1024;
/** Bytes that are counted for a short reply that cannot be judged because its JSON has too many values. */
const LEAST_UNJUDGED_BYTES = 2 * 1024 * 1024;

/**
 * Decides when to skip remaining cases. An operation that keeps hanging, or that ends the surface, is given up, so that
 * the other operations can be verified. A surface with several given-up operations in a row is given up entirely.
 */
export class GiveUpPolicy {
  readonly givenUp: GivenUp[] = [];
  readonly #timeouts = new Map<OperationId, { inARow: number; all: number }>();
  /** For each operation: bytes of consecutive unjudged replies, and the total number of unjudged replies. */
  readonly #unjudged = new Map<OperationId, { bytes: number; replies: number }>();
  #inARow = 0;

  constructor(
    private readonly surface: SurfaceId,
    private readonly backend: BackendKind,
  ) {}

  allows(operation: OperationId): boolean {
    return !this.givenUp.some((stop) => stop.operation === undefined || stop.operation === operation);
  }

  /** Counts an observation. `judgesContent` is false for a case that only requires a status below 500. */
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
   * Counts a call that could not be made. After `surface-dies`, only the operation is given up; after other errors, the
   * whole surface.
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
    // The reply is not counted if the case does not judge its content. For example, a service may repeat a request of 1
    // MiB.
    unjudged.replies += bytes === 0 || !judgesContent ? 0 : 1;
    if (unjudged.bytes <= MOST_UNJUDGED_BYTES || !this.allows(operation)) return;
    this.givenUp.push({
      surface: this.surface,
      operation,
      error: tooLarge(operation, 'the remaining cases did not run'),
    });
  }

  /**
   * Called after the last case. Returns the operations and surfaces that were given up, and the operations with
   * unjudged replies.
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

  /** Gives up only this operation, because Prism may still answer others. */
  #giveUpOnMock(operation: OperationId): void {
    if (this.allows(operation)) this.givenUp.push({ surface: this.surface, operation, error: unmocked(operation) });
  }

  #giveUp(operation: OperationId, error: ParityError): void {
    // The operation may have been given up already.
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

/** Whether the request reached the backend and got no reply in time. The surface is then not at fault. */
function isUnanswered({ exchanges }: Observation): boolean {
  return exchanges.some(({ response }) => response.kind === 'failed' && response.silent === true);
}

/** Bytes of the replies that are too large to be judged. */
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
    'Bound the replies of the operation, or raise `maxBodyBytes` in the configuration.',
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
