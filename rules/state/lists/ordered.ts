import type { CaseInput } from '../../../contract/case.js';
import { type OrderKey, chosen } from '../../../contract/collections/list-choices.js';
import { type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type TrialRule, responder } from '../../rule.js';
import { type ReadList, readList } from '../evidence/listed-elements.js';
import { type SelectedList, selectedList } from '../evidence/selected.js';

/** If a list is sorted by a member, its elements are in the order of this member. */
export const ordered: TrialRule = {
  id: 'state/ordered',
  severity: 'must',
  statement:
    'A parameter for the order of a list (`sort`, `order_by` …) sorts the list by a member if each of its values is the name of a member, with or without a direction. Only numbers, dates in one form, and words of lower-case ASCII letters are checked.',
  source: 'the contract: the parameter for the order, whose values are the names of members of the elements',
  repair: 'Sort the whole list by the member in the stated direction before the page is taken.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const selected = selectedList(context, trial.operation);
    const key = selected && sortKey(selected, trial.case.input);
    if (selected?.order === undefined || key === undefined || trial.case.raw !== undefined) return undefined;
    const { name } = selected.order;
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
      return [
        {
          surface,
          pointer: `/response/body${selected.list.elements}`,
          kind: 'not-sorted',
          message: `${trial.operation.id} with ${name}=${key.value} is not in ${direction} order of ${key.member}.`,
          expected: `${direction} order`,
          received: wrong.slice(0, MOST_SHOWN),
          blame: responder(context),
          cause: `${trial.operation.id} ${name}`,
        },
      ];
    });
  },
};

/** The key by which a call sorts a list; `undefined` if the call sets no order, or an order that names no member. */
export function sortKey({ order }: SelectedList, { query }: CaseInput): OrderKey | undefined {
  const value = order && chosen(query, order);
  return order?.keys.find((each) => each.value === value);
}

/** The values of the sort member in the order of the list, if they are not sorted; `undefined` if they are. */
export function unsortedValues({ elements }: ReadList, key: OrderKey): readonly Json[] | undefined {
  return comparableRows(elements, key).find((row) => !isOrdered(row, key));
}

const MOST_SHOWN = 20;

/**
 * Matches lowercase ASCII words. Every language sorts two such words in the same way, if their first letters differ.
 */
const WORD = /^[a-r][a-z]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * The values of the member in groups that can be sorted: numbers, words, dates and date-times. Elements with any other
 * value may be at any position.
 */
function comparableRows(elements: readonly JsonObject[], { member }: OrderKey): readonly (readonly Json[])[] {
  const values = elements.flatMap((element) => ownValue(element, member) ?? []);
  const texts = values.filter((value) => typeof value === 'string');
  return [
    values.filter((value) => typeof value === 'number'),
    ...[WORD, DAY, INSTANT].map((form) => texts.filter((value) => form.test(value))),
  ];
}

function isOrdered(row: readonly Json[], { direction }: OrderKey): boolean {
  const signs = new Set(row.slice(1).map((value, index) => compared(row[index] as Json, value)));
  const isUp = !signs.has(1);
  const isDown = !signs.has(-1);
  return direction === undefined ? isUp || isDown : direction === 'ascending' ? isUp : isDown;
}

/** -1 if the first value is certainly less than the second, 1 if it is certainly greater, and 0 in any other case. */
function compared(one: Json, other: Json): number {
  if (typeof one === 'string' && typeof other === 'string') {
    const [a, b] = WORD.test(one) ? [one.slice(0, 1), other.slice(0, 1)] : [one, other];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return Math.sign(Number(one) - Number(other));
}
