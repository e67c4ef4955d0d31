import type { ItemList } from '../../../../contract/collections/collection.js';
import { isAfterLast } from '../../../../contract/collections/paging.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import { queryValue } from '../../../../contract/inputs/query-place.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { REAL_SERVICE, type Trial, type TrialRule, responder } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { listedCollection, readList } from '../../evidence/listed-elements.js';

/** The page that is requested backwards, from an element, is the page before this element. */
export const previousPage: TrialRule = {
  id: 'state/previous-page',
  severity: 'must',
  statement:
    'A page that is requested with `ending_before` has the elements directly before the given one, and so has a parameter such as `before` if its description states this.',
  source: 'the contract: the name and the description of the parameter',
  repair:
    'Return as many elements as the page size, which are directly before the given element, in the order of the list.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = context.isolated ? listedCollection(context, trial.operation.id)?.list : undefined;
    if (list?.previous === undefined) return undefined;
    const { previous } = list;
    const compared = trial.observations.flatMap((observation) => {
      const keys = keysOf(trial, list, previous, observation);
      return keys === undefined ? [] : [{ surface: observation.surface, ...keys }];
    });
    if (compared.length === 0) return undefined;
    return compared
      .filter(({ want, got }) => !sameJson(want, got))
      .map(({ surface, want, got }) => ({
        surface,
        pointer: `/response/body${list.elements}`,
        kind: 'other-page',
        message: `${trial.operation.id} with \`${previous}\` does not return the elements directly before the given one.`,
        expected: want,
        received: got,
        blame: responder(context),
        cause: '',
      }));
  },
};

/**
 * The keys of the elements that the page before an element must have, and those that it has. An earlier step has read
 * the list in the other direction.
 */
function keysOf(
  { case: { feeds = [] } }: Trial,
  list: ItemList,
  previous: string,
  observation: Observation,
): { readonly want: readonly string[]; readonly got: readonly string[] } | undefined {
  const { earlier = [] } = observation;
  const { query } = observation.case.input;
  const feed = feeds.find((each) => each.in === 'query' && each.name === previous);
  const from = earlier.find((step) => step.case.id === feed?.step);
  const forwards = from && readList(list, from);
  const got = readList(list, observation)?.keys;
  if (forwards === undefined || got === undefined || !isAfterLast(list.next)) return undefined;
  const { id } = list.next;
  const size = Number(list.limit && queryValue(query, list.limit));
  const at = forwards.elements.findIndex((element) => valueAt(element, id) === query?.[previous]);
  return at < size ? undefined : { want: forwards.keys.slice(at - size, at), got };
}
