import { expect, test } from 'vitest';
import type { Misuse } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import type { Observable } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { argumentsChecked } from './arguments-checked.js';

const contract = await things();
const REFUSED = {
  contradictions: [{ of: 'arguments', pointer: '', keyword: 'additionalProperties', at: '/additionalProperties' }],
} as const;

test.each<[string, boolean, Outcome, readonly Observable[], readonly string[], Misuse?]>([
  ['a tool refuses an unknown argument', false, { kind: 'problem', native: REFUSED }, ['schemas'], []],
  [
    'a tool ignores an unknown argument',
    true,
    { kind: 'value', native: REFUSED },
    ['schemas'],
    ['unknown-argument-accepted'],
  ],
  [
    'a tool returns a value without a request',
    false,
    { kind: 'value', native: REFUSED },
    ['schemas'],
    ['unknown-argument-accepted'],
  ],
  ['a tool ignores an unknown argument that its inputSchema permits', true, { kind: 'value' }, ['schemas'], []],
  ['a command refuses an unknown argument', false, { kind: 'refused', by: 'client', reason: 'usage' }, [], []],
  ['a command ignores an unknown argument', true, { kind: 'problem' }, [], ['unknown-argument-accepted']],
  ['a command refuses a word', false, { kind: 'refused', by: 'client', reason: 'usage' }, [], [], 'word-argument'],
  ['a command ignores a word', true, { kind: 'value' }, [], ['unknown-argument-accepted'], 'word-argument'],
])(
  'a surface must refuse a call with an unknown argument: %s (violations: $4)',
  (_, isSent, outcome, observes, want, misuse = 'unknown-argument') => {
    const seen = { response: isSent ? replied(200, {}) : null, outcome };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse });
    const context = contextOf(contract, { observes: new Map([['a', new Set(observes)]]) });
    expect(argumentsChecked.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
  },
);

test.each<[string, boolean, Outcome, readonly string[] | undefined]>([
  ['a surface that sends its request to the URL in the flag', true, { kind: 'value' }, []],
  ['a surface whose request to the URL in the flag is refused', true, { kind: 'problem', status: 401 }, []],
  ['a surface that cannot connect to the URL in the variable', false, { kind: 'problem' }, ['flag-ignored']],
  [
    'a surface that refuses a flag together with a variable',
    false,
    { kind: 'refused', by: 'client', reason: 'usage' },
    undefined,
  ],
  [
    'a surface without a flag for the base URL',
    false,
    { kind: 'inexpressible', reason: 'the help of the program has no flag' },
    undefined,
  ],
])('a flag and an environment variable set different base URLs: %s (violations: $3)', (_, isSent, outcome, want) => {
  const seen = { response: isSent ? replied(200, {}) : null, outcome };
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'other-url-variable' });
  expect(argumentsChecked.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

const NULL_REFUSED = { contradictions: [{ of: 'arguments', pointer: '/limit', keyword: 'type', at: '' }] } as const;

test('the service refuses null, and the tool reports a success: this rule leaves the violation to a different rule', () => {
  const seen = { response: replied(422, {}), outcome: { kind: 'value', native: NULL_REFUSED } } as const;
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'null-argument' });
  const context = contextOf(contract, { observes: new Map([['a', new Set(['schemas'] as const)]]) });
  expect(argumentsChecked.check(trial, context)).toEqual([]);
});

test.each<[string, boolean, Outcome, readonly string[], (readonly Observable[])?]>([
  ['a tool drops it', true, { kind: 'value', native: NULL_REFUSED }, ['null-argument-accepted']],
  ['a method without a schema of its own drops it', true, { kind: 'value' }, [], []],
  ['a tool drops it, and its inputSchema allows null', true, { kind: 'value' }, []],
  ['a tool refuses it', false, { kind: 'problem', native: NULL_REFUSED }, []],
  ['a tool sends it as a text that the service refuses', true, { kind: 'problem', native: NULL_REFUSED }, []],
])(
  'a call has null for an optional parameter: %s (violations: $3)',
  (_, isSent, outcome, want, observes = ['schemas']) => {
    const seen = { response: isSent ? replied(200, {}) : null, outcome };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'null-argument' });
    const context = contextOf(contract, { observes: new Map([['a', new Set(observes)]]) });
    expect(argumentsChecked.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
  },
);

const TEXT_REFUSED = { contradictions: [{ of: 'arguments', pointer: '/body', keyword: 'type', at: '' }] } as const;

test.each<[string, Json, number, Outcome, readonly string[] | undefined]>([
  ['a tool decodes it', { name: 'a' }, 201, { kind: 'value', native: TEXT_REFUSED }, ['json-text-decoded']],
  ['a tool decodes a list', ['a'], 201, { kind: 'value', native: TEXT_REFUSED }, ['json-text-decoded']],
  ['a tool whose inputSchema allows a string decodes it', { name: 'a' }, 201, { kind: 'value' }, []],
  ['a tool sends it, and the service refuses it', '{"name":"a"}', 422, { kind: 'problem', native: TEXT_REFUSED }, []],
  ['a tool sends it, and the service accepts it', '{"name":"a"}', 201, { kind: 'value', native: TEXT_REFUSED }, []],
  ['a tool decodes it, and the service refuses the value', {}, 422, { kind: 'problem', native: TEXT_REFUSED }, []],
  ['the schema of the tool is open', {}, 201, { kind: 'inexpressible', reason: 'open' }, undefined],
])('a call has a string of JSON in place of the body: %s (violations: $4)', (_, sent, status, outcome, want) => {
  const seen = { request: { body: Buffer.from(JSON.stringify(sent)) }, response: replied(status, {}), outcome };
  const trial = trialOf(contract, 'makeThing', { body: '{"name":"a"}' }, [seen], { misuse: 'json-text' });
  const context = contextOf(contract, { observes: new Map([['a', new Set(['schemas'] as const)]]) });
  expect(argumentsChecked.check(trial, context)?.map(({ kind }) => kind)).toEqual(want);
});

const GATE: Outcome = { kind: 'refused', by: 'client', reason: 'Delete a? [y/N]: Aborted!' };

test.each<[string, boolean, Outcome, readonly string[] | undefined]>([
  ['the command ends with a failure', false, { kind: 'problem' }, []],
  ['the command refuses the call', false, GATE, []],
  ['the command waits, which another rule reports', false, { kind: 'timeout', afterMs: 1 }, []],
  ['the command sends the request', true, { kind: 'value' }, ['unconfirmed-accepted']],
  ['the command sends the request and then fails', true, { kind: 'problem' }, ['unconfirmed-accepted']],
  ['the command sends nothing and reports a success', false, { kind: 'value' }, ['unconfirmed-success']],
  ['the command needs no such words', false, { kind: 'inexpressible', reason: 'no words' }, undefined],
])(
  'a command is called without its confirmation words, such as `--yes`, and without a terminal: %s (violations: $3)',
  (_, isSent, outcome, want) => {
    const seen = { response: isSent ? replied(200, {}) : null, outcome };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [seen], { misuse: 'unconfirmed' });
    expect(argumentsChecked.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);
