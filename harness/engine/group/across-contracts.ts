import { type Found, joinedFound } from './found.js';

/**
 * Joins findings of several contracts that are one fault in code that the contracts share. `parts` contains the
 * findings of each contract. Two kinds of findings are joined:
 * - findings with the same id;
 * - equal faults of one surface at the same member of problem documents (RFC 9457), which have the same form in all
 *   contracts.
 * The joined finding keeps the case of the first finding.
 */
export function joinAcrossContracts(parts: readonly (readonly Found[])[]): readonly Found[] {
  const joined = new Map<string, Found>();
  const ofProblems = new Map<string, { readonly id: string; readonly part: number }>();
  for (const [part, found] of parts.entries())
    for (const each of found) {
      // A fault of the service has the same id on every surface.
      const { id } = each.finding;
      const key = problemKey(each);
      const other = key === undefined ? undefined : ofProblems.get(key);
      if (key !== undefined && other === undefined) ofProblems.set(key, { id, part });
      const same = other !== undefined && other.part !== part ? other.id : id;
      const known = joined.get(same);
      joined.set(
        same,
        known === undefined ? each : withBackends(joinedFound(known, each, each.finding.evidence), each),
      );
    }
  return [...joined.values()];
}

/**
 * Returns a key for a fault of a surface at a member of problem documents. Equal faults have equal keys. `undefined`
 * for any other finding.
 */
function problemKey({ finding: { rule, surfaces, kind, pointer, blame } }: Found): string | undefined {
  const isOfProblem = blame === 'surface' && pointer.startsWith('/outcome/problem');
  return isOfProblem ? [rule, ...surfaces, kind, pointer].join(' ') : undefined;
}

function withBackends(known: Found, other: Found): Found {
  const backends = [...new Set([...known.finding.backends, ...other.finding.backends])].toSorted();
  // If one of the two joined findings is steady (occurs in every attempt), the result is steady.
  const { unsteady: _, ...steady } = known;
  return { ...(other.unsteady === undefined ? steady : known), finding: { ...known.finding, backends } };
}
