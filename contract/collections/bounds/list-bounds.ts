import type { SchemaSource } from '../../contract.js';
import type { Parameter, SchemaUri } from '../../operation.js';
import { nameWords, plainName } from '../../plain-name.js';
import type { ItemList } from '../collection.js';
import { isPageLimit, isPagingName } from '../item-list.js';
import { FILTERS, elementMembers } from '../list-choices.js';
import { pagingParameters } from '../paging.js';
import { statedMembers } from '../reply-members.js';
import {
  type BoundKind,
  type BoundMember,
  type ListBound,
  type StatedBound,
  boundMember,
  isDateKind,
  kindOf,
} from './bound.js';
import {
  describedBound,
  describedNumber,
  includesTime,
  isAboutOther,
  namesLimit,
  statesInclusion,
} from './stated-bound.js';

/**
 * For each side, a pattern for the word in a parameter's name that states a bound: `min` in `min_price`, `After` in
 * `createdAfter`.
 */
const SIDES = [
  [
    'smallest',
    /^min(?:imum)?(?:[-_]|(?=[A-Z]))|(?:[-_](?:min|gte?|from|after|since)|(?:Min|Gte?|From|After|Since)|\[(?:min|gte?|from|after|since)\])$/,
  ],
  [
    'largest',
    /^max(?:imum)?(?:[-_]|(?=[A-Z]))|(?:[-_](?:max|lte?|to|before|until)|(?:Max|Lte?|To|Before|Until)|\[(?:max|lte?|to|before|until)\])$/,
  ],
] as const;

/**
 * Names of bounds that do not contain the name of a member, such as `from` and `until`. If the elements have exactly
 * one date, these names set a bound for this date.
 */
const UNNAMED = [
  ['smallest', /^(?:from|since|after|from[-_]?date|date[-_]?from)$/i],
  ['largest', /^(?:to|until|before|to[-_]?date|date[-_]?to)$/i],
] as const;

/**
 * Names of bounds that may refer to the time of the last change. They do not set a bound for the time at which an
 * element was created, even if it is the only time in the elements.
 */
const SINCE = /^(?:since|until|after|before)$/i;

/**
 * The bounds of a list: query parameters that limit one member of its elements. The description of a parameter may
 * state the member and the side. If it does not, the name of the parameter must state them:
 * - `min_price` and `priceMax` for the number `price`;
 * - `created_after` and `createdBefore` for the date `created_at`;
 * - `from` and `to` for the only date;
 * - `min_minutes` for the number `reading_minutes`, if the description confirms it.
 * A parameter is skipped if its name fits several members, or is itself the name of a member.
 */
export function listBounds(schemas: SchemaSource, list: ItemList): readonly ListBound[] {
  const stated = elementMembers(schemas, list);
  const members = [...stated].flatMap(([name, uris]) => boundMember(schemas, name, uris) ?? []);
  const known = new Set([...stated.keys()].map(plainName));
  return list.operation.parameters
    .filter((each) => isFree(schemas, list, [...stated.keys()], each))
    .flatMap((parameter) =>
      candidates(schemas, parameter).flatMap(({ label, stated: own, ...place }) => {
        const given = known.has(plainName(label)) ? undefined : kindOf(schemas, label, own);
        const about = parameter.description;
        const bound = given && (describedBound(about, given, members) ?? boundOf(label, about, given, members));
        return bound === undefined ? [] : [{ ...bound, ...place, ...inclusionOf(bound, label, about, members) }];
      }),
    );
}

/** Whether the contract states that an element whose member equals the bound is in the list. */
function inclusionOf(
  bound: StatedBound,
  label: string,
  about: string,
  members: readonly BoundMember[],
): Pick<ListBound, 'isInclusive' | 'isIncludedByName' | 'isUtcDay'> {
  if (isDateKind(bound.values)) return includesTime(bound, about);
  const isInclusive = statesInclusion(label, about);
  if (isInclusive !== undefined) return { isInclusive };
  const isRounded = bound.values === 'number' && members.find(({ name }) => name === bound.name)?.isInteger !== true;
  return !isRounded && namesLimit(label, about) ? { isInclusive: true, isIncludedByName: true } : {};
}

/**
 * A query parameter that may set a bound, or a member of an object parameter. Its `label`, such as `min_price` or
 * `price[gte]`, shows whether it sets one.
 */
