import { isOtherPost } from '../../../contract/collections/change-kind.js';
import type { ItemList } from '../../../contract/collections/collection.js';
import { sentItem } from '../../../contract/collections/envelope.js';
import {
  type ListFilter,
  chosenMembers,
  chosenValue,
  listFilters,
  selectedValues,
} from '../../../contract/collections/list-choices.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { Operation, Parameter } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { TrialContext } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type ItemChanged, changesOf, isMade, isOfItem } from '../evidence/item-changes.js';
import { type CreatedItem, itemValue } from '../evidence/item-values.js';

/** Matches names of actions after which many lists no longer contain the item, such as `archive`. */
const HIDES =
  /archiv|delet|remov|trash|hid(?:e|den)|clos|cancel|dismiss|disabl|deactivat|expir|draft|unlist|publish|reject|snooz|mut(?:e|ing)|suspend|revok|retir|discard|withdraw|mov(?:e|ing)|transfer|merg|convert|split|promot|claim|assign/i;
/** Matches descriptions of lists that contain only some of the items. */
const PART =
  /\b(?:open|active|current|pending|unfinished|incomplete|outstanding|remaining|available|visible|live)\b|by default|unless|except|exclud|hid(?:e|den)|not (?:show|list|includ|return|contain)|le(?:aves?|ft) out/i;
/** Matches descriptions of parameters that have an effect even if the request omits them. */
const PRESET = /default|unless|omit|absent|not (?:set|given|sent)|without/i;

/** Matches descriptions of parameters that select all elements if the request omits them. */
const EVERYTHING = /\b(?:all|every|whole|not filtered|no filter)\b|\bany\b/i;

/**
 * Whether a list may correctly lack an item. The default of a filter may exclude the item because of its values. An
 * action may also hide the item: the name of the action suggests it (`archive`), the description of the list states
 * that it contains only some items, or a filter has a default.
 */
export function mayBeHidden(
  { contract }: TrialContext,
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
): boolean {
  const changes = changesOf(contract, observation, item).filter(isMade);
  if (isNotSelected(contract, list, observation, item, changes)) return true;
  const actions = changes.filter((change) => isOtherPost(contract, change.operation));
  if (actions.length === 0) return false;
  const { operation } = list;
  const names = actions.map((action) => `${action.operation.path.split('/').at(-1) ?? ''} ${action.operation.id}`);
  const isPart = PART.test(`${operation.id} ${operation.summary} ${operation.description}`);
  const isPreset = (filter: ListFilter): boolean => filter.isAdded === true || hasPreset(contract, operation, filter);
  return names.some((name) => HIDES.test(name)) || isPart || listFilters(contract.schemas, list).some(isPreset);
}

/** Whether a filter has a default, in the schema or the description of its parameter. */
function hasPreset({ schemas }: Contract, operation: Operation, filter: ListFilter): boolean {
  const found = parameterOf(operation, filter);
  return found !== undefined && (presetOf(schemas, found) !== undefined || PRESET.test(found.description));
}

function parameterOf({ parameters }: Operation, filter: ListFilter): Parameter | undefined {
  const { name, parameter = name, within = parameter } = filter;
  return parameters.find((each) => each.in === 'query' && each.name === within);
}

/** The default in the schema of a parameter. */
function presetOf(schemas: SchemaSource, { schema: uri }: Parameter): Json | undefined {
  return [...schemasInPlace(schemas, uri).values()]
    .map((schema) => ownValue(schema, 'default'))
    .find((value) => value !== undefined);
}

/**
 * Whether a list without filters may lack an item because of one of its values: an item that is `closed`, if the
 * parameter `state` has the default `open`. If only a description mentions a default, any value that the client sent
 * may be excluded.
 */
function isNotSelected(
  contract: Contract,
  list: ItemList,
  observation: Observation,
  item: CreatedItem,
  changes: readonly ItemChanged[],
): boolean {
  const { schemas } = contract;
  const ofChange = new Map(changes.map((change) => [change.observation, sentTo(contract, change)] as const));
  const reads = new Set(contract.operations.filter(({ method }) => method === 'get').map(({ id }) => id));
  const later = (observation.earlier ?? []).flatMap((step): readonly (Json | undefined)[] => {
    if (!isOfItem(step, item.step)) return [];
    return [reads.has(step.case.operation) ? itemValue(contract, step) : ofChange.get(step)];
  });
  const filters = listFilters(schemas, list);
  const names = new Set(filters.map(({ name, parameter = name }) => parameter));
  const others = [...chosenMembers(schemas, list).keys()].filter((name) => !names.has(name));
  return [...filters, ...others.map((name): ListFilter => ({ name, values: [] }))].some((filter) => {
    const valueIn = (each: Json | undefined): Json | undefined => chosenValue(each ?? null, filter.name);
    const value = [item.value, ...later].map(valueIn).findLast((each) => each !== undefined);
    const found = parameterOf(list.operation, filter);
    if (found === undefined || value === undefined) return false;
    const isState = filter.isOpen === true && filter.values.includes(true);
    const preset = filter.isAdded === true || isState ? false : presetOf(schemas, found);
    if (preset !== undefined) {
      const selected = selectedValues(filter, preset);
      return selected !== undefined && !selected.some((each) => sameJson(each, value));
    }
    const isSent = [item.sent, ...ofChange.values()].some((each) => valueIn(each) !== undefined);
    return isSent && PRESET.test(found.description) && !EVERYTHING.test(found.description);
  });
}

function sentTo(contract: Contract, { operation, observation }: ItemChanged): Json | undefined {
  return sentItem(contract, operation, observation.case.input.body);
}
