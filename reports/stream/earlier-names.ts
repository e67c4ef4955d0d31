import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';

/** The members of a case that were renamed in version 4 of the report and version 2 of a counterexample. */
const CURRENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['before', 'setup'],
  ['after', 'precedingCalls'],
]);

/** Renames the members of a case that was written by an earlier version. */
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

/** Renames the disposition and the members of the counterexample in an entry of a report. */
export function currentEntry(written: Json): Json {
  if (!isJsonObject(written) || !isJsonObject(written['finding'])) return written;
  const entry = written['disposition'] === 'regression' ? { ...written, disposition: 'open' } : written;
  if (!isJsonObject(entry['finding'])) return entry;
  const { counterexample } = entry['finding'];
  return counterexample === undefined
    ? entry
    : { ...entry, finding: { ...entry['finding'], counterexample: currentCase(counterexample) } };
}
