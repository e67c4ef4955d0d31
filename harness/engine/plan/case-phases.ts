import type { CaseKind } from '../../cases/make-cases.js';

/** The phases with cases, in the order in which they run. */
export const CASE_PHASES = ['examples', 'boundary', 'valid', 'invalid', 'gates'] as const;
export type CasePhase = (typeof CASE_PHASES)[number];

/** The kind of the cases of each phase. */
export const KINDS: Readonly<Record<CasePhase, CaseKind>> = {
  examples: 'example',
  boundary: 'boundary',
  valid: 'valid',
  invalid: 'invalid',
  gates: 'gate',
};
