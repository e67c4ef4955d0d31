import { isOtherPost } from '../../../contract/collections/change-kind.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import { type ListFilter, listFilters } from '../../../contract/collections/list-choices.js';
import { ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { TrialContext } from '../../rule.js';
import { changesOf, isMade } from '../evidence/item-changes.js';
import type { CreatedItem } from '../evidence/item-values.js';

/** Names of actions after which many lists do not contain the item, or contain it elsewhere. */
const HIDES =
  /archiv|delet|remov|trash|hid(?:e|den)|clos|cancel|dismiss|disabl|deactivat|expir|draft|unlist|publish|reject|snooz|mut(?:e|ing)|suspend|revok|retir|discard|withdraw|mov(?:e|ing)|transfer|merg|convert|split|promot|claim|assign/i;
/** Matches the description of a list that has only a part of the items. */
const PART =
  /\b(?:open|active|current|pending|unfinished|incomplete|outstanding|remaining|available|visible|live)\b|by default|unless|except|exclud|hid(?:e|den)|not (?:show|list|includ|return|contain)|le(?:aves?|ft) out/i;
/** Matches the description of a parameter that has an effect even if the request omits it. */
const PRESET = /default|unless|omit|absent|not (?:set|given|sent)|without/i;

/**
 * Whether a list may leave out an item because of an action on the item: the name of the action states so, the
 * description of the list states that it has only some items, or a filter has a default.
 */
export function mayBeHidden(
  { contract }: TrialContext,
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
): boolean {
  const actions = changesOf(contract, observation, item).filter(
    (change) => isOtherPost(contract, change.operation) && isMade(change),
  );
  if (actions.length === 0) return false;
  const { operation } = list;
  const names = actions.map((action) => `${action.operation.path.split('/').at(-1) ?? ''} ${action.operation.id}`);
  const isPart = PART.test(`${operation.id} ${operation.summary} ${operation.description}`);
  const isPreset = (filter: ListFilter): boolean => filter.isAdded === true || hasPreset(contract, operation, filter);
  return names.some((name) => HIDES.test(name)) || isPart || listFilters(contract.schemas, list).some(isPreset);
}

/** Whether the parameter of a filter has a default, in its schema or its description. */
function hasPreset(
  { schemas }: TrialContext['contract'],
  { parameters }: Operation,
  { name, parameter = name, within = parameter }: ListFilter,
): boolean {
  const found = parameters.find((each) => each.in === 'query' && each.name === within);
  if (found === undefined) return false;
  const isSet = [...schemasInPlace(schemas, found.schema)].some(
    ([, schema]) => ownValue(schema, 'default') !== undefined,
  );
  return isSet || PRESET.test(found.description);
}
