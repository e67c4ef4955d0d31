import type { SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { Parameter, SchemaUri } from '../operation.js';
import { areDecimalTexts } from '../formats/decimal-texts.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import type { ItemList } from './collection.js';
import { isPageLimit, isPagingName } from './item-list.js';
import { plainName } from '../plain-name.js';
import { quotedNames } from '../sentences.js';
import { FILTERS, elementMembers } from './list-choices.js';
import { pagingParameters } from './paging.js';
import { statedMembers } from './reply-members.js';

/** A query parameter that sets the smallest or the largest value of one member of the listed elements. */
export interface ListBound {
  /** Name of the member. */
  readonly name: string;
  readonly parameter: string;
  /**
   * The object parameter that contains `parameter`, such as `price` in `price[gte]`. Omitted if `parameter` is itself a
   * parameter.
   */
  readonly within?: string;
  readonly side: 'smallest' | 'largest';
  /** The kind of the values of the member and of the parameter. */
  readonly values: BoundKind;
  readonly given: BoundKind;
  /** Whether an element whose member equals the bound is in the list. Omitted if the contract does not state it. */
  readonly isInclusive?: boolean;
}

/** `decimal`: a string with a decimal number, such as an amount of money. */
export type BoundKind = 'number' | 'decimal' | 'date' | 'date-time';

/**
 * One pattern for each side. It matches a word for a bound at the start or at the end of a parameter's name, as in
 * `min_price` and `createdAfter`.
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
 * Names of bounds that do not contain the name of a member, such as `from`. They are bounds of the only date in the
 * elements.
 */
const UNNAMED = [
  ['smallest', /^(?:from|since|after|from[-_]?date|date[-_]?from)$/i],
  ['largest', /^(?:to|until|before|to[-_]?date|date[-_]?to)$/i],
] as const;

/**
 * Names of bounds that may refer to the time of the last change, even if elements have only the time at which they were
 * created.
 */
const SINCE = /^(?:since|until|after|before)$/i;

/**
 * The bounds of a list: parameters whose description names the member and the side, `min_price` and `priceMax` for the
 * number `price`, `created_after` and `createdBefore` for the date `created_at`, `from` and `to` for the only date. A
 * parameter is not a bound if its name fits several members, or is itself the name of a member.
 */
export function listBounds(schemas: SchemaSource, list: ItemList): readonly ListBound[] {
  const members = elementMembers(schemas, list);
  const kinds = new Map(
    [...members].flatMap(([name, stated]) => {
      const kind = kindOf(schemas, name, stated);
      return kind === undefined ? [] : [[name, kind] as const];
    }),
  );
  const known = new Set([...members.keys()].map(plainName));
  return list.operation.parameters
    .filter((each) => isFree(schemas, list, [...members.keys()], each))
    .flatMap((parameter) =>
      candidates(schemas, parameter).flatMap(({ label, stated, ...place }) => {
        const given = known.has(plainName(label)) ? undefined : kindOf(schemas, label, stated);
        const about = parameter.description;
        const bound = given && (describedBound(about, given, kinds) ?? boundOf(label, given, kinds));
        if (bound === undefined) return [];
        const isInclusive = isDateKind(bound.values) ? includesTime(bound, about) : statesInclusion(label, about);
        return [{ ...bound, ...place, ...(isInclusive !== undefined && { isInclusive }) }];
      }),
    );
}

/** A parameter, or a member of an object parameter, with the name by which it is recognised as a bound. */
interface Candidate extends Pick<ListBound, 'parameter' | 'within'> {
  readonly label: string;
  readonly stated: readonly SchemaUri[];
}

/** The parameter and, if its value is an object, the members of this object: `gte` of `price`, as `price[gte]`. */
function candidates(schemas: SchemaSource, { name, schema }: Parameter): readonly Candidate[] {
  const below = [...statedMembers(schemas, [schema])].map(([member, stated]): Candidate => {
    const label = FILTERS.test(name) ? member : `${name}[${member}]`;
    return { label, stated, parameter: member, within: name };
  });
  return [{ label: name, stated: [schema], parameter: name }, ...below];
}

/** Whether a parameter is in the query and does not select a page. */
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
  given: BoundKind,
  kinds: ReadonlyMap<string, BoundKind>,
): Omit<ListBound, 'parameter' | 'within'> | undefined {
  const isDate = isDateKind(given);
  const unnamed = UNNAMED.find(([, names]) => names.test(parameter));
  const named = SIDES.find(([, affix]) => affix.test(parameter));
  const [side] = (isDate ? unnamed : undefined) ?? named ?? [];
  if (side === undefined) return undefined;
  const stem = isDate && unnamed !== undefined ? undefined : plainName(parameter.replace(named?.[1] ?? '', ''));
  const fits = [...kinds].filter(
    ([name, kind]) => isDateKind(kind) === isDate && (stem === undefined || isOfStem(plainName(name), stem, isDate)),
  );
  const [fit, ...others] = fits.length > 0 || isDate || stem === undefined ? fits : amountsOf(stem, kinds);
  if (fit === undefined || others.length > 0 || (!isDate && fit[1] !== given)) return undefined;
  if (stem === undefined && SINCE.test(parameter) && /^creat/i.test(fit[0])) return undefined;
  return { name: fit[0], side, values: fit[1], given };
}

const AT_LEAST =
  /\bat least\b|\bor (?:later|after|more|higher|greater|above|newer)\b|\bnot before\b|\b(?:on|at) or after\b|[≥]|>=/i;
