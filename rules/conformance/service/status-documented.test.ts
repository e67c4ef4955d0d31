import { expect, it } from 'vitest';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { statusDocumented } from './status-documented.js';

it.each([
  [418, 1],
  [500, 2],
])(
  'two operations answer with the undocumented status %i, and their violations have %i different causes',
  async (status, want) => {
    const contract = await things();
    const causes = (['makeThing', 'dropThing'] as const).flatMap((id) => {
      const input = id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } };
      const trial = trialOf(contract, id, input, [{ response: replied(status) }]);
      return statusDocumented.check(trial, contextOf(contract))?.map(({ cause }) => cause) ?? [];
    });
    expect(causes).toHaveLength(2);
    expect(new Set(causes).size).toBe(want);
  },
);
