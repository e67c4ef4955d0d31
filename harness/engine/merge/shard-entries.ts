import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { ShardEntry } from '../../../reports/report.js';
import type { Part, Reporting, RunResults } from '../entries/conclude.js';
import type { ShardSplit } from '../plan/shard.js';
import type { ContractRecord } from './contract-record.js';
import type { PartRecord, RunRecord } from './run-record.js';

type RecordedPart = Part & { readonly record?: ContractRecord };

interface RecordedResults extends Omit<RunResults, 'parts'> {
  readonly parts: readonly RecordedPart[];
}

/**
 * The report entries that contain the data for a merge. Each cluster and each attempt is a separate entry, because a
 * line of the report has a maximum length.
 */
export function shardEntries(
  { parts, facts, today }: RecordedResults,
  { units }: ShardSplit,
  { strict = false, replayArguments = [] }: Reporting,
): readonly ShardEntry[] {
  const run: RunRecord = { parts: parts.map(partRecord), facts, today, strict, replayArguments, units: [...units] };
  return [
    entry('run', '', run),
    ...parts.flatMap(({ record }) => (record === undefined ? [] : contractEntries(record))),
  ];
}

function partRecord({ name, findings, notes, record }: RecordedPart): PartRecord {
  return record === undefined
    ? { name, findings, notes }
    : { name, contract: record.contract, findings: [], notes: [] };
}

function contractEntries({ stages, attempts, ...facts }: ContractRecord): readonly ShardEntry[] {
  const { contract } = facts;
  return [
    entry('contract', contract, facts),
    ...stages.flatMap(({ clusters, ...stage }) => [
      entry('stage', contract, stage),
      ...clusters.map((cluster) => entry('cluster', contract, cluster)),
    ]),
    ...attempts.map((attempt) => entry('attempt', contract, attempt)),
  ];
}

function entry(part: ShardEntry['part'], contract: string, data: object): ShardEntry {
  return { kind: 'shard', part, contract, data: withoutUndefined(data as Json) };
}

/** Removes optional members whose value is `undefined`, because JSON has no such value. */
function withoutUndefined(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutUndefined);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value as Readonly<Record<string, Json | undefined>>);
  return Object.fromEntries(
    members.flatMap(([name, member]) => (member === undefined ? [] : [[name, withoutUndefined(member)] as const])),
  );
}
