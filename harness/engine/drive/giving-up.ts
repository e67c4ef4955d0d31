import { ParityError } from '../../../contract/parity-error.js';
import type { OperationId } from '../../../contract/operation.js';
import type { BackendKind } from '../../../rules/rule.js';
import { counted } from '../../../reports/text/amounts.js';
import { isBodyKnown } from '../../../rules/reply.js';
import { byteLength } from '../../../surfaces/http/body-excerpt.js';
import { LONGEST_BODY } from '../../../surfaces/http/http-exchange.js';
import type { Observation, SurfaceId } from '../../../surfaces/observation.js';

/** What could not be gone on with: one operation of a surface, or all of it. */
export interface GivenUp {
  readonly surface: SurfaceId;
  /** Absent: the whole surface. */
  readonly operation?: OperationId;
  readonly error: ParityError;
}

/** What hangs this often in a row will go on to; waiting for each case would take hours. */
const MAX_TIMEOUTS = 3;
/** So many operations given up with no answer between them, and it is not the operation. */
const MAX_OPERATIONS = 3;
/** Bytes of replies to one operation in a row that are too much to be judged: the next ones would show no more, and take long. */
const MOST_UNJUDGED_BYTES = 64 * 1024 * 1024;
/** What a reply counts as that is short and still too much, being JSON of very many values. */
const LEAST_UNJUDGED_BYTES = 2 * 1024 * 1024;

/**
 * How long a surface is put up with: an operation that only hangs, or only ends the surface, is left, so that the others are
 * still verified; a surface of which that is so of one operation after the other is left altogether.
 */
export class Patience {
  readonly givenUp: GivenUp[] = [];
  readonly #timeouts = new Map<OperationId, number>();
  /** Bytes in a row, and replies in all. */
  readonly #unjudged = new Map<OperationId, { bytes: number; replies: number }>();
  #inARow = 0;

  constructor(
    private readonly surface: SurfaceId,
    private readonly backend: BackendKind,
  ) {}

  hasFor(operation: OperationId): boolean {
    return !this.givenUp.some((left) => left.operation === undefined || left.operation === operation);
  }

  /** An observation came; it may be that of a call that hung. */
  saw(operation: OperationId, observation: Observation): void {
    this.#countUnjudged(operation, observation);
    if (!isHanging(observation)) {
      this.#timeouts.set(operation, 0);
      if (observation.outcome.kind !== 'crash') this.#inARow = 0;
      return;
    }
    const timeouts = (this.#timeouts.get(operation) ?? 0) + 1;
    this.#timeouts.set(operation, timeouts);
    if (timeouts < MAX_TIMEOUTS) return;
    if (!isUnanswered(observation)) this.#leave(operation, hanging(this.surface, operation));
    else if (this.backend === 'mock') this.#leaveToMock(operation);
    else this.#leave(operation, unanswered(operation));
  }

  /** The call could not be made at all. Only a death says that another operation may fare better. */
  failed(operation: OperationId, error: ParityError): void {
    if (error.code === 'surface-dies') this.#leave(operation, error);
    else this.givenUp.push({ surface: this.surface, error });
  }

  #countUnjudged(operation: OperationId, observation: Observation): void {
    const bytes = unjudgedBytes(observation);
    const unjudged = this.#unjudged.get(operation) ?? { bytes: 0, replies: 0 };
    this.#unjudged.set(operation, unjudged);
    unjudged.bytes = bytes === 0 ? 0 : unjudged.bytes + bytes;
    unjudged.replies += bytes === 0 ? 0 : 1;
    if (unjudged.bytes <= MOST_UNJUDGED_BYTES || !this.hasFor(operation)) return;
    this.givenUp.push({ surface: this.surface, operation, error: tooLarge(operation, 'the remaining cases did not run') });
  }

  /** All cases have run. What could not be judged is not verified. */
  end(): readonly GivenUp[] {
    const unjudged = [...this.#unjudged].filter(([operation, { replies }]) => replies > 0 && this.hasFor(operation));
    const left = unjudged.map(([operation, { replies }]): GivenUp => {
      return { surface: this.surface, operation, error: tooLarge(operation, `their content was not verified (${counted(replies, 'call')})`) };
    });
    return [...this.givenUp, ...left];
  }

  /** That Prism cannot answer one operation says nothing of the next. */
  #leaveToMock(operation: OperationId): void {
    if (this.hasFor(operation)) this.givenUp.push({ surface: this.surface, operation, error: unmocked(operation) });
  }

  #leave(operation: OperationId, error: ParityError): void {
    // Another lane may have come to it first.
    if (!this.hasFor(operation)) return;
    this.#inARow += 1;
    this.givenUp.push(this.#inARow < MAX_OPERATIONS ? { surface: this.surface, operation, error } : { surface: this.surface, error });
  }
}

function isHanging(observation: Observation): boolean {
  return observation.outcome.kind === 'timeout' || isUnanswered(observation);
}

/** The request arrived at the backend, and the backend was silent: the surface is not to blame. */
function isUnanswered({ exchanges }: Observation): boolean {
  return exchanges.some(({ response }) => response.kind === 'failed' && response.silent === true);
}

/** Bytes of the replies that are too much to be judged. */
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

function hanging(surface: SurfaceId, operation: OperationId): ParityError {
  return new ParityError(
    'surface-hangs',
    `${surface} did not end ${MAX_TIMEOUTS} calls of ${operation} in a row; the rest of them was not made`,
    'Replay one of the cases and find what it waits for; raise `timeoutMs` in the configuration if it is only slow.',
  );
}

function unanswered(operation: OperationId): ParityError {
  return new ParityError(
    'service-hangs',
    `the service did not answer ${MAX_TIMEOUTS} calls of ${operation} in a row; the rest of them was not made`,
    'Replay one of the cases and read the log of the service; raise `timeoutMs` in the configuration if it is only slow.',
  );
}

function unmocked(operation: OperationId): ParityError {
  return new ParityError(
    'mock-unavailable',
    `Prism, the mock, did not answer ${MAX_TIMEOUTS} calls of ${operation} in a row; the rest of them was not made`,
    'Give each response of the operation an example, which Prism answers with; or check against a real `service`.',
  );
}
