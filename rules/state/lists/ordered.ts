import type { CaseInput } from '../../../contract/case.js';
import { decimalNumber } from '../../../contract/formats/decimal-texts.js';
import { choiceName, choiceParameter, chosenValue } from '../../../contract/collections/list-choices.js';
import { chosenKey, setsOrder } from '../../../contract/collections/order/list-order.js';
import type { StatedKey } from '../../../contract/collections/order/stated-order.js';
import { pagingParameters } from '../../../contract/collections/paging.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type TrialRule, responder } from '../../rule.js';
import { type ReadList, readList } from '../evidence/listed-elements.js';
import { sameJson } from '../../values/same-json.js';
import { type SelectedList, selectedList } from '../evidence/selected.js';

/** A list that is sorted by a member is in the order of this member. */
export const ordered: TrialRule = {
  id: 'state/ordered',
  severity: 'must',
  statement:
    'A parameter for the order of a list (`sort`, `order_by` …) sorts the list by the member that its value names. The value may contain a direction, or a second parameter (`order=desc`) may state it. Without these parameters, the list has the order that the default of the parameter or a clear sentence of a description states, such as "newest first" or "sorted by `name`".',
  details: [
    'The default may also be in quotes in the description of the parameter, or in a sentence that lists its values, such as "`ordering` is one of `name`, `rank`; the default is `name`".',
    '`created` also names the time `created_at`, and `price` the amounts `prices`, if no other member fits.',
    'A list that is sorted by an amount of money, as in `{ amount, currency }` or `{ EUR, USD }`, is in the order of one of its numbers, if the elements have the same currency.',
    'A parameter such as `order[price]` takes the direction for the member in brackets. Calls with several of them are not judged.',
    'A parameter whose only values are directions sorts by the time that its description names, such as "by the time of posting".',
    'The members of a resource object (JSON:API) are below its `attributes`.',
    'Values that name no member, and members with an enumeration, are not judged. Only numbers, dates, times in UTC, and words of ASCII letters are checked.',
    'Strings with decimal numbers are compared as numbers if their `pattern` or `format` allows only such numbers.',
  ],
  source: 'the contract: the parameter for the order, its default, or the description of the list',
  repair:
    'Sort the whole list by the member in the stated direction before the page is taken, or correct the description.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const selected = selectedList(context, trial.operation);
    const sorting = selected && listSorting(selected, trial.case.input);
    if (selected === undefined || sorting === undefined || trial.case.raw !== undefined) return undefined;
    const { key, by } = sorting;
    const checked = trial.observations.flatMap((observation) => {
      const read = readList(selected.list, observation);
      // Pages that repeat elements are a different fault.
      const isRepeated = read !== undefined && new Set(read.keys).size < read.keys.length;
      return read === undefined || isRepeated ? [] : [{ surface: observation.surface, read }];
    });
    if (checked.length === 0) return undefined;
    return checked.flatMap(({ surface, read }): readonly Violation[] => {
      const wrong = unsortedValues(read, key);
      if (wrong === undefined) return [];
      const direction = key.direction ?? 'an';
      const order = `${direction} order of ${key.member}`;
      return [
        {
          surface,
          pointer: `/response/body${selected.list.elements}`,
          kind: 'not-sorted',
          message:
            by === undefined
              ? `The list of ${trial.operation.id} is not in ${order}, which the contract states for calls without a different order.`
              : `The list of ${trial.operation.id} with ${by} is not in ${order}.`,
          expected: `${direction} order`,
          received: wrong.slice(0, MOST_SHOWN),
          blame: responder(context),
          cause: `${trial.operation.id} ${selected.order?.name ?? 'order'}`,
        },
      ];
    });
  },
};

/** The order in which a call requests a list. */
export interface ListSorting {
  readonly key: StatedKey;
  /**
   * The query arguments that set the order, such as `sort=-name`. `undefined` if the call sets none, and the contract
   * states the order.
   */
  readonly by?: string;
}

/**
 * The order in which a list must be: the order that the query arguments set or, without them, the order that the
 * contract states. `undefined` if the arguments name no member, or if there is no order at all.
 */
export function listSorting(selected: SelectedList, { query }: CaseInput): ListSorting | undefined {
  const { order, defaultOrder, list, filters, bounds } = selected;
  if (order !== undefined && setsOrder(order, query)) {
    const key = chosenKey(order, query);
    const also = key?.also && ` and ${key.also.name}=${key.also.value}`;
    return key && { key, by: `${choiceName(key.place ?? order)}=${key.value}${also ?? ''}` };
  }
  const known = new Set([...pagingParameters(list), ...[...filters, ...bounds].map(choiceParameter)]);
  return defaultOrder !== undefined && Object.keys(query ?? {}).every((name) => known.has(name))
    ? { key: defaultOrder }
    : undefined;
}

