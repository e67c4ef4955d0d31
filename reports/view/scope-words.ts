import type { HeaderEntry, Report, RunScope, Selection } from '../report.js';
import { counted } from '../text/amounts.js';

/** Further names are replaced by their number. */
const MAX_NAMES = 6;

/**
 * The part of the configuration that a run covered, as clauses of a sentence, because a `pass` of a part is not a pass
 * of the whole.
 */
export function scopeClauses(report: Report): readonly string[] {
  return [...narrowings(report.header.scope ?? {}), ...serviceClause(report)];
}

const NOUNS: readonly (readonly [Exclude<keyof RunScope, 'shard' | 'budgetMs' | 'notCalled'>, one: string])[] = [
  ['contracts', 'contract'],
  ['surfaces', 'surface'],
  ['operations', 'operation'],
  ['phases', 'phase'],
  ['backends', 'backend'],
];

function narrowings(scope: NonNullable<HeaderEntry['scope']>): readonly string[] {
  const { shard, budgetMs, notCalled = [] } = scope;
  return [
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
    ...NOUNS.flatMap(([part, noun]) => {
      const selection = scope[part];
      return selection === undefined ? [] : [selectionWords(selection, noun)];
    }),
    ...(notCalled.length === 0 ? [] : [`only safe methods (not called: ${names(notCalled)})`]),
    ...(budgetMs === undefined ? [] : [`budget ${budgetMs / 1000} s`]),
  ];
}

/** `only operation getItem (listItems and createItem left out)`. */
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
  return isTested ? [] : ['your service was not tested: every reply came from the mock or a script'];
}
