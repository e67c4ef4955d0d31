import type { CellEntry } from '../../report.js';
import { amount, counted } from '../../text/amounts.js';

/**
 * The number of cases by result. `refused` is missing if the report is from an earlier version that does not state it.
 */
export type CaseCounts = Pick<CellEntry, 'cases' | 'accepted' | 'rejected' | 'refused' | 'inexpressible'>;

/** The sum of the case counts of several matrix cells. */
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

/** Explains the words `refused as they should be`. */
export const RIGHT_REFUSALS = 'refused as they should be: the contract requires or permits the refusal';

/** Explains the words `with another result`. */
export const OTHER_RESULTS =
  'with another result: other replies, such as a 409 for a valid input that conflicts with the state or a 404 for an invalid input of an unknown item, or no reply';

/** Describes the counts, for example `25 cases: 13 accepted, 12 refused as they should be`. */
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
