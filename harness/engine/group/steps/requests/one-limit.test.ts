import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const LIST: Given = { rule: 'parity/same-request', kind: 'elements-missing', pointer: '/body/tags' };
const ENTRY: Given = { rule: 'parity/same-request', kind: 'missing', pointer: '/body/labels/d' };

function sent(tags: number, labels: number): readonly GivenTrial[] {
  const map = Object.fromEntries(['d', 'a', 'b', 'c', 'e'].slice(0, labels).map((name) => [name, 1]));
  return [
    { violations: [LIST], body: { tags: Array.from({ length: tags }, (_, index) => index) } },
    { violations: [ENTRY], body: { labels: map } },
  ];
}

it.each<[string, readonly GivenTrial[], number]>([
  ['a list and a map lose an entry at the same size', sent(4, 4), 1],
  ['a list and a map lose an entry at different sizes', sent(5, 4), 2],
  ['a small list and a small map lose an entry', sent(2, 2), 2],
])('%s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
