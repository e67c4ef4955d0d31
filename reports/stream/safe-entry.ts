import type { Case, CaseInput, ScriptedReply } from '../../contract/case.js';
import { isJsonObject, type Json, ownValue } from '../../contract/json/json.js';
import { sameJson } from '../../rules/values/same-json.js';
import { type Bounds, bounded } from '../text/bounded.js';
import { differingItems } from './differing-items.js';
import { shapeEntry } from './entry-shape.js';
import type { Redactor } from './redact.js';
import type { ComparisonEntry, HistoryEntry } from '../change-entries.js';
import type { CoverageEntry, FindingEntry, Report, ReportEntry, ShardEntry, UnsteadyEntry } from '../report.js';
import { sortKeys } from '../text/sort-keys.js';
import { cutText } from '../text/visible.js';

/** The maximum length of a text in an entry, such as a reason or a command. */
const TEXT_LENGTH = 16_384;

/**
 * The limits of one value in a finding, such as the received value. They are generous, because `cut` must list every
 * shortened value.
 */
const VALUE_BOUNDS: Bounds = { string: 262_144, items: 5000, depth: 100, total: 524_288 };

/** The maximum number of violations that are kept as evidence of one finding. */
const MAX_EVIDENCE = 200;

/**
 * Makes an entry safe to show and store. Secrets are redacted first, and then long values are shortened, because a
 * secret that is cut in half would not be recognised. Keys are sorted as in the file, so that a report that is read
 * again renders to the same bytes. Every entry that is written, printed or rendered must come from this function.
 */
export function safeEntry(entry: ReportEntry, redact: Redactor): ReportEntry {
  const safe = shapeEntry(entry, (leaf, kind) => {
    const redacted = redact(leaf);
    if (kind === 'json') return sortKeys(redacted);
    return typeof redacted === 'string' && kind === 'text' ? cutText(redacted, TEXT_LENGTH) : redacted;
  });
  return safe.kind === 'finding' || safe.kind === 'unsteady' ? boundFinding(safe) : safe;
}

/** Applies `safeEntry` to every entry of a report. */
export function safeReport(report: Report, redact: Redactor): Report {
  const { header, cells, findings, unsteady, notes, coverage, comparison, history, shard, footer } = report;
  // The casts are safe, because `safeEntry` keeps the kind of an entry.
  return {
    header: safeEntry(header, redact) as Report['header'],
    cells: cells.map((cell) => safeEntry(cell, redact) as Report['cells'][number]),
    findings: findings.map((finding) => safeEntry(finding, redact) as FindingEntry),
    ...(unsteady && { unsteady: unsteady.map((entry) => safeEntry(entry, redact) as UnsteadyEntry) }),
    notes: notes.map((note) => safeEntry(note, redact) as Report['notes'][number]),
    ...(coverage === undefined ? {} : { coverage: coverage.map((entry) => safeEntry(entry, redact) as CoverageEntry) }),
    ...(comparison && { comparison: safeEntry(comparison, redact) as ComparisonEntry }),
    ...(history && { history: safeEntry(history, redact) as HistoryEntry }),
    ...(shard && { shard: shard.map((entry) => safeEntry(entry, redact) as ShardEntry) }),
    ...(footer === undefined ? {} : { footer }),
  };
}

type Kept = ReturnType<typeof bounded>;

function boundFinding<E extends FindingEntry | UnsteadyEntry>(entry: E): E {
  const { finding } = entry;
  const sides = differingItems(finding.expected, finding.received);
  const [expected, received] = (['expected', 'received'] as const).map((side) => {
    const kept = bounded(sides[side], VALUE_BOUNDS);
    return { value: kept.value, cut: kept.cut || !sameJson(sides[side], finding[side]) };
  }) as [Kept, Kept];
  const input =
    finding.counterexample === undefined ? undefined : boundInput(finding.counterexample.input as unknown as Json);
  const setup = boundCalls(finding.counterexample?.setup);
  const precedingCalls = boundCalls(finding.counterexample?.precedingCalls);
  const reply = boundReply(finding.counterexample);
  const cut = [
    ...(entry.cut ?? []),
    ...(expected.cut ? ['/expected'] : []),
    ...(received.cut ? ['/received'] : []),
    ...(input?.cut ?? []),
    ...(setup?.isCut === true ? ['/counterexample/setup'] : []),
    ...(precedingCalls?.isCut === true ? ['/counterexample/precedingCalls'] : []),
    ...(reply?.isCut === true ? ['/counterexample/reply'] : []),
    ...(finding.evidence.length > MAX_EVIDENCE ? ['/evidence'] : []),
  ];
  return {
    ...entry,
    finding: {
      ...finding,
      expected: expected.value,
      received: received.value,
      // The cast is safe: `bounded` keeps the members of an input, because an input has only six members, at a low
      // depth.
      ...(finding.counterexample === undefined || input === undefined
        ? {}
        : {
            counterexample: {
              ...finding.counterexample,
              input: input.value as CaseInput,
              ...(setup && { setup: setup.calls }),
              ...(precedingCalls && { precedingCalls: precedingCalls.calls }),
              ...(reply && { reply: reply.reply }),
            },
          }),
      evidence: finding.evidence.slice(0, MAX_EVIDENCE),
    },
    ...(cut.length === 0 ? {} : { cut: [...new Set(cut)] }),
  };
}

/** Shortens the inputs of calls before the case of a counterexample: its setup calls, or its preceding calls. */
function boundCalls<T extends { readonly input: CaseInput }>(
  calls: readonly T[] | undefined,
): { readonly calls: readonly T[]; readonly isCut: boolean } | undefined {
  const all = calls?.map((call) => ({ call, bound: boundInput(call.input as unknown as Json) }));
  return (
    all && {
      calls: all.map(({ call, bound }) => ({ ...call, input: bound.value as CaseInput })),
      isCut: all.some(({ bound }) => bound.cut.length > 0),
    }
  );
}

/** Shortens the body of the scripted reply of a case. `isCut`: whether it was too long. */
function boundReply(example: Case | undefined): { readonly reply: ScriptedReply; readonly isCut: boolean } | undefined {
  const { reply } = example ?? {};
  if (reply === undefined) return undefined;
  const kept = bounded(reply.body ?? '', VALUE_BOUNDS);
  return kept.cut ? { reply: { ...reply, body: String(kept.value) }, isCut: true } : { reply, isCut: false };
}

/**
 * Shortens each part of an input separately, so that a long body does not shorten path and query. `cut` lists the
 * shortened parts.
 */
function boundInput(input: Json): { readonly value: Json; readonly cut: readonly string[] } {
  const cut: string[] = [];
  const parts = Object.keys(isJsonObject(input) ? input : {}).map((part): [string, Json] => {
    const kept = bounded(ownValue(input, part) ?? null, VALUE_BOUNDS);
    if (kept.cut) cut.push(`/counterexample/input/${part}`);
    return [part, kept.value];
  });
  return { value: Object.fromEntries(parts), cut };
}
