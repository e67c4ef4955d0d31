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
 * Rules that also hold if the surface and the service have different versions: rules about how the caller sees the
 * reply. Other rules are not needed, because what a surface sends does not depend on the service, and a service is
 * judged by its own contract.
 */
const OF_OUTCOMES: ReadonlySet<string> = new Set(['conformance/outcome', 'parity/same-status', 'parity/same-value']);

/** The rules for surfaces of one version with the service of another. */
export function versionRules(rules: readonly TrialRule[], other: OtherVersion): readonly TrialRule[] {
  const kept = rules.filter(({ id }) => OF_OUTCOMES.has(id));
  return [withRedactedToken(compatible(other)), ...kept.map(withoutNewMembers)];
}

/**
 * An outcome without new members. An older surface has no types for the members that a newer reply adds, and may drop
 * them.
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
  // The pointer starts with `/outcome/value`.
  const tokens = pointerTokens(violation.pointer).slice(2);
  return tokens.some((_, index) => places.get(joinPointer('', ...tokens.slice(0, index + 1)))?.length === 0);
}
