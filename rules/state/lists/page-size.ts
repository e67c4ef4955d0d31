import type { PageLimit } from '../../../contract/collections/collection.js';
import { ownValue } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf, listedCollection, listsPagedAlike } from '../evidence/listed-elements.js';

/** A page has at most as many elements as its page size. */
export const pageSize: TrialRule = {
  id: 'state/page-size',
  severity: 'must',
  statement:
    'A page has no more elements than the parameter for the page size requests. If the parameter is omitted, its default applies. A page size of 0 is judged only if the contract states that 0 is the minimum, because many services read 0 as an omitted parameter.',
  source: 'the contract: the parameter for the page size; OpenAPI 3.1 §4.8.24: the service assumes the default',
  repair:
    'Return at most as many elements as requested, and use the default of the contract if the parameter is omitted.',
  backends: REAL_SERVICE,
  reads: 'value',
  judgesCase: true,
  check: (trial, context) => {
    const list = listedCollection(context, trial.operation.id)?.list;
    const most = list?.limit && limitOf(trial, list.limit);
    if (list === undefined || most === undefined) return undefined;
    const sharedBy = listsPagedAlike(context, list);
    return trial.observations.flatMap((observation) => {
      const count = elementsOf(list, successValue(observation))?.length ?? 0;
      return count > most.value
        ? [{ ...violation(trial, context, observation, list.elements, most, count), sharedBy }]
        : [];
    });
  },
};

interface Most {
  readonly value: number;
  readonly isDefault: boolean;
}

function limitOf({ case: { input, expect } }: Trial, { name, minimum, default: preset }: PageLimit): Most | undefined {
  const given = ownValue(input.query, name);
  if (expect.kind !== 'accepted' && expect.kind !== 'accepted-or-absent') return undefined;
  if (typeof given === 'number') return given < minimum ? undefined : { value: given, isDefault: false };
  return given === undefined && preset !== undefined ? { value: preset, isDefault: true } : undefined;
}

function violation(
  { operation }: Trial,
  context: TrialContext,
  { surface }: Observation,
  elements: string,
  { value, isDefault }: Most,
  count: number,
): Violation {
  const promise = isDefault ? `the default of ${value}` : `the requested ${value}`;
  return {
    surface,
    pointer: `/response/body${elements}`,
    kind: 'longer-than-limit',
    message: `A page of ${operation.id} has ${count} elements, which is more than ${promise}.`,
    expected: value,
    received: count,
    blame: responder(context),
    cause: operation.id,
  };
}
