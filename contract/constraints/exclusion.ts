import { canonicalJson } from '../json/canonical-json.js';
import type { Constraints } from './constraint-types.js';
import { flatten } from './constraints.js';

/** The maximum depth to which the members of two objects are compared. A discriminator is usually a direct member. */
const MAX_DEPTH = 2;

/**
 * Whether it is certain that no value satisfies both constraints. Only types, listed values and required members are
 * compared. `false` therefore does not mean that a common value exists.
 */
export function excludeEachOther(a: Constraints, b: Constraints, depth = 0): boolean {
  if (a.never || b.never || ![...a.types].some((type) => b.types.has(type))) return true;
  if (a.candidates !== undefined && b.candidates !== undefined) {
    const listed = new Set(a.candidates.map(canonicalJson));
    if (!b.candidates.some((candidate) => listed.has(canonicalJson(candidate)))) return true;
  }
  return depth < MAX_DEPTH && areObjects(a) && areObjects(b) && membersExclude(a, b, depth);
}

function areObjects({ types }: Constraints): boolean {
  return types.size === 1 && types.has('object');
}

function membersExclude(a: Constraints, b: Constraints, depth: number): boolean {
  const refused = [...a.required].some((name) => b.closed && b.patternRules.length === 0 && !b.properties.has(name));
  if (refused || [...b.required].some((name) => a.closed && a.patternRules.length === 0 && !a.properties.has(name)))
    return true;
  // If one side requires a member, its value must satisfy the terms of both sides.
  const shared = [...a.properties].filter(
    ([name]) => b.properties.has(name) && (a.required.has(name) || b.required.has(name)),
  );
  return shared.some(([name, terms]) => {
    const [one, other] = [terms, b.properties.get(name) ?? []].map((both) => flatten(both.map((term) => ({ term }))));
    return one !== undefined && other !== undefined && excludeEachOther(one, other, depth + 1);
  });
}
