import { type Found, joinedFound } from './found.js';

/**
 * Joins findings that have the same id in several contracts. They are one fault, in code that the contracts share. The
 * case of the first finding is kept.
 */
export function joinAcrossContracts(found: readonly Found[]): readonly Found[] {
  const joined = new Map<string, Found>();
  for (const each of found) {
    // A fault of the service has the same id on every surface.
    const { id } = each.finding;
    const known = joined.get(id);
    joined.set(id, known === undefined ? each : withBackends(joinedFound(known, each, each.finding.evidence), each));
  }
  return [...joined.values()];
}

function withBackends(known: Found, other: Found): Found {
  const backends = [...new Set([...known.finding.backends, ...other.finding.backends])].toSorted();
  // If one of the two joined findings is steady (occurs in every attempt), the result is steady.
  const { unsteady: _, ...steady } = known;
  return { ...(other.unsteady === undefined ? steady : known), finding: { ...known.finding, backends } };
}