/**
 * The values of the member by which a list is sorted, in the order of the list; `undefined` if they are in the right
 * order.
 */
export function unsortedValues({ elements }: ReadList, key: StatedKey): readonly Json[] | undefined {
  const rows = key.amounts === undefined ? comparableRows(elements, key) : amountRows(elements, key, key.amounts);
  const wrong = rows.filter((row) => !isOrdered(row, key));
  // The list may be sorted by any of several amounts.
  return key.amounts !== undefined && wrong.length < rows.length ? undefined : wrong[0]?.map(({ value }) => value);
}

/**
 * The numbers in amounts of money, such as `{ amount, currency }` or `{ EUR, USD }`: one row for each name, with the
 * number of each element. Empty if an element lacks one of them, or if anything else, such as the currency, differs.
 */
function amountRows(
  elements: readonly JsonObject[],
  { member }: StatedKey,
  amounts: readonly string[],
): readonly (readonly Row[])[] {
  const objects = elements.map((element) => chosenValue(element, member)).filter((value) => isJsonObject(value));
  const rest = objects.map((value) => Object.entries(value).filter(([name]) => !amounts.includes(name)));
  const isOther = rest.some((each) => !sameJson(fromMembers(each), fromMembers(rest[0] ?? [])));
  const rows = amounts.map((name) =>
    objects.flatMap((value) => {
      const size = ownValue(value, name);
      return typeof size === 'number' ? [{ value: size, size }] : [];
    }),
  );
  return isOther || rows.some((row) => row.length < elements.length) ? [] : rows;
}

const MOST_SHOWN = 20;

/** A value of the member by which the list is sorted, and the number or text by which it is compared (`size`). */
interface Row {
  readonly value: Json;
  readonly size: number | string;
}

/**
 * Match ASCII words whose first letter is one from a to r, in lower case or as a capital. If the first letters of two
 * such words differ, every language sorts the words in the same way. Some languages sort later letters, such as z, in a
 * different way.
 */
const WORD = /^[a-r][a-z]*$/;
const CAPITALISED = /^[A-R][a-z]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)$/;

/**
 * The values of the member in groups that every service sorts in the same way: numbers, words, dates and times. Times
 * are compared by their milliseconds, decimal texts by their numbers. Any other value is left out, and may be anywhere
 * in the list.
 */
function comparableRows(elements: readonly JsonObject[], key: StatedKey): readonly (readonly Row[])[] {
  const values = elements.flatMap((element) => chosenValue(element, key.member) ?? []);
  const texts = values.filter((value) => typeof value === 'string');
  if (key.isDecimal === true) return [decimalRow(texts)];
  return [
    values.filter((value) => typeof value === 'number').map((value) => ({ value, size: value })),
    ...[WORD, CAPITALISED, DAY].map((form) =>
      texts.filter((value) => form.test(value)).map((value) => ({ value, size: value })),
    ),
    texts.filter((value) => INSTANT.test(value)).map((value) => ({ value, size: Date.parse(value) })),
  ];
}

/** The numbers of decimal texts such as `5.00`. Empty if one of the texts is not a decimal number. */
function decimalRow(texts: readonly string[]): readonly Row[] {
  const row = texts.flatMap((value) => {
    const size = decimalNumber(value);
    return size === undefined ? [] : [{ value, size }];
  });
  return row.length < texts.length ? [] : row;
}

function isOrdered(row: readonly Row[], { direction }: StatedKey): boolean {
  const signs = new Set(row.slice(1).map(({ size }, index) => compared((row[index] as Row).size, size)));
  const isUp = !signs.has(1);
  const isDown = !signs.has(-1);
  return direction === undefined ? isUp || isDown : direction === 'ascending' ? isUp : isDown;
}

/** -1 if the first value is certainly smaller, 1 if it is certainly larger, and 0 if this is uncertain. */
function compared(one: Row['size'], other: Row['size']): number {
  if (typeof one === 'string' && typeof other === 'string') {
    const [a, b] = DAY.test(one) ? [one, other] : [one.slice(0, 1), other.slice(0, 1)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return Math.sign(Number(one) - Number(other));
}
