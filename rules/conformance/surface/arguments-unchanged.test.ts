import { expect, it } from 'vitest';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { argumentsUnchanged } from './arguments-unchanged.js';

const contract = await things();

function found(outcome: Outcome, observes: 'arguments' | 'value' = 'arguments'): unknown {
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ outcome }]);
  return argumentsUnchanged
    .check(trial, contextOf(contract, { observes: new Map([['a', new Set([observes])]]) }))
    ?.map(({ pointer, received }) => [pointer, received]);
}

const CHANGED = { native: { changedArguments: ['/body/name', ''] } };

it.each<readonly [string, unknown, unknown]>([
  ['no argument is changed', found({ kind: 'value' }), []],
  ['a call that times out', found({ kind: 'timeout', afterMs: 1 }), []],
  [
    'an argument is changed, and a value is returned',
    found({ kind: 'value', ...CHANGED }),
    [['/arguments/body/name', 'changed at /body/name, the root']],
  ],
  [
    'an argument is changed, and the surface crashes',
    found({ kind: 'crash', detail: '', ...CHANGED }),
    [['/arguments/body/name', 'changed at /body/name, the root']],
  ],
  ['a surface whose arguments cannot be read after the call', found({ kind: 'value', ...CHANGED }, 'value'), undefined],
])('a call must not change the arguments of its caller: %s (violations: $2)', (_, given, want) => {
  expect(given).toEqual(want);
});
