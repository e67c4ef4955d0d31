import { anything } from './constraint-draft.js';
import { evaluationOf, finished } from './constraint-evaluation.js';
import { type Constraints, type Term, opposite } from './constraint-types.js';

export type { Constraints } from './constraint-types.js';

/** A term, and the key of the term that required it (its owner). */
export interface Conjunct {
  readonly term: Term;
  readonly parent?: string;
}

/**
 * The maximum number of terms, far above the number in any real contract. Without it, schemas whose references multiply
 * at each level would take exponential time.
 */
const MAX_TERMS = 5000;

/**
 * Combines terms into one record of constraints. Each term is visited once, so cyclic references end. Terms are visited
 * depth first, so the branch groups of terms that are appended at the end come after all other groups.
 */
export function flatten(conjunction: readonly Conjunct[]): Constraints {
  const draft = anything();
  const seen = draft.terms;
  const queue = conjunction.toReversed();
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { term, parent } = next;
    if (parent !== undefined && term.isOpaque !== true) evaluationOf(draft, parent).parts.add(term.key);
    if (seen.has(term.key) || seen.size > MAX_TERMS) continue;
    seen.add(term.key);
    if (seen.has(opposite(term.key))) draft.never = true;
    draft.owner = term.key;
    const above = term.isOpaque === true ? {} : { parent: term.key };
    for (const joined of term.addTo(draft).toReversed()) queue.push({ term: joined, ...above });
  }
  return finished(draft);
}
