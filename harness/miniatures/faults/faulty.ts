import type { JsonObject } from '../../../contract/json/json.js';
import type { ToleranceName } from '../../../rules/values/tolerances.js';
import type { Setup } from '../miniature-run.js';

/** One deliberate fault, and the only finding that it must cause. */
export interface Faulty {
  readonly rule: string;
  /** A short description of the fault. */
  readonly name: string;
  readonly setup: Setup;
  /**
   * A tolerance that permits a smaller difference of the same kind. The test shows that it does not permit this fault.
   */
  readonly beyond?: ToleranceName;
  readonly want: {
    readonly kind: string;
    /** JSON pointer of the expected finding. It is a regular expression if it depends on the smallest case. */
    readonly pointer: string | RegExp;
    readonly blame: 'surface' | 'backend';
  };
}

/** Creates a fault. If `setup` has a faulty surface, the finding must blame the surface, otherwise the backend. */
export function fault(rule: string, name: string, kind: string, pointer: string | RegExp, setup: Setup): Faulty {
  return { rule, name, setup, want: { kind, pointer, blame: setup.surface === undefined ? 'backend' : 'surface' } };
}

/** Adds to a fault the tolerance whose limit it slightly exceeds. */
export function beyond(tolerance: ToleranceName, faulty: Faulty): Faulty {
  return { ...faulty, beyond: tolerance };
}

export function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([known]) => known !== name));
}