const AT_MOST =
  /\bat most\b|\bor (?:earlier|before|less|lower|smaller|below|older|fewer)\b|\bnot after\b|\b(?:on|at) or before\b|[≤]|<=/i;

/**
 * The bound that a description states: "`hired_on` on this day or later". `undefined` if it does not name exactly one
 * member and one side.
 */
function describedBound(
  description: string,
  given: BoundKind,
  kinds: ReadonlyMap<string, BoundKind>,
): Omit<ListBound, 'parameter' | 'within'> | undefined {
  const named = new Set(quotedNames(description));
  const [fit, ...others] = [...kinds].filter(
    ([name, kind]) => named.has(name) && isDateKind(kind) === isDateKind(given),
  );
  const [isLeast, isMost] = [AT_LEAST.test(description), AT_MOST.test(description)];
  if (fit === undefined || others.length > 0 || isLeast === isMost) return undefined;
  if (!isDateKind(given) && fit[1] !== given) return undefined;
  return { name: fit[0], side: isLeast ? 'smallest' : 'largest', values: fit[1], given };
}

const DATE_INCLUDED = /\bor (?:later|earlier)\b|\b(?:on|at) or (?:after|before)\b|\binclusive/i;

/**
 * Whether a bound for dates includes its own value. Known only if the description states it. A service may store more
 * digits of a time than it returns, so an upper bound for times states nothing about an equal time.
 */
function includesTime(
  { side, values, given }: Pick<ListBound, 'side' | 'values' | 'given'>,
  about: string,
): true | undefined {
  const isCertain = values === given && (values === 'date' || side === 'smallest');
  return isCertain && DATE_INCLUDED.test(about) && !EXCLUDED.test(about) ? true : undefined;
}

/**
 * Whether a bound includes its own value, by the description or by the name of the parameter: `gte` and `lte` include
 * it, `gt` and `lt` do not. `undefined` if neither states it, or if the description states both.
 */
function statesInclusion(label: string, description = ''): boolean | undefined {
  const than = THAN.exec(description);
  const isIncluded = INCLUDED.test(description) || than?.[1] !== undefined;
  const isExcluded = EXCLUDED.test(description) || (than !== null && !isIncluded);
  if (isIncluded !== isExcluded) return isIncluded;
  const [, equal] = /(?:[-_[][gl]t|[a-z][GL]t)(e?)\]?$/.exec(label) ?? [];
  return isIncluded || equal === undefined ? undefined : equal === 'e';
}

const INCLUDED = /\bat (?:least|most)\b|\binclusive|\bor (?:equal|more|less|above|below|over|under)\b|[≥≤]|[<>]=/i;
const EXCLUDED = /\bexclusive|\bstrictly\b/i;
/** A comparison such as `less than`, which is inclusive after `no`. */
const THAN = /(\bnot? )?\b(?:more|less|greater|smaller|higher|lower|larger|fewer) than\b/i;

/**
 * Whether the stem of a bound's name denotes this member: `created` denotes `created_at` and `create_time` (AIP-148),
 * and `price` denotes `price`.
 */
function isOfStem(member: string, stem: string, isDate: boolean): boolean {
  const stems = stem.endsWith('ed') ? [stem, stem.slice(0, -1)] : [stem];
  return member === stem || (isDate && stems.some((each) => DATE_ENDS.some((end) => member === each + end)));
}

const DATE_ENDS = ['at', 'on', 'date', 'time'];

function isDateKind(kind: BoundKind): boolean {
  return kind === 'date' || kind === 'date-time';
}

/**
 * Words that do not change the meaning of the word before them: `price_amount` means the same as `price`. A unit is not
 * such a word: the number `price_cents` differs from `price`.
 */
const AMOUNT = /^(?:amount|value|sum)$/;

/**
 * The number that the stem of a bound's name denotes, if a word such as `amount` follows the stem: `total` denotes
 * `total_amount`. If the names of several numbers start with the stem, all these numbers are returned.
 */
function amountsOf(stem: string, kinds: ReadonlyMap<string, BoundKind>): readonly (readonly [string, BoundKind])[] {
  const begun = [...kinds].filter(([name, kind]) => !isDateKind(kind) && plainName(name).startsWith(stem));
  const [[name] = ['']] = begun;
  return begun.length > 1 || AMOUNT.test(plainName(name).slice(stem.length)) ? begun : [];
}

/**
 * The kind of the values that all these schemas describe. `undefined` if the schemas describe different kinds. Null
 * values are ignored.
 */
function kindOf(schemas: SchemaSource, name: string, stated: readonly SchemaUri[]): BoundKind | undefined {
  if (areDecimalTexts(schemas, name, stated)) return 'decimal';
  const kinds = new Set(stated.map((uri) => kindOfSchema(schemas, uri)));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function kindOfSchema(schemas: SchemaSource, uri: SchemaUri): BoundKind | undefined {
  const types = [...schemaTypes(schemas, uri)].filter((type) => type !== 'null');
  if (types.length > 0 && types.every((type) => type === 'number' || type === 'integer')) return 'number';
  if (types.length !== 1 || types[0] !== 'string') return undefined;
  const formats = [...schemasInPlace(schemas, uri).values()].map((schema) => ownValue(schema, 'format'));
  return (['date', 'date-time'] as const).find((format) => formats.includes(format));
}
