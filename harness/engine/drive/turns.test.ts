import { expect, it } from 'vitest';
import { type Turn, lastAhead, nextAhead } from './turns.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs that note when they start, when their turn comes, and when they end. */
function noted(names: readonly string[]): { log: string[]; runs: ((turn?: Turn) => Promise<string>)[] } {
  const log: string[] = [];
  const run = (name: string) => async (turn?: Turn) => {
    log.push(`${name} starts`);
    await settled();
    turn?.planned();
    await turn?.come;
    log.push(`${name} goes on`);
    await settled();
    log.push(`${name} ends`);
    return name;
  };
  return { log, runs: names.map(run) };
}

it('each run starts as soon as the previous run is planned, and continues after the previous run has ended', async () => {
  const { log, runs } = noted(['a', 'b', 'c']);
  expect(await nextAhead(runs, true)).toEqual(['a', 'b', 'c']);
  expect(log).toEqual([
    'a starts',
    'b starts',
    'a goes on',
    'a ends',
    'c starts',
    'b goes on',
    'b ends',
    'c goes on',
    'c ends',
  ]);
});

it('no run starts before the previous run is planned', async () => {
  const { log, runs } = noted(['b']);
  const unplanned = async (): Promise<string> => {
    await settled();
    await settled();
    log.push('a ends');
    return 'a';
  };
  expect(await nextAhead([unplanned, ...runs], true)).toEqual(['a', 'b']);
  expect(log).toEqual(['a ends', 'b starts', 'b goes on', 'b ends']);
});

it('without an early start, each run starts when the previous one has ended', async () => {
  const { log, runs } = noted(['a', 'b']);
  expect(await nextAhead(runs, false)).toEqual(['a', 'b']);
  expect(log).toEqual(['a starts', 'a goes on', 'a ends', 'b starts', 'b goes on', 'b ends']);
});

it('if a run fails, the run that has started early still ends, and no further run starts', async () => {
  const { log, runs } = noted(['b', 'c']);
  const failing = async (turn: Turn): Promise<string> => {
    turn.planned();
    await settled();
    throw new Error('broken');
  };
  await expect(nextAhead([failing, ...runs], true)).rejects.toThrow('broken');
  expect(log).toEqual(['b starts', 'b goes on', 'b ends']);
});

it('the last run starts first, and continues after all other runs have ended', async () => {
  const { log, runs } = noted(['a', 'b']);
  expect(await lastAhead(runs, true, Promise.resolve())).toEqual(['a', 'b']);
  expect(log).toEqual(['b starts', 'a starts', 'a goes on', 'a ends', 'b goes on', 'b ends']);
});

it('the last run starts before the first run may begin', async () => {
  const { log, runs } = noted(['a', 'b']);
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const results = lastAhead(runs, true, begun);
  await settled();
  expect(log).toEqual(['b starts']);
  begin();
  expect(await results).toEqual(['a', 'b']);
});
