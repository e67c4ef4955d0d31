import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { defaultValue } from './default-value.js';

it.each<[string, string, string, number]>([
  ['the value of the other member', 'Café au lait', 'Café au lait', 0],
  ['this value in another case', 'Café au lait', 'café au lait', 0],
  ['the name of the other member', 'Café au lait', 'name', 0],
  ['another value', 'Café au lait', 'Tea', 1],
  ['an empty text', 'Café au lait', '', 1],
])(
  'the description of an omitted member states that its default is the value of a second member; the reply has %s (violations: $3)',
  async (_, name, label, want) => {
    const text = { type: 'string' };
    const properties = { name: text, label: { ...text, description: 'Defaults to `name`.' } };
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const post = { operationId: 'add', requestBody: { content }, responses: { 201: { description: '', content } } };
    const own = await contractOf({ paths: { '/drinks': { post } } });
    const trial = trialOf(own, 'add', { body: { name } }, [{ response: replied(201, { name, label }) }]);
    expect(defaultValue.check(trial, contextOf(own))).toHaveLength(want);
  },
);
