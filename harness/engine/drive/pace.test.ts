import { expect, it } from 'vitest';
import { Pace } from './pace.js';
import { Turn } from './turns.js';

/** Whether the promise has resolved after one turn of the event loop. */
async function goesOn(before: Promise<void>): Promise<boolean> {
  let isDone = false;
  void before.then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

it('a lane waits for the turn of its run only if many observations are already waiting', async () => {
  const turn = new Turn();
  const pace = new Pace(turn);
  for (let count = 0; count < 4095; count += 1) pace.hold(0);
  expect(await goesOn(pace.before('rest 0', 0))).toBe(true);
  pace.hold(0);
  const waiting = pace.before('rest 0', 1);
  expect(await goesOn(waiting)).toBe(false);
  turn.begin();
  expect(await goesOn(waiting)).toBe(true);
});

it('a lane that is ahead of other lanes waits if too many bytes of bodies are held', async () => {
  const pace = new Pace();
  void pace.before('cli 0', 3);
  pace.hold(64 * 1024 * 1024);
  const waiting = pace.before('rest 0', 4);
  expect(await goesOn(waiting)).toBe(false);
  expect(await goesOn(pace.before('cli 0', 3))).toBe(true);
  pace.release(64 * 1024 * 1024, 1);
  expect(await goesOn(waiting)).toBe(true);
});
