import type { RulesetDefinition } from '@stoplight/spectral-core';

/**
 * The member that marks a ruleset as ours. `Symbol.for` makes it equal in every copy of this package, because the
 * ruleset of a user may import a different copy.
 */
const MARK = Symbol.for('contract-parity.ruleset');

export function marked(ruleset: RulesetDefinition): RulesetDefinition {
  return Object.assign(ruleset, { [MARK]: true });
}

type Extended = Extract<RulesetDefinition, { readonly extends: unknown }>['extends'];

/**
 * The maximum number of levels at which one ruleset extends another. Without it, a ruleset that extends itself would
 * never end.
 */
const MAX_DEPTH = 16;

/**
 * Returns the ruleset of the user, in which `ours` replaces each copy of our ruleset that it extends. `ours` has the
 * configuration and the documents of this run, which the copy of the user does not have.
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
