import { expect, test } from 'vitest';
import type { Observable } from '../../../surfaces/driver.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { argumentsChecked } from './arguments-checked.js';

const contract = await things();
const REFUSED = {
  contradictions: [{ of: 'arguments', pointer: '', keyword: 'additionalProperties', at: '/additionalProperties' }],
} as const;

test.each<[string, boolean, Outcome, readonly Observable[], readonly string[]]>([
  ['a tool that refuses', false, { kind: 'problem', native: REFUSED }, ['schemas'], []],
  ['a tool that ignores it', true, { kind: 'value', native: REFUSED }, ['schemas'], ['unknown-argument-accepted']],
  ['a tool with a cache', false, { kind: 'value', native: REFUSED }, ['schemas'], ['unknown-argument-accepted']],
  ['a tool with an open inputSchema', true, { kind: 'value' }, ['schemas'], []],
  ['a command that refuses', false, { kind: 'refused', by: 'client', reason: 'usage' }, [], []],
  ['a command that ignores it', true, { kind: 'problem' }, [], ['unknown-argument-accepted']],
])('an unknown argument must be refused: %s → $4', (_, isSent, outcome, observes, want) => {
  const seen = { response: isSent ? replied(200, {}) : null, outcome };
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'unknown-argument' });
  const context = contextOf(contract, { observes: new Map([['a', new Set(observes)]]) });
  expect(argumentsChecked.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
});

test.each<[string, boolean, Outcome, readonly string[] | undefined]>([
  ['sends its request there', true, { kind: 'value' }, []],
  ['sends its request there, which is refused', true, { kind: 'problem', status: 401 }, []],
  ['reports that nothing listens', false, { kind: 'problem' }, ['flag-ignored']],
  ['refuses both', false, { kind: 'refused', by: 'client', reason: 'usage' }, undefined],
  ['has no such flag', false, { kind: 'inexpressible', reason: 'its help has no flag' }, undefined],
])(
  'judges a surface with its base URL in a flag, and a different one in a variable: it %s → $3',
  (_, isSent, outcome, want) => {
    const seen = { response: isSent ? replied(200, {}) : null, outcome };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'other-url-variable' });
    expect(argumentsChecked.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);
