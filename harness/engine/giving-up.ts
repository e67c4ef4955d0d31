import { ParityError } from '../../contract/parity-error.js';
import type { OperationId } from '../../contract/operation.js';
import type { BackendKind } from '../../rules/rule.js';
import type { Observation, SurfaceId } from '../../surfaces/observation.js';

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

/**
 * How long a surface is put up with: an operation that only hangs, or only ends the surface, is left, so that the others are
 * still verified; a surface of which that is so of one operation after the other is left altogether.
 */
export class Patience {
  readonly givenUp: GivenUp[] = [];
  readonly #timeouts = new Map<OperationId, number>();
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
