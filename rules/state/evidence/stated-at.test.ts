import { expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { defaultValue } from '../default-value.js';
import { echo } from '../echo.js';

const TEXT = { type: 'string' };
const WAIT = { type: ['number', 'string'], default: 'PT1S' };

/** The schema of an alternative for the member `rule`, without required members. */
function alternative(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

const COUNTED = alternative({ kind: TEXT, count: { type: 'integer' } });
const ORDERED = alternative({ kind: TEXT });

/**
 * A contract with one create. `sent` and `returned`: the schemas of the member `rule` in the request and in the reply.
 */
function rules(sent: JsonObject, returned: JsonObject, isWrapped = true): Promise<Contract> {
  const whole = (rule: JsonObject): JsonObject => (isWrapped ? { type: 'object', properties: { rule } } : rule);
  const content = (rule: JsonObject): JsonObject => ({ content: { 'application/json': { schema: whole(rule) } } });
  const responses = { 201: { description: '', ...content(returned) } };
  return contractOf({
    paths: { '/rules': { post: { operationId: 'add', requestBody: content(sent), responses } } },
  });
}

it.each<[string, JsonObject, boolean, readonly string[]]>([
  ['a member of one of two fitting alternatives', { anyOf: [COUNTED, ORDERED] }, true, []],
  ['a member of one of two fitting alternatives of the whole body', { anyOf: [COUNTED, ORDERED] }, false, []],
  ['a member of all fitting alternatives', { anyOf: [COUNTED, { ...COUNTED, title: 'other' }] }, true, ['missing']],
  [
    'a member of the only fitting alternative',
    { oneOf: [COUNTED, alternative({}, { required: ['name'] })] },
    true,
    ['missing'],
  ],
  ['a member without alternatives', COUNTED, true, ['missing']],
])(
  'the reply to a create lacks a sent member, and the request satisfies several alternatives of its schema: %s (violations: $3)',
  async (_, rule, isWrapped, want) => {
    const contract = await rules(rule, rule, isWrapped);
    const wrapped = (value: JsonObject): JsonObject => (isWrapped ? { rule: value } : value);
    const trial = trialOf(contract, 'add', { body: wrapped({ kind: 'a', count: 3 }) }, [
      { response: replied(201, wrapped({ kind: 'a' })) },
    ]);
    expect(echo.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);

it('a changed member is a violation, even if only one of the two alternatives that the request satisfies has this member', async () => {
  const rule = { anyOf: [COUNTED, ORDERED] };
  const contract = await rules(rule, rule);
  const trial = trialOf(contract, 'add', { body: { rule: { kind: 'a', count: 3 } } }, [
    { response: replied(201, { rule: { kind: 'a', count: 4 } }) },
  ]);
  expect(echo.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(['changed']);
});

it.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['the schema of the reply allows only numbers, not the text of the default', { type: 'number' }, { wait: 1 }, []],
  [
    'the schema of the reply allows the text of the default, and the reply has another text',
    WAIT,
    { wait: 'PT2S' },
    ['unexpected'],
  ],
  [
    'the schema of the reply allows the text of the default, and the reply has a number',
    WAIT,
    { wait: 2 },
    ['unexpected'],
  ],
])(
  'the reply to a create has a value other than the default of an omitted member: %s (violations: $3)',
  async (_, returned, rule, want) => {
    const contract = await rules(alternative({ wait: WAIT }), alternative({ wait: returned }));
    const trial = trialOf(contract, 'add', { body: { rule: {} } }, [{ response: replied(201, { rule }) }]);
    expect(defaultValue.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);

it.each<[description: string, kept: boolean, want: readonly string[]]>([
  ['Always true for a rule with a warning.', true, []],
  ['Whether it warns.', true, ['unexpected']],
  ['Always true for a rule with a warning.', false, []],
])(
  'the description "%s" may permit the reply to have %j in place of the default (violations: %j)',
  async (description, loud, want) => {
    const sent = alternative({ loud: { type: 'boolean', default: false, description } });
    const contract = await rules(sent, alternative({ loud: { type: 'boolean' } }), false);
    const trial = trialOf(contract, 'add', { body: {} }, [{ response: replied(201, { loud }) }]);
    expect(defaultValue.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);
