import { beforeAll, expect, it } from 'vitest';
import type { Expectation } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import type { Observable } from '../../../surfaces/observation.js';
import type { Contradiction, Outcome } from '../../../surfaces/outcome.js';
import { contextOf, things, trialOf } from '../../fixtures/trials.js';
import { ownSchemas } from './own-schemas.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const ARGUMENTS: Contradiction = {
  of: 'arguments',
  pointer: '/body/name',
  keyword: 'maxLength',
  at: '/properties/body/properties/name/maxLength',
};
const RESULT: Contradiction = { of: 'result', pointer: '/name', keyword: 'type', at: '/properties/name/type' };
const OMITTED: Contradiction = { of: 'omitted', pointer: '/body', keyword: 'required', at: '/required' };
const NOTHING: Contradiction = { of: 'result', pointer: '', keyword: 'structuredContent', at: '' };

function found(
  contradictions: readonly Contradiction[],
  promise: Expectation['kind'],
  observes: readonly Observable[] = ['schemas'],
): unknown {
  const expectation =
    promise === 'rejected' ? { kind: promise, keyword: 'maxLength', pointer: '/body/name' } : { kind: promise };
  const trial = trialOf(
    contract,
    'makeThing',
    { body: { name: 'a' } },
    [{ outcome: { kind: 'value', native: { contradictions } } }],
    {
      expect: expectation,
    },
  );
  return ownSchemas
    .check(trial, contextOf(contract, { observes: new Map([['a', new Set(observes)]]) }))
    ?.map(({ kind, pointer, cause }) => [kind, pointer, cause]);
}

it.each<[string, Parameters<typeof found>, unknown]>([
  ['the call satisfies the schemas of the surface', [[], 'accepted'], []],
  ['the surface has no schemas', [[], 'accepted', ['value']], undefined],
  [
    'the input schema refuses a valid input',
    [[ARGUMENTS], 'accepted'],
    [['refused-by-input-schema', '/arguments/body/name', ARGUMENTS.at]],
  ],
  [
    'the input schema refuses a valid input with an unknown id',
    [[ARGUMENTS], 'absent'],
    [['refused-by-input-schema', '/arguments/body/name', ARGUMENTS.at]],
  ],
  ['the input schema refuses an invalid input', [[ARGUMENTS], 'rejected'], []],
  [
    'the output schema refuses a result for any input',
    [[RESULT], 'rejected'],
    [['refused-by-output-schema', '/result/name', RESULT.at]],
  ],
  [
    'two alternatives of the output schema refuse a result in the same way',
    [['/oneOf/0/pattern', '/oneOf/1/pattern'].map((at) => ({ ...RESULT, at })), 'accepted'],
    [
      ['refused-by-output-schema', '/result/name', '/pattern'],
      ['refused-by-output-schema', '/result/name', '/pattern'],
    ],
  ],
  [
    'the result has no structured content',
    [[NOTHING], 'accepted'],
    [['no-structured-content', '/result/structuredContent', '']],
  ],
  ['the input schema allows an invalid call without an argument', [[OMITTED], 'rejected'], []],
])('a surface must conform to the schemas that it declares: %s (violations: $2)', (_, given, want) => {
  expect(found(...given)).toEqual(want);
});

it.each<[string, Outcome['kind'], string, readonly string[]]>([
  ['a call without the argument fails', 'problem', 'required', ['optional-in-input-schema']],
  ['the surface refuses a call without the argument', 'refused', 'required', ['optional-in-input-schema']],
  ['a call without the argument has a value', 'value', 'required', []],
  ['a call fails because another constraint is broken', 'problem', 'maxLength', []],
])('the inputSchema of a tool makes a required argument optional: %s (violations: $3)', (_, kind, keyword, want) => {
  const outcome = { kind, by: 'client', reason: 'invalid', native: { contradictions: [OMITTED] } } as Outcome;
  const trial = trialOf(contract, 'makeThing', {}, [{ outcome }], {
    expect: { kind: 'rejected', keyword, pointer: '/body' },
  });
  const context = contextOf(contract, { observes: new Map([['a', new Set<Observable>(['schemas'])]]) });
  expect(ownSchemas.check(trial, context)?.map((violation) => violation.kind)).toEqual(want);
});
