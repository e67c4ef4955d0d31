import { ParityError } from '../../../contract/parity-error.js';
import type { HeaderEntry } from '../../../reports/report.js';
import { counted } from '../../../reports/text/amounts.js';
import type { ShardReport } from './read-shard.js';

/** Throws a `ParityError` unless there is exactly one report of each shard of one run. */
export function refuseIncomplete(shards: readonly ShardReport[], tool: string): void {
  const [first] = shards;
  if (first === undefined)
    throw new ParityError('shard-missing', 'no report was named', 'Name the folders of all shards.');
  for (const other of shards) refuseDifferent(first, other);
  if (first.header.tool !== tool)
    throw different(
      'version of the tool',
      `${first.source} was written by ${first.header.tool}, and this program is ${tool}`,
      'Merge with the version that ran the shards.',
    );
  refuseDoubled(shards);
  const present = new Set(shards.map(({ shard }) => shard.index));
  const missing = Array.from({ length: first.shard.count }, (_, index) => index + 1).filter(
    (index) => !present.has(index),
  );
  if (missing.length === 0) return;
  const { count } = first.shard;
  throw new ParityError(
    'shard-missing',
    `${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing`,
    `Run ${missing.map((index) => `--shard ${index}/${count}`).join(' and ')}, and name ${counted(missing.length, 'further folder')}.`,
  );
}

function refuseDoubled(shards: readonly ShardReport[]): void {
  for (const [index, { source, shard }] of shards.entries()) {
    const same = shards.slice(0, index).find((other) => other.shard.index === shard.index);
    if (same === undefined) continue;
    throw new ParityError(
      'shard-doubled',
      `shard ${shard.index} of ${shard.count} is in both ${same.source} and ${source}`,
      'Name each shard once.',
    );
  }
}

/** The values that must be equal in all shards of a run, with the names that messages use for them. */
const COMMON: readonly (readonly [what: string, of: (shard: ShardReport) => unknown])[] = [
  ['number of shards', ({ shard }) => shard.count],
  ['version of the tool', ({ header }) => header.tool],
  ['contract', ({ header }) => header.contracts.map(({ file, version, digest }) => `${file} ${version} ${digest}`)],
  ['commit', ({ header }) => header.commit],
  ['seed', ({ header }) => header.seed],
  ['number of cases (--runs, --quick)', ({ header }) => [header.runs, header.sampling]],
  ['surfaces', ({ header }) => header.surfaces.map(({ id }) => id)],
  ['phases', ({ header }) => header.phases],
  ['backends', ({ header }) => header.backends],
  ['selection', ({ header }) => restOfScope(header)],
  ['option --strict', ({ run }) => run.strict],
  ['service (--url, --mock)', ({ run }) => run.replayArguments],
  ['split (--balance)', ({ run }) => run.units],
];

function restOfScope({ scope }: HeaderEntry): unknown {
  const { shard: _, ...rest } = scope ?? {};
  return rest;
}

function refuseDifferent(first: ShardReport, other: ShardReport): void {
  for (const [what, of] of COMMON) {
    const [own, others] = [of(first), of(other)].map((value) => JSON.stringify(value) ?? 'none');
    if (own === others) continue;
    throw different(
      what,
      `${first.source} and ${other.source} have a different ${what}: ${shortened(own)} and ${shortened(others)}`,
      'Run all shards of one commit with the same configuration and options.',
    );
  }
}

function different(what: string, message: string, repair: string): ParityError {
  return new ParityError(`shard-other-${what.split(/[ (]/)[0] ?? ''}`, message, repair);
}

const LONGEST = 120;

function shortened(text = ''): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
