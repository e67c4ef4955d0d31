import { expect, it } from 'vitest';
import { madeWords } from './made-words.js';

it('a progress message every five seconds states for how many operations cases were made', () => {
  let now = 0;
  const shown: string[] = [];
  const made = madeWords(
    200,
    (words) => shown.push(`${now} ${words}`),
    () => now,
  );
  for (let done = 1; done <= 12; done += 1) {
    now += 1000;
    made(done);
  }
  expect(shown).toEqual(['5000 cases made for 5 of 200 operations', '10000 cases made for 10 of 200 operations']);
});
