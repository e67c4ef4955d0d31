import { anything } from './constraint-draft.js';
import { evaluationOf, finished } from './constraint-evaluation.js';
import { type Constraints, type Term, opposite } from './constraint-types.js';

export type { Constraints } from './constraint-types.js';

/** A term, and the key of the term that led to it. */
export interface Conjunct {
  readonly term: Term;
  readonly parent?: string;
}

/**
 * The maximum number of terms, far above any realistic conjunction. It bounds references that branch into each other.
 */
const MAX_TERMS = 5000;

/**
 * Flattens a conjunction of terms. The set of visited terms ends cycles that have no keyword between them. Terms are
 * followed depth first, so that a longer conjunction starts with the branch groups of a shorter one.
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
