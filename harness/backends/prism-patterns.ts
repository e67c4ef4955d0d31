import { isRisky } from '../../contract/patterns/engine-risk.js';

/**
 * Removes from Prism's operations each regular expression that could hang Prism. Prism matches with the built-in
 * `RegExp` in this process, without a time limit. Afterwards, Prism also accepts values that only a removed expression
 * would reject. Returns the removed expressions without duplicates.
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
    // Members that matched the removed pattern would now count as additional members. They must not be rejected.
    delete members['additionalProperties'];
    delete members['unevaluatedProperties'];
  }
}
