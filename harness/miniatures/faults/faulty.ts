import type { JsonObject } from '../../../contract/json.js';
import type { Cast } from '../performance.js';

/** One deliberate fault, and the one finding that has to come of it. */
export interface Faulty {
  readonly rule: string;
  /** What is wrong with it, as its author would not say. */
  readonly name: string;
  readonly cast: Cast;
  readonly want: {
    readonly kind: string;
    /** A pattern where the smallest case has a say in it. */
    readonly pointer: string | RegExp;
    readonly blame: 'surface' | 'backend';
  };
}

/** A fault of the surface under test: nobody else may be accused. */
export function bySurface(rule: string, name: string, kind: string, pointer: string | RegExp, surface: NonNullable<Cast['surface']>, timeoutMs?: number): Faulty {
  return { rule, name, cast: { surface, ...(timeoutMs !== undefined && { timeoutMs }) }, want: { kind, pointer, blame: 'surface' } };
}

/** A fault of the service, which is seen through every surface. */
export function byService(rule: string, name: string, kind: string, pointer: string | RegExp, service: NonNullable<Cast['service']>): Faulty {
  return { rule, name, cast: { service }, want: { kind, pointer, blame: 'backend' } };
}

export function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([known]) => known !== name));
}
