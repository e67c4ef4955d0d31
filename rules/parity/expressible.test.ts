import { beforeAll, expect, it } from 'vitest';
import type { Expectation } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../fixtures/trials.js';
import { expressible } from './expressible.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const NO_NULL: Outcome = { kind: 'inexpressible', reason: 'makeThing takes no null', by: 'surface' };

function kinds(outcome: Outcome, operation: string, ...declared: readonly string[]): readonly string[] {
  const inexpressible = new Map([['a', new Map([[operation as OperationId, declared]])]]);
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: null, outcome }]);
  return (expressible.check(trial, contextOf(contract, { inexpressible })) ?? []).map(({ kind }) => kind);
}

it.each<[string, Parameters<typeof kinds>, readonly string[]]>([
  ['the surface reports that it cannot express the input', [NO_NULL, 'makeThing'], ['inexpressible']],
  ['the configuration declares the limitation', [NO_NULL, 'makeThing', 'takes no null'], []],
  ['the configuration declares a different limitation', [NO_NULL, 'makeThing', 'takes no form'], ['inexpressible']],
  [
    'the configuration declares the limitation for a different operation',
    [NO_NULL, 'dropThing', 'takes no null'],
    ['inexpressible'],
  ],
  [
    'our driver cannot express the input',
    [{ kind: 'inexpressible', reason: 'one credential a call' }, 'makeThing'],
    [],
  ],
  ['the surface expressed the input', [{ kind: 'value' }, 'makeThing'], []],
])(
  'a surface that cannot express an input breaks the rule, unless the configuration declares it: %s (violations: $2)',
  (_, given, want) => {
    expect(kinds(...given)).toEqual(want);
  },
);

it.each<[Expectation, number | undefined]>([
  [{ kind: 'rejected', keyword: 'type', pointer: '/body/name' }, undefined],
  [{ kind: 'gated' }, undefined],
  [{ kind: 'accepted' }, 1],
  [{ kind: 'accepted-or-absent' }, 1],
  [{ kind: 'absent' }, 1],
  [{ kind: 'unauthenticated' }, 1],
])('a surface cannot express an input with the expectation %o (violations: $1)', (expectation, want) => {
  const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: null, outcome: NO_NULL }], {
    expect: expectation,
  });
  expect(expressible.check(trial, contextOf(contract))?.length).toBe(want);
});
