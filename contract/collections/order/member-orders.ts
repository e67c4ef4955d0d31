import type { CaseInput } from '../../case.js';
import type { SchemaSource } from '../../contract.js';
import { isJsonObject } from '../../json/json.js';
import type { Parameter } from '../../operation.js';
import { ORDER } from '../list-choices.js';
import { statedMembers } from '../reply-members.js';
import {
  DIRECTED_BY,
  type Members,
  type MemberPlace,
  type OrderKey,
  directionsOf,
  keyOf,
  sortedMember,
} from './order-keys.js';

/**
 * The sort keys of parameters that each sort by one member and take only the direction, as `order[price]=desc`. Either
 * the brackets are part of the parameter's name, or the parameter is an object whose members have the names of the
 * sorted members.
 */
export function memberOrders(
  schemas: SchemaSource,
  parameters: readonly Parameter[],
  members: Members,
): readonly OrderKey[] {
  const keys = parameters.flatMap(({ name, schema }) => {
    const [, inBrackets] = IN_BRACKETS.exec(name) ?? [];
    if (!isOrderName(name)) return [];
    if (inBrackets !== undefined) return keysAt(schemas, members, inBrackets, [schema], { name });
    return [...statedMembers(schemas, [schema])].flatMap(([each, uris]) =>
      keysAt(schemas, members, each, uris, { name: each, within: name }),
    );
  });
  // The first keys sort by different members, because only a few keys are tried.
  const isDown = ({ direction }: OrderKey): boolean => direction === 'descending';
  return [...keys.filter(isDown), ...keys.filter((key) => !isDown(key))];
}

/** Matches the name of a member in brackets after the name of a parameter: `order[price]`. */
const IN_BRACKETS = /^[^\][]+\[([^\][.]+)\]$/;

/** Whether a parameter has a usual name for an order, such as `sort`. Brackets at its end are ignored. */
function isOrderName(name: string): boolean {
  return ORDER.test(name.replace(/\[.*$/, ''));
}

/**
 * Whether a query sorts by only one member. If it sorts by two, the arguments do not show which of them has priority.
 */
export function sortsByOneMember(query: CaseInput['query']): boolean {
  const sizes = Object.entries(query ?? {})
    .filter(([name]) => isOrderName(name))
    .map(([, value]) => (isJsonObject(value) ? Object.keys(value).length : 1));
  return sizes.length === 1 && sizes[0] === 1;
}

function keysAt(
  schemas: SchemaSource,
  members: Members,
  name: string,
  stated: Parameters<typeof directionsOf>[1],
  place: MemberPlace,
): readonly OrderKey[] {
  const member = sortedMember(schemas, members, name);
  // `sort[order]` is the direction of the order by a member that another argument names.
  if (member === undefined || DIRECTED_BY.test(name)) return [];
  return (directionsOf(schemas, stated) ?? []).map((each) => ({ ...each, ...keyOf(schemas, members, member), place }));
}
