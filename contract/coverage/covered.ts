/** The kinds of parts of a contract that the cases of a run can reach, such as operations and keywords. */
export const COVERED = [
  'operations',
  'parameters',
  'contents',
  'keywords',
  'broken',
  'members',
  'branches',
  'statuses',
] as const;
export type Covered = (typeof COVERED)[number];

export interface PartCoverage {
  readonly reached: number;
  readonly of: number;
  /** Names of the parts that were not reached, in the contract's order. */
  readonly missing: readonly string[];
}

export type Coverage = Readonly<Record<Covered, PartCoverage>>;

export function everyKind<T>(valueOf: (kind: Covered) => T): Readonly<Record<Covered, T>> {
  return {
    operations: valueOf('operations'),
    parameters: valueOf('parameters'),
    contents: valueOf('contents'),
    keywords: valueOf('keywords'),
    broken: valueOf('broken'),
    members: valueOf('members'),
    branches: valueOf('branches'),
    statuses: valueOf('statuses'),
  };
}
