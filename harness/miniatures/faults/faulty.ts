import type { JsonObject } from '../../../contract/json/json.js';
import type { ToleranceName } from '../../../rules/values/tolerances.js';
import type { Cast } from '../performance.js';

/** One deliberate fault, and the one finding that has to come of it. */
export interface Faulty {
  readonly rule: string;
  /** What is wrong with it, as its author would not say. */
  readonly name: string;
  readonly cast: Cast;
  /** It goes just beyond what this tolerance permits. */
  readonly beyond?: ToleranceName;
  readonly want: {
    readonly kind: string;
    /** A pattern where the smallest case has a say in it. */
    readonly pointer: string | RegExp;
    readonly blame: 'surface' | 'backend';
  };
}

/** Of a fault of the surface under test nobody else may be accused; one of the service is seen through every surface. */
export function fault(rule: string, name: string, kind: string, pointer: string | RegExp, cast: Cast): Faulty {
  return { rule, name, cast, want: { kind, pointer, blame: cast.surface === undefined ? 'backend' : 'surface' } };
}

/** A fault that goes just beyond a tolerance. */
export function beyond(tolerance: ToleranceName, faulty: Faulty): Faulty {
  return { ...faulty, beyond: tolerance };
}

export function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([known]) => known !== name));
}