interface Candidate extends Pick<ListBound, 'parameter' | 'within'> {
  readonly label: string;
  readonly stated: readonly SchemaUri[];
}

/** The parameter and, if its value is an object, each member of this object, such as `gte` in `price[gte]`. */
function candidates(schemas: SchemaSource, { name, schema }: Parameter): readonly Candidate[] {
  const below = [...statedMembers(schemas, [schema])].map(([member, stated]): Candidate => {
    const label = FILTERS.test(name) ? member : `${name}[${member}]`;
    return { label, stated, parameter: member, within: name };
  });
  return [{ label: name, stated: [schema], parameter: name }, ...below];
}

/** Whether a parameter may set a bound: it is in the query, and it does not select a page. */
function isFree(schemas: SchemaSource, list: ItemList, members: readonly string[], parameter: Parameter): boolean {
  const { in: place, name, contentType } = parameter;
  if (place !== 'query' || contentType !== undefined || pagingParameters(list).includes(name)) return false;
  // Names such as `since` may select a page, unless the value is a date.
  return (
    !isPageLimit({ schemas }, list.operation, parameter, members) &&
    (!isPagingName(name) || /^max/i.test(name) || kindOf(schemas, name, [parameter.schema]) !== 'number')
  );
}

function boundOf(
  parameter: string,
  about: string,
  given: BoundKind,
  members: readonly BoundMember[],
): StatedBound | undefined {
  const isDate = isDateKind(given);
  const unnamed = UNNAMED.find(([, names]) => names.test(parameter));
  const named = SIDES.find(([, affix]) => affix.test(parameter));
  const [side] = (isDate ? unnamed : undefined) ?? named ?? [];
  if (side === undefined) return undefined;
  const rest = parameter.replace(named?.[1] ?? '', '');
  const stem = isDate && unnamed !== undefined ? undefined : plainName(rest);
  const fits = members.filter(
    ({ name, kind }) => isDateKind(kind) === isDate && (stem === undefined || isOfStem(plainName(name), stem, isDate)),
  );
  const isFound = fits.length > 0 || isDate || stem === undefined;
  const [fit, ...others] = isFound ? fits : numbersOf(rest, about, members);
  if (fit === undefined || others.length > 0 || (!isDate && fit.kind !== given)) return undefined;
  if (stem === undefined && SINCE.test(parameter) && /^creat/i.test(fit.name)) return undefined;
  if (stem === undefined && isAboutOther(about, fit.name)) return undefined;
  return { name: fit.name, side, values: fit.kind, given };
}

/**
 * The number members that a bound may limit, if no member has exactly the name `rest`. `rest` is the name of the
 * parameter without the word for the side: `minutes` for `min_minutes`. `about` is its description.
 */
function numbersOf(rest: string, about: string, members: readonly BoundMember[]): readonly BoundMember[] {
  const amounts = amountsOf(plainName(rest), members);
  const described = amounts.length > 0 ? undefined : describedNumber(nameWords(rest), about, members);
  return described === undefined ? amounts : [described];
}

/**
 * Whether a bound limits a member. `stem` is the name of the bound without the word for the side. The stem `created`
 * fits the dates `created_at` and `create_time` (AIP-148), and `price` fits `price`.
 */
function isOfStem(member: string, stem: string, isDate: boolean): boolean {
  const stems = stem.endsWith('ed') ? [stem, stem.slice(0, -1)] : [stem];
  return member === stem || (isDate && stems.some((each) => DATE_ENDS.some((end) => member === each + end)));
}

const DATE_ENDS = ['at', 'on', 'date', 'time'];

/**
 * Words at the end of a name that do not change its meaning: `price_amount` means the same as `price`. A unit does
 * change the meaning: the number `price_cents` differs from `price`.
 */
const AMOUNT = /^(?:amount|value|sum)$/;

/**
 * The number members whose names begin with the stem of a bound: `total_amount` for `total`. A single member is
 * returned only if the rest of its name is a word such as `amount`. Several members are all returned, because the bound
 * may limit any of them.
 */
function amountsOf(stem: string, members: readonly BoundMember[]): readonly BoundMember[] {
  const begun = members.filter(({ name, kind }) => !isDateKind(kind) && plainName(name).startsWith(stem));
  const [{ name } = { name: '' }] = begun;
  return begun.length > 1 || AMOUNT.test(plainName(name).slice(stem.length)) ? begun : [];
}
