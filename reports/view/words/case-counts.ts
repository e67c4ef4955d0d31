import type { CellEntry } from '../../report.js';
import { amount, counted } from '../../text/amounts.js';

/** Cases by their result. `refused` is absent if a report of an earlier version does not state it. */
export type CaseCounts = Pick<CellEntry, 'cases' | 'accepted' | 'rejected' | 'refused' | 'inexpressible'>;

/** The sum of cells. */
export function caseCounts(cells: readonly CaseCounts[]): CaseCounts {
  const sum = (count: keyof CaseCounts): number => cells.reduce((total, cell) => total + (cell[count] ?? 0), 0);
  const isStated = cells.every(({ rejected, refused }) => refused !== undefined || rejected === 0);
  return {
    cases: sum('cases'),
    accepted: sum('accepted'),
    rejected: sum('rejected'),
    ...(isStated && { refused: sum('refused') }),
    inexpressible: sum('inexpressible'),
  };
}

/** The explanation of `refused as they should be`. */
export const RIGHT_REFUSALS = 'refused as they should be: the contract requires or permits the refusal';

/** `25 cases: 13 accepted, 12 refused as they should be`. */
export function caseCountWords({ cases, accepted, rejected, refused, inexpressible }: CaseCounts): string {
  const others = rejected - (refused ?? 0);
  const parts = [
    `${amount(accepted)} accepted`,
    ...(refused === undefined || refused === 0 ? [] : [refusedWords(refused)]),
    ...(others === 0 ? [] : [`${amount(others)} ${refused === undefined ? 'not accepted' : 'with another result'}`]),
    ...(inexpressible === 0 ? [] : [`${amount(inexpressible)} inexpressible`]),
  ];
  return cases === 0 ? 'no cases' : `${counted(cases, 'case')}: ${parts.join(', ')}`;
}

function refusedWords(refused: number): string {
  return `${amount(refused)} refused as ${refused === 1 ? 'it' : 'they'} should be`;
}
