import type { RulesetDefinition } from '@stoplight/spectral-core';

/** The member that marks our ruleset in every copy of this package. The ruleset of a user may import another copy. */
const MARK = Symbol.for('contract-parity.ruleset');

export function marked(ruleset: RulesetDefinition): RulesetDefinition {
  return Object.assign(ruleset, { [MARK]: true });
}

type Extended = Extract<RulesetDefinition, { readonly extends: unknown }>['extends'];

/** The maximum depth of extended rulesets. The depth is bounded because a ruleset may extend itself. */
const MAX_DEPTH = 16;

/**
 * Returns `ruleset` with `ours` in place of each copy of our ruleset that it extends. `ours` is the ruleset of this
 * run: it has the configuration of the run, and its documents are already read.
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
