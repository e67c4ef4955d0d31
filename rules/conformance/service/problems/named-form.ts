import type { CaseInput } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { namedForms } from '../../../../contract/inputs/named-forms.js';
import type { Operation } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { ABOUT_VALUE } from './refused-statuses.js';
import { partsOf, rejectedMembers } from './replies/rejected-members.js';
import { shownReason } from './replies/stated-reason.js';

/**
 * Whether a documented refusal is about a string that the harness made up, and whose form only its name suggests:
 * `cron` or `timezone`. No schema states the form, so the refusal is permitted. The reply must name the member or the
 * form. If the member is in a union, the reply may also name members of the other alternatives.
 */
export function isNamedForm(contract: Contract, operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !documentsStatus(operation, reply.status)) return false;
  const forms = namedForms(contract, operation, input);
  if (forms.length === 0) return false;
  const named = new Set(rejectedMembers(reply).map((place) => partsOf(place).at(-1)));
  const reason = shownReason(reply);
  return forms.some(({ name, about }) => named.has(name) || (named.size === 0 && about.test(reason)));
}
