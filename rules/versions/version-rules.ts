import { joinPointer, pointerTokens } from '../../contract/json/json-pointer.js';
import { headerValue } from '../../contract/wire/message.js';
import type { Violation } from '../finding.js';
import { withRedactedToken } from '../redacted-token.js';
import { documentedContent, documentedResponse, replyJson, replyOf } from '../reply.js';
import type { Trial, TrialContext, TrialRule } from '../rule.js';
import { compatible } from './compatible.js';
import { memberPlaces } from './member-places.js';
import type { OtherVersion } from './other-version.js';

/**
 * The rules of other runs that also apply if the surface and the service have different versions: those about what the
 * caller sees of a reply. Rules about requests are left out, because requests do not depend on the version of the
 * service. Rules about replies are left out, because runs with one version check the service.
 */
const OF_OUTCOMES: ReadonlySet<string> = new Set(['conformance/outcome', 'parity/same-status', 'parity/same-value']);

/** The rules for a run in which the surfaces have a different version from the service. */
export function versionRules(rules: readonly TrialRule[], other: OtherVersion): readonly TrialRule[] {
  const kept = rules.filter(({ id }) => OF_OUTCOMES.has(id));
  return [withRedactedToken(compatible(other)), ...kept.map(withoutNewMembers)];
}

/**
 * The rule without its violations about new members. An older surface does not know the members that a newer service
 * adds, and may drop them.
 */
function withoutNewMembers(rule: TrialRule): TrialRule {
  if (rule.id !== 'parity/same-value') return rule;
  return {
    ...rule,
    check: (trial, context) =>
      rule.check(trial, context)?.filter((violation) => !isOfNewMember(trial, context, violation)),
  };
}

function isOfNewMember({ operation, observations }: Trial, { contract }: TrialContext, violation: Violation): boolean {
  const reply = observations.flatMap((each) => (each.surface === violation.surface ? (replyOf(each) ?? []) : []))[0];
  const spec = reply && documentedResponse(operation, reply.status);
  const media = spec && documentedContent(spec, headerValue(reply.headers, 'content-type') ?? '');
  const body = reply && replyJson(reply);
  if (media?.schema === undefined || body === undefined) return false;
  const places = memberPlaces(contract.schemas, media.schema, body);
  // The first two tokens, `/outcome/value`, are removed.
  const tokens = pointerTokens(violation.pointer).slice(2);
  return tokens.some((_, index) => places.get(joinPointer('', ...tokens.slice(0, index + 1)))?.length === 0);
}
