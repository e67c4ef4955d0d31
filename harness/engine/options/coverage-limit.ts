import { COVERED, type Covered } from '../../../contract/coverage/covered.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { ParityError } from '../../../contract/parity-error.js';

/**
 * The minimum percentage of one kind of contract parts (such as operations) that must be covered. With `surface`, this
 * surface must cover them; otherwise, all surfaces together.
 */
export interface CoverageLimit {
  readonly surface?: SurfaceId;
  readonly part: Covered;
  readonly percent: number;
}

/** Parses a limit such as `operations=100`, or `cli:operations=100` for one surface. */
export function coverageLimit(text: string): CoverageLimit {
  const [, surface, name, digits] = /^(?:([^:=]+):)?([a-z]+)=(\d{1,3})$/.exec(text) ?? [];
  const part = COVERED.find((known) => known === name);
  const percent = Number(digits);
  if (part !== undefined && percent <= 100) return { ...(surface !== undefined && { surface }), part, percent };
  throw new ParityError(
    'coverage-limit',
    `${JSON.stringify(text)} is not a coverage limit`,
    `Write a part and a percentage, such as operations=100 or cli:operations=100. The parts are ${COVERED.join(', ')}.`,
  );
}
