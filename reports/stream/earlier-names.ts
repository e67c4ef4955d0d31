import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';

/**
 * Maps old names of members of a case to their current names. They were renamed in version 4 of the report, and in
 * version 2 of a counterexample.
 */
const CURRENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['before', 'setup'],
  ['after', 'precedingCalls'],
]);

/** Replaces old names of members in a case that an earlier version of this tool wrote. */
export function currentCase(written: Json): Json {
  if (!isJsonObject(written)) return written;
  const entries = Object.entries(written).map(([name, value]) => [CURRENT_NAMES.get(name) ?? name, value] as const);
  const current: JsonObject = Object.fromEntries(entries);
  const { precedingCalls } = current;
  // The reader limits the depth of its input, so this recursion is safe.
  return Array.isArray(precedingCalls)
    ? { ...current, precedingCalls: (precedingCalls as readonly Json[]).map(currentCase) }
    : current;
}

/** Replaces old names in an entry of a report: the disposition, and the members of the counterexample. */
export function currentEntry(written: Json): Json {
  if (!isJsonObject(written) || !isJsonObject(written['finding'])) return written;
  const entry = written['disposition'] === 'regression' ? { ...written, disposition: 'open' } : written;
  if (!isJsonObject(entry['finding'])) return entry;
  const { counterexample } = entry['finding'];
  return counterexample === undefined
    ? entry
    : { ...entry, finding: { ...entry['finding'], counterexample: currentCase(counterexample) } };
}
