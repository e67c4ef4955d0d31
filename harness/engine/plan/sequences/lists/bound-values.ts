import type { BoundKind, ListBound } from '../../../../../contract/collections/bounds/bound.js';
import type { Json } from '../../../../../contract/json/json.js';

/**
 * Values for a bound of each kind, in groups of three. Items are created with the values of one group, and the first
 * value, which is between the other two, is used as the bound. No date is at a weekend, on which some services refuse
 * items.
 */
export const STORED: Readonly<Record<BoundKind, readonly (readonly Json[])[]>> = {
  number: [
    [2, 3, 1],
    [20, 30, 10],
    [200, 300, 100],
    [2000, 3000, 1000],
    // Years.
    [2000, 2010, 1990],
    [0.2, 0.3, 0.1],
  ],
  // The order of these numbers as texts differs from their order as numbers.
  decimal: [
    ['20.00', '100.00', '3.00'],
    ['20', '100', '3'],
    ['20.0', '100.0', '3.0'],
    ['20.000', '100.000', '3.000'],
  ],
  date: [['2030-03-01', '2030-06-03', '2030-01-02']],
  'date-time': [['2030-03-01T00:00:00Z', '2030-06-03T00:00:00Z', '2030-01-02T00:00:00Z']],
};

/** Times for a bound that is a day: a service may wrongly compare only the start of the day with them. */
const IN_DAY: readonly (readonly Json[])[] = [['2030-03-01T10:00:00Z', '2030-06-03T10:00:00Z', '2030-01-02T10:00:00Z']];

/** Values that are larger or smaller than the values of most items. Used if no create sets the member. */
const FAR: Readonly<Record<BoundKind, readonly Json[]>> = {
  number: [1_000_000, 0],
  decimal: ['1000000.00', '0.00', '1000000', '0'],
  date: ['2100-01-01', '2000-01-01'],
  'date-time': ['2100-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
};

/**
 * A bound of a list (a parameter such as `min_price`), the values to try for it, and the inputs of items on both sides
 * of it.
 */
export interface TriedBound<Input> {
  readonly bound: ListBound;
  readonly settings: readonly Json[];
  readonly made: readonly Input[];
}

/**
 * Returns the values to try for a bound. `madeWith` gets values and returns inputs of a create that set the member to
 * them; it returns fewer inputs if the create accepts only some values. `isAllowed` decides whether the contract allows
 * a value of the parameter.
 */
export function triedBound<Input>(
  bound: ListBound,
  madeWith: (values: readonly Json[]) => readonly Input[],
  isAllowed: (value: Json) => boolean,
): readonly TriedBound<Input>[] {
  for (const values of [...(bound.isUtcDay === true ? IN_DAY : []), ...STORED[bound.values]]) {
    const made = madeWith(values);
    const [middle] = values.map((value) => asGiven(bound, value)).filter(isAllowed);
    if (made.length === values.length && middle !== undefined) return [{ bound, settings: [middle], made }];
  }
  const settings = FAR[bound.given].filter(isAllowed);
  return settings.length === 0 ? [] : [{ bound, settings, made: [] }];
}

/**
 * Matches names of members that are probably times. Their stored value may have more digits than the whole seconds in a
 * reply. So it is certain only for an inclusive lower bound that an element with an equal value is selected.
 */
const TIME =
  /(?:[-_](?:at|on|time|date)|At|On|Time|Date|^(?:time|date|created|updated|modified|changed|expires?|started|ended))$/;

/**
 * Whether it is certain if the list selects an element whose member equals the bound, even if no create set the member.
 * This is so if the member and the bound are numbers or dates of the same kind, and the contract clearly states whether
 * the bound includes its own value.
 */
export function isExact({ name, side, values, given, isInclusive, isIncludedByName }: ListBound): boolean {
  if (isIncludedByName === true || values === 'decimal' || values !== given || isInclusive === undefined) return false;
  if (values !== 'number') return true;
  return !TIME.test(name) || (side === 'smallest' && isInclusive);
}

/** Converts a value of the member to the form of the parameter. */
function asGiven({ values, given }: ListBound, value: Json): Json {
  if (typeof value !== 'string' || values === given) return value;
  return given === 'date' ? value.slice(0, 10) : `${value}T00:00:00Z`;
}
