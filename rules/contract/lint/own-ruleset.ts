import type { RulesetDefinition } from '@stoplight/spectral-core';

/** The member that marks our ruleset in every copy of this package, as a user's ruleset may import another copy. */
const MARK = Symbol.for('contract-parity.ruleset');

export function marked(ruleset: RulesetDefinition): RulesetDefinition {
  return Object.assign(ruleset, { [MARK]: true });
}

type Extended = Extract<RulesetDefinition, { readonly extends: unknown }>['extends'];

/** Deeper extensions are left as they are, because a ruleset may extend itself. */
const MAX_DEPTH = 16;

/**
 * A ruleset in which each extension of our ruleset is `ours`: the one of this run, which knows the configuration and
 * reads no file again.
 */
export function withOurs(ruleset: RulesetDefinition, ours: RulesetDefinition, depth = 0): RulesetDefinition {
  if (MARK in ruleset) return ours;
  if (!('extends' in ruleset) || depth >= MAX_DEPTH) return ruleset;
  return { ...ruleset, extends: extended(ruleset.extends, ours, depth + 1) };
}

function extended(from: Extended, ours: RulesetDefinition, depth: number): Extended {
  if (!Array.isArray(from)) return withOurs(from, ours, depth);
  return (from as readonly (RulesetDefinition | [RulesetDefinition, string])[]).map((one) =>
    Array.isArray(one) ? [withOurs(one[0], ours, depth), one[1]] : withOurs(one, ours, depth),
  ) as Extended;
}
