import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { coversStatus } from '../../../../contract/documented-responses.js';
import { givenReferences } from '../../../../contract/collections/body/described-references.js';
import { identifiersIn, namesCollection } from '../../../../contract/inputs/identifiers.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { rejectedMembers } from './replies/rejected-members.js';
import { statedReason } from './replies/stated-reason.js';

/**
 * Whether a documented refusal states that the input refers to an item that does not exist, such as an unknown product
 * in `product_id` of an order. Such a refusal of a valid input is permitted, because the harness may have made up the
 * identifier. If a description shows that a member such as `labels` refers to items by a key, the reply may name only
 * this member, or no member.
 */
export function isAboutReference(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  reply: WireResponse,
): boolean {
  const names = absentReferences(contract, operation, input, reply);
  const described =
    BY_KEY.has(reply.status) && coversStatus(operation, reply.status)
      ? givenReferences(contract, operation, input)
      : [];
  const all = new Set([...names, ...described]);
  return all.size > 0 && rejectedMembers(reply).every((place) => isReference(place, all));
}

/**
 * Statuses with which services refuse an input that refers to an unknown item by its key, such as the name of a label.
 */
const BY_KEY: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Whether the place that a reply names, such as `/items/0/product_id`, ends with one of the given names, such as
 * `product_id`.
 */
export function isReference(place: string, references: ReadonlySet<string>): boolean {
  const name =
    place
      .replace(/(?:[/.]\*|\[\*?\])+$/, '')
      .split(/[/.]/)
      .at(-1) ?? '';
  return references.has(name);
}

/**
 * The names of the members of the input that refer to other items, such as `product_id`, if the reply is a documented
 * refusal that states that an item does not exist. Empty for any other reply.
 */
export function absentReferences(
  contract: Contract,
  operation: Operation,
  input: CaseInput,
  reply: WireResponse,
): ReadonlySet<string> {
  if (!ABOUT_VALUE.has(reply.status) || !coversStatus(operation, reply.status)) return NO_NAMES;
  if (!ABSENCE.test(statedReason(reply) ?? '')) return NO_NAMES;
  const { path: _, ...rest } = input;
  const given = [...Object.keys(rest.query ?? {}), ...(isJsonObject(rest.body) ? Object.keys(rest.body) : [])];
  return new Set([
    ...identifiersIn(contract, operation, rest).map(({ name }) => name),
    ...given.filter((name) => namesCollection(contract, operation, name)),
  ]);
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Matches the texts in which services state that an item does not exist. */
export const ABSENCE =
  /not (?:be )?found|(?:not|n't) exist|non-?existent|no such|\bthere is no\b|\bno \w+ (?:with|has|named|for)\b|unknown|foreign key/i;
