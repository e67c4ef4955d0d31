import type { ChangedScope, HeaderEntry, Report, RunScope, Selection, VersionsEntry } from '../../report.js';
import { counted } from '../../text/amounts.js';

/** The maximum number of names that are listed. Further names are only counted. */
const MAX_NAMES = 6;

/**
 * Clauses of a sentence that describe the part of the configuration that a run covered. They are shown because the
 * `pass` of such a run is not a pass of the whole configuration.
 */
export function scopeClauses(report: Report): readonly string[] {
  return [
    ...versionsClause(report.header.versions),
    ...narrowings(report.header.scope ?? {}),
    ...serviceClause(report),
  ];
}

/**
 * Describes the compared versions: `with v1.2 (1a2b3c; T 1.2.0, sha256:0123456789ab): released surfaces with the new
 * service`.
 */
function versionsClause(versions: VersionsEntry | undefined): readonly string[] {
  if (versions === undefined) return [];
  const { released, commit, contracts, combined } = versions;
  const named = contracts.map(({ title, version, digest }) => `${title} ${version} ${digest.slice(0, DIGEST_LENGTH)}`);
  return [`with ${released} (${[commit, names(named)].join('; ')}): ${combined.join(', ')}`];
}

/** The length of a shortened digest: `sha256:` and twelve digits. */
const DIGEST_LENGTH = 19;

const NOUNS: readonly (readonly [
  Exclude<keyof RunScope, 'shard' | 'budgetMs' | 'notCalled' | 'changed'>,
  one: string,
])[] = [
  ['contracts', 'contract'],
  ['surfaces', 'surface'],
  ['operations', 'operation'],
  ['phases', 'phase'],
  ['backends', 'backend'],
];

function narrowings(scope: NonNullable<HeaderEntry['scope']>): readonly string[] {
  const { shard, budgetMs, notCalled = [], changed } = scope;
  return [
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
    ...NOUNS.flatMap(([part, noun]) => {
      const selection = scope[part];
      return selection === undefined ? [] : [selectionWords(selection, noun)];
    }),
    ...(changed === undefined ? [] : [changedWords(changed)]),
    ...(notCalled.length === 0 ? [] : [`only safe methods (not called: ${names(notCalled)})`]),
    ...(budgetMs === undefined ? [] : [`budget ${budgetMs / 1000} s`]),
  ];
}

/**
 * Describes a run of changed operations: `only what changed since main (1a2b3c): 4 of 6 cells (not requested: getItem
 * on rest, cli)`.
 */
function changedWords({ since, commit, requested, notRequested }: ChangedScope): string {
  const left = notRequested.reduce((sum, { surfaces }) => sum + surfaces.length, 0);
  const from = commit === undefined || since.startsWith(commit) ? since : `${since} (${commit})`;
  if (left === 0) return `the changes since ${from} concern all ${counted(requested, 'cell')}`;
  const cells = notRequested.map(({ group, surfaces }) => `${group} on ${surfaces.join(', ')}`);
  const shown = cells.slice(0, MAX_NAMES).join('; ');
  const more = cells.length > MAX_NAMES ? ` and ${counted(cells.length - MAX_NAMES, 'more operation')}` : '';
  return `only what changed since ${from}: ${requested} of ${counted(requested + left, 'cell')} (not requested: ${shown}${more})`;
}

/** Describes a selection, for example `only operation getItem (left out: listItems, createItem)`. */
function selectionWords({ selected, leftOut }: Selection, noun: string): string {
  return `only ${selected.length === 1 ? noun : `${noun}s`} ${names(selected)} (left out: ${names(leftOut)})`;
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMES).join(', ');
  return all.length > MAX_NAMES ? `${shown} and ${counted(all.length - MAX_NAMES, 'more', 'more')}` : shown;
}

const SERVICES: ReadonlySet<string> = new Set(['reference', 'live']);

function serviceClause({ cells }: Report): readonly string[] {
  const isTested = cells.length === 0 || cells.some(({ backend, cases }) => SERVICES.has(backend) && cases > 0);
  const hasReplies = cells.some(({ cases }) => cases > 0);
  const reason = hasReplies ? 'every reply came from the mock or a script' : 'no case was run';
  return isTested ? [] : [`your service was not tested: ${reason}`];
}
