import { type Found, joinedFound } from './found.js';

/** A fault in what the surfaces of several contracts share is one fault, reported with the case of the first. */
export function joinAcrossContracts(found: readonly Found[]): readonly Found[] {
  const joined = new Map<string, Found>();
  for (const each of found) {
    // A fault behind the surfaces has one id, whichever surface it is reported on.
    const { id } = each.finding;
    const known = joined.get(id);
    joined.set(id, known === undefined ? each : withBackends(joinedFound(known, each, each.finding.evidence), each));
  }
  return [...joined.values()];
}

function withBackends(known: Found, other: Found): Found {
  const backends = [...new Set([...known.finding.backends, ...other.finding.backends])].toSorted();
  // What is steady in one contract is steady.
  const { unsteady: _, ...steady } = known;
  return { ...(other.unsteady === undefined ? steady : known), finding: { ...known.finding, backends } };
}
