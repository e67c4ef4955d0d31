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
 * Whether a documented refusal is about a made-up string whose form only the name of its member states, such as `cron`
 * or `timezone`. The reply names the member or the form. A refusal by a union may also name members of the other
 * alternatives.
 */
export function isNamedForm(contract: Contract, operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  if (!ABOUT_VALUE.has(reply.status) || !documentsStatus(operation, reply.status)) return false;
  const forms = namedForms(contract, operation, input);
  if (forms.length === 0) return false;
  const named = new Set(rejectedMembers(reply).map((place) => partsOf(place).at(-1)));
  const reason = shownReason(reply);
  return forms.some(({ name, about }) => named.has(name) || (named.size === 0 && about.test(reason)));
}
