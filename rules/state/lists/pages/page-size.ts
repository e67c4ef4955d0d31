import type { ItemList, PageLimit } from '../../../../contract/collections/collection.js';
import { isLinked } from '../../../../contract/collections/paging.js';
import { queryLabel, queryValue } from '../../../../contract/inputs/query-place.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';
import { successValue } from '../../evidence/item-values.js';
import { elementsOf, listedCollection, listsPagedAlike } from '../../evidence/listed-elements.js';

/** A page has at most as many elements as the requested page size. */
export const pageSize: TrialRule = {
  id: 'state/page-size',
  severity: 'must',
  statement: 'A page has no more elements than the parameter for the page size requests.',
  details: [
    'This also applies to the pages that follow, and to a page size that differs from that of the page before.',
    'If the parameter is omitted, its default applies.',
    'A page size of 0 is judged only if the contract states that 0 is the minimum and the description of the parameter does not mention it, because many services read 0 as an omitted parameter (AIP-158).',
  ],
  source:
    'the contract: the parameter for the page size; OpenAPI 3.1 §4.8.24: the service assumes the default; AIP-158: a service must use a page size that changes between two pages',
  repair:
    'Return at most as many elements as requested, and use the default of the contract if the parameter is omitted. Keep the page size in the link to the next page, but do not keep it in a cursor.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = listedCollection(context, trial.operation.id)?.list;
    const most = list?.limit && limitOf(trial, list.limit);
    if (list === undefined || most === undefined) return undefined;
    const sharedBy = listsPagedAlike(context, list);
    return trial.observations.flatMap((observation): readonly Violation[] => {
      const long = longPage(list, observation, most);
      return long === undefined
        ? []
        : [{ ...violation(trial, context, observation.surface, list, most, long), sharedBy }];
    });
  },
};

/** A page with more elements than its page size. */
interface LongPage {
  /** The number of the page, from 1. */
  readonly number: number;
  readonly count: number;
  /** True if a link in the page before led to this page, and the link lacks the page size. */
  readonly isLost: boolean;
}

/** The first page, of those that a call read, with more elements than the page size. */
function longPage(list: ItemList, observation: Observation, { value, isDefault }: Most): LongPage | undefined {
  const pages = [observation, ...(observation.followed ?? [])];
  const counts = pages.map((page) => elementsOf(list, successValue(page))?.length ?? 0);
  const index = counts.findIndex((count) => count > value);
  const query = pages[index]?.case.input.query;
  const isByLink = index > 0 && isLinked(list.next);
  const isLost = isByLink && !isDefault && list.limit !== undefined && queryValue(query, list.limit) === undefined;
  return index < 0 ? undefined : { number: index + 1, count: counts[index] ?? 0, isLost };
}

interface Most {
  readonly value: number;
  readonly isDefault: boolean;
}

function limitOf({ case: { input, expect, feeds } }: Trial, limit: PageLimit): Most | undefined {
  const { minimum, default: preset } = limit;
  const given = queryValue(input.query, limit);
  // A service may refuse a page size that differs from that of the page before. A page that it returns is judged.
  const isContinued = expect.kind === 'answered' && feeds !== undefined;
  if (!isContinued && expect.kind !== 'accepted' && expect.kind !== 'accepted-or-absent') return undefined;
  if (typeof given === 'number') return given < minimum ? undefined : { value: given, isDefault: false };
  // A default of 0 stands for "no limit".
  return given === undefined && preset !== undefined && preset > 0 ? { value: preset, isDefault: true } : undefined;
}

function violation(
  { operation: { id } }: Trial,
  context: TrialContext,
  surface: string,
  { elements, limit }: ItemList,
  { value, isDefault }: Most,
  { number, count, isLost }: LongPage,
): Violation {
  const promise = isDefault ? `the default of ${value}` : `the requested ${value}`;
  const page = number === 1 ? `A page of ${id}` : `Page ${number} of ${id}`;
  const reason = isLost
    ? `, because the link to the page lacks \`${limit === undefined ? '' : queryLabel(limit)}\``
    : '';
  return {
    surface,
    pointer: `/response/body${elements}`,
    kind: isLost ? 'size-lost-in-link' : 'longer-than-limit',
    message: `${page} has ${count} elements, which is more than ${promise}${reason}.`,
    expected: value,
    received: count,
    blame: responder(context),
    cause: id,
  };
}
