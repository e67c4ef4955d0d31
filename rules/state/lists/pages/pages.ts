import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Violation } from '../../../finding.js';
import { isBodyKnown, replyJson, replyOf } from '../../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../../rule.js';

/** A client that follows the links to the next pages receives each element exactly once. */
export const pages: TrialRule = {
  id: 'state/pages',
  severity: 'must',
  statement: 'A page to which a link of the contract leads can be read, and contains no element of an earlier page.',
  source: 'the contract: the link from an operation to itself; OpenAPI 3.1 §4.8.20 (Link Object)',
  repair: 'Start a page after the last element of the previous one, and accept every cursor that the service returned.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const paged = trial.observations.filter(
      ({ pages: followed = [] }) => followed.length > 0 && followed.every(isBodyKnown),
    );
    if (paged.length === 0) return undefined;
    return paged.flatMap((observation) => {
      const first = replyOf(observation);
      return first === undefined
        ? []
        : faultOf(trial, context, observation.surface, [first, ...(observation.pages ?? [])]);
    });
  },
};

function faultOf(
  trial: Trial,
  context: TrialContext,
  surface: string,
  all: readonly WireResponse[],
): readonly Violation[] {
  const about = { surface, pointer: '/state/pages', blame: responder(context), cause: trial.operation.id } as const;
  const refused = all.find(({ status }) => !isSuccess(status));
  if (refused !== undefined) {
    const message = `The service answered ${refused.status} to the request for a page to which a link of ${trial.operation.id} leads.`;
    return [{ ...about, kind: 'page-refused', message, expected: 'a page', received: refused.status }];
  }
  const lists = all.map((page) => elementsOf(replyJson(page)));
  // If a page contains two equal elements, the collection allows equal elements. They may then also occur on different
  // pages.
  if (lists.some((list) => new Set(list).size < list.length)) return [];
  const seen = new Set<string>();
  for (const [index, list] of lists.entries()) {
    const again = list.find((element) => seen.has(element));
    if (again !== undefined) {
      const message = `Page ${index + 1} of ${trial.operation.id} contains an element of an earlier page.`;
      return [
        {
          ...about,
          kind: 'element-repeated',
          message,
          expected: 'each element once',
          received: JSON.parse(again) as Json,
        },
      ];
    }
    for (const element of list) seen.add(element);
  }
  return [];
}

/**
 * The elements of a page that contains exactly one list, as texts. Empty if an element is not an object, because texts
 * and numbers may occur twice in a list.
 */
function elementsOf(page: Json | undefined): readonly string[] {
  const lists = (isJsonObject(page) ? Object.values(page) : [page]).filter((value) => Array.isArray(value));
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0 || !list.every(isJsonObject)) return [];
  return list.map((element) => canonicalJson(element));
}
