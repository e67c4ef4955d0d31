import { ParityError } from '../../../contract/parity-error.js';
import type { FooterEntry, HeaderEntry, Report, ShardEntry } from '../../../reports/report.js';
import type { StageRecord, ClusterRecord } from '../shards/stage-record.js';
import type { AttemptRecord } from '../minimise/recorded-attempts.js';
import type { ContractRecord } from './contract-record.js';
import type { RunRecord } from './run-record.js';

/**
 * The report of one shard, with its records. Shards of other versions are refused, so all records have the format of
 * this version.
 */
export interface ShardReport {
  /** The file or folder of the report, for use in messages. */
  readonly source: string;
  readonly header: HeaderEntry;
  readonly footer: FooterEntry;
  readonly shard: { readonly index: number; readonly count: number };
  readonly run: RunRecord;
  readonly contracts: ReadonlyMap<string, ContractRecord>;
}

/** Throws a `ParityError` unless `report` is the complete report of a shard. */
export function readShard(source: string, { header, footer, shard: entries = [] }: Report): ShardReport {
  const shard = header.scope?.shard;
  if (shard === undefined)
    throw new ParityError(
      'shard-missing',
      `${source} is the report of a whole run, not of a shard`,
      'Name the folders of runs with `--shard i/n`.',
    );
  const named = `${source} (shard ${shard.index} of ${shard.count})`;
  const [first] = entries;
  if (footer === undefined || first?.part !== 'run')
    throw new ParityError(
      'shard-incomplete',
      `${named} ended before its results were written`,
      `Fix the errors that the shard reports, and run it again with --shard ${shard.index}/${shard.count}.`,
    );
  const contracts = new Map<string, Drafted>();
  for (const entry of entries.slice(1)) addPart(contracts, entry, named);
  return { source, header, footer, shard, run: first.data as unknown as RunRecord, contracts };
}

interface Drafted extends Omit<ContractRecord, 'stages' | 'attempts'> {
  readonly stages: (StageRecord & { readonly clusters: ClusterRecord[] })[];
  readonly attempts: AttemptRecord[];
}

function addPart(contracts: Map<string, Drafted>, { part, contract, data }: ShardEntry, source: string): void {
  const drafted = contracts.get(contract);
  const stage = drafted?.stages.at(-1);
  if (part === 'contract')
    contracts.set(contract, { ...(data as unknown as ContractRecord), stages: [], attempts: [] });
  else if (part === 'stage' && drafted !== undefined)
    drafted.stages.push({ ...(data as unknown as StageRecord), clusters: [] });
  else if (part === 'cluster' && stage !== undefined) stage.clusters.push(data as unknown as ClusterRecord);
  else if (part === 'attempt' && drafted !== undefined) drafted.attempts.push(data as unknown as AttemptRecord);
  else
    throw new ParityError(
      'shard-invalid',
      `${source} has an entry of the kind ${part} for ${contract} in a wrong position`,
      'Use the unmodified report.ndjson that parity check wrote.',
    );
}
