import { expect, it } from 'vitest';
import { type Given, grouped } from '../../fixtures/grouped-trials.js';

const LONGER: Given = {
  rule: 'state/updated',
  kind: 'elements-added',
  pointer: '/response/body/tags',
  cause: 'patchThing',
  blame: 'backend',
};

it.each<[string, Partial<Given>, number]>([
  ['and its elements in another order', { kind: 'reordered' }, 1],
  ['and fewer elements of another member', { kind: 'elements-missing', pointer: '/response/body/sizes' }, 2],
  ['and fewer elements after another change', { kind: 'elements-missing', cause: 'putThing' }, 2],
  ['and another text', { kind: 'changed', pointer: '/response/body/name', cause: 'patchThing name' }, 2],
])('a change that stores more elements %s', async (_, other, want) => {
  const steps = [LONGER, { ...LONGER, ...other }].map((given) => ({ violations: [given], sequence: true }) as const);
  expect((await grouped(steps)).length).toBe(want);
});
