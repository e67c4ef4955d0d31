import type { CoverageLimit } from '../options/coverage-limit.js';
import type { Report } from '../../../reports/report.js';
import { CallTimes } from '../drive/lane/call-times.js';
import { type Part, concludedReport } from '../entries/conclude.js';
import { phasesNamed } from '../options/check-options.js';
import { mergedContract } from './merge-contract.js';
import type { ShardReport } from './read-shard.js';
import { refuseIncomplete } from './shard-faults.js';

/**
 * Makes one report from the reports of all shards. Except for times and the number of resets, it equals the report of a
 * single run. `reports` is the folder of the report, for use in replay commands.
 */
export async function mergedReport(
  all: readonly ShardReport[],
  tool: string,
  reports: string,
  minCoverage: readonly CoverageLimit[] = [],
): Promise<Report> {
  refuseIncomplete(all, tool);
  const shards = all.toSorted((a, b) => a.shard.index - b.shard.index);
  const [first] = shards as [ShardReport, ...ShardReport[]];
  const { scope: { shard: _, ...scope } = {}, ...header } = first.header;
  const startedAt = shards.map((shard) => shard.header.startedAt).toSorted()[0] ?? header.startedAt;
  const parts: Part[] = [];
  for (const { name, contract } of first.run.parts) {
    const same = shards.flatMap(({ run }) => run.parts.filter((part) => part.name === name));
    const records = shards.flatMap(({ contracts }) => contracts.get(contract ?? name.replace(/^contract /, '')) ?? []);
    const merged = await mergedContract(records);
    parts.push({
      ...merged,
      name,
      findings: [...same.flatMap(({ findings }) => findings), ...merged.findings],
      notes: [...same.flatMap(({ notes }) => notes), ...merged.notes],
    });
  }
  const times = new CallTimes();
  for (const time of shards.flatMap(({ footer }) => footer.times ?? [])) times.add(time);
  const { facts, today, strict, replayArguments } = first.run;
  return concludedReport(
    { ...header, startedAt, ...(Object.keys(scope).length > 0 && { scope }) },
    { parts, facts, today },
    {
      phases: phasesNamed(header.phases),
      strict,
      minCoverage,
      reports,
      replayArguments,
      interrupted: shards.some(({ footer }) => footer.interrupted),
      durationMs: Math.max(...shards.map(({ footer }) => footer.durationMs)),
      times,
    },
  );
}
