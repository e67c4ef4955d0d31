import { isRisky } from '../../contract/patterns/engine-risk.js';

/**
 * Takes out of what Prism made of a description each pattern that could hang it: Prism matches with the engine's own `RegExp`, in this
 * process. Returns the patterns, each once; Prism accepts whatever only they refuse.
 */
export function removeRiskyPatterns(operations: unknown): readonly string[] {
  const removed = new Set<string>();
  const seen = new Set<object>();
  const pending: unknown[] = [operations];
  for (let next = pending.pop(); next !== undefined || pending.length > 0; next = pending.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const members = next as Record<string, unknown>;
    removeFrom(members, removed);
    pending.push(...Object.values(members));
  }
  return [...removed];
}

function removeFrom(members: Record<string, unknown>, removed: Set<string>): void {
  const { pattern, patternProperties } = members;
  if (typeof pattern === 'string' && isRisky(pattern)) {
    removed.add(pattern);
    delete members['pattern'];
  }
  if (typeof patternProperties !== 'object' || patternProperties === null) return;
  for (const name of Object.keys(patternProperties).filter(isRisky)) {
    removed.add(name);
    Reflect.deleteProperty(patternProperties, name);
    // Members that it would have judged are unknown now: nobody may refuse them.
    delete members['additionalProperties'];
    delete members['unevaluatedProperties'];
  }
}
