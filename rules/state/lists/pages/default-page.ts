import type { ItemList } from '../../../../contract/collections/collection.js';
import { pagingParameters } from '../../../../contract/collections/paging.js';
import { type Json, ownValue } from '../../../../contract/json/json.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import { queryLabel } from '../../../../contract/inputs/query-place.js';
import { splitQuery } from '../../../../contract/wire/request/split-request.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { isSelection, selectedList, selectedReadings } from '../../evidence/selected.js';
import { createdItem, successValue } from '../../evidence/item-values.js';
import { elementsOf, listedCollection, listsPagedAlike } from '../../evidence/listed-elements.js';

/** A list without an argument is the same as the list with the default of this argument, which the contract states. */
export const defaultPage: TrialRule = {
  id: 'state/default-page',
  severity: 'must',
  statement: 'A list that is requested without a page size returns as many elements as with the default page size.',
  details: [
    'If the parameter for a filter or an order is omitted, the elements and their order are the same as with its default.',
  ],
  source: 'OpenAPI 3.1 §4.8.24 and JSON Schema 2020-12 Validation §9.2 (`default`): the service assumes the default',
  repair: 'Use the default of the contract if the parameter is omitted, or correct the default in the contract.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const judged = [ofPageSize(trial, context), ofChoices(trial, context)].filter((each) => each !== undefined);
    return judged.length === 0 ? undefined : judged.flat();
  },
};

function ofPageSize(trial: Trial, context: TrialContext): readonly Violation[] | undefined {
  const list = context.isolated ? listedCollection(context, trial.operation.id)?.list : undefined;
  if (list?.limit?.default === undefined) return undefined;
  const compared = trial.observations.flatMap((observation) => {
    const pair = pages(context, list, observation);
    return pair === undefined ? [] : [{ surface: observation.surface, pair }];
  });
  if (compared.length === 0) return undefined;
  return compared.flatMap(({ surface, pair }) => shorterPage(trial, context, surface, pair));
}

/**
 * Compares a list that was requested with the defaults of its arguments, such as `order=desc`, with the same list when
 * it was requested without these arguments.
 */
function ofChoices(trial: Trial, context: TrialContext): readonly Violation[] | undefined {
  const { operation, case: shown } = trial;
  const selected = context.isolated && shown.raw === undefined ? selectedList(context, operation) : undefined;
  if (selected === undefined || !isSelection(selected, shown.input)) return undefined;
  const paging = pagingParameters(selected.list);
  const given = Object.entries(shown.input.query ?? {}).filter(([name]) => !paging.includes(name));
  if (!given.every(([name, value]) => sameJson(value, defaultOf(context, operation, name)))) return undefined;
  const compared = selectedReadings(trial, context, selected).filter(
    ({ now, before }) => now.isWhole && before !== undefined && before.keys.length > 1,
  );
  if (compared.length === 0) return undefined;
  const names = given.map(([name]) => `\`${name}\``).join(' and ');
  return compared
    .filter(({ now, before }) => !sameJson(now.keys, before?.keys ?? []))
    .map(({ observation: { surface }, now, before }) => ({
      surface,
      pointer: joinPointer('/query', given[0]?.[0] ?? ''),
      kind: 'other-default',
      message: `Without ${names}, ${operation.id} returns other elements, or another order, than with the default.`,
      expected: now.keys.slice(0, MOST_SHOWN),
      received: before?.keys.slice(0, MOST_SHOWN) ?? [],
      blame: responder(context),
      cause: `${operation.id} ${names}`,
      location: operation.location,
    }));
}

/** The maximum number of identifiers that a finding shows. */
const MOST_SHOWN = 5;

/** The default of a query parameter in the contract; null if it has none. */
function defaultOf({ contract: { schemas } }: TrialContext, { parameters }: Operation, name: string): Json {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  const stated = parameter === undefined ? [] : [...schemasInPlace(schemas, parameter.schema).values()];
  return stated.map((schema) => ownValue(schema, 'default')).find((each) => each !== undefined) ?? null;
}

interface Pages {
  /**
   * `stated`: the number of elements on a page that was requested with the default page size. `omitted`: the number on
   * a page that was requested without a page size.
   */
  readonly stated: number;
  readonly omitted: number;
}

/**
 * The numbers of elements on two first pages of one list: one was requested with the default page size, and one without
 * a page size. The requests are equal otherwise, and no item was created between them.
 */
function pages({ contract }: TrialContext, list: ItemList, observation: Observation): Pages | undefined {
  const own = formOf(list, observation);
  if (own === undefined) return undefined;
  const { earlier = [] } = observation;
  const start = 1 + earlier.findLastIndex((step) => createdItem(contract, step) !== undefined);
  const other = earlier.slice(start).findLast((step) => {
    const form = formOf(list, step);
    return form !== undefined && form.rest === own.rest && form.isStated !== own.isStated;
  });
  const [now, before] = [observation, other].map((page) => page && elementsOf(list, successValue(page))?.length);
  if (now === undefined || before === undefined) return undefined;
  return own.isStated ? { stated: now, omitted: before } : { stated: before, omitted: now };
}

interface Form {
  /** Whether the request contains a page size, which then is the default. */
  readonly isStated: boolean;
  /** The path and the query of the request, without the page size. */
  readonly rest: string;
}

/**
 * What a request for the first page of a list contains. `undefined` if it calls a different operation, has a page size
 * other than the default, or requests a later page.
 */
function formOf({ operation, limit, next }: ItemList, { case: read, exchanges }: Observation): Form | undefined {
  const [exchange] = exchanges;
  if (read.operation !== operation.id || limit === undefined || exchange === undefined) return undefined;
  const [path = '', ...query] = exchange.request.target.split('?');
  const given = splitQuery(query.join('?'));
  if (next !== undefined && 'name' in next && given.has(queryLabel(next))) return undefined;
  const name = queryLabel(limit);
  const sizes = given.get(name) ?? [];
  if (sizes.length > 1 || sizes.some((size) => Number(size) !== limit.default)) return undefined;
  const others = [...given]
    .filter(([other]) => other !== name && other !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { isStated: sizes.length === 1, rest: JSON.stringify([path, others]) };
}

function shorterPage(
  { operation }: Trial,
  context: TrialContext,
  surface: string,
  { stated, omitted }: Pages,
): readonly Violation[] {
  // A longer page is not judged here, because it breaks the rule `state/page-size`.
  if (omitted >= stated) return [];
  const list = listedCollection(context, operation.id)?.list;
  const limit = list?.limit;
  const name = limit === undefined ? '' : queryLabel(limit);
  return [
    {
      surface,
      pointer: `/query/${name}`,
      kind: 'other-default',
      message: `Without \`${name}\`, a page of ${operation.id} has ${omitted} elements; with the default of ${limit?.default ?? ''} it has ${stated}.`,
      expected: stated,
      received: omitted,
      blame: responder(context),
      cause: operation.id,
      ...(list && { sharedBy: listsPagedAlike(context, list) }),
      location: operation.location,
    },
  ];
}
