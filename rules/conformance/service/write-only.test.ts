import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { writeOnly } from './write-only.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const THING = { name: 'a', id: '1' };

it.each<[string, Json, readonly string[]]>([
  ['a reply without the writeOnly member', THING, []],
  ['a reply with the writeOnly member', { ...THING, secret: 'p4ss' }, ['write-only-returned /response/body/secret']],
  [
    'a reply with a masked writeOnly member',
    { ...THING, secret: '***' },
    ['write-only-returned /response/body/secret'],
  ],
  [
    'a writeOnly member of the matching alternative',
    { ...THING, parts: [{ kind: 'b', key: 'p4ss' }] },
    ['write-only-returned /response/body/parts/0/key'],
  ],
  ['a writeOnly member of an alternative that does not match', { ...THING, parts: [{ kind: 'a', key: 'p4ss' }] }, []],
  [
    'a member whose value matches an alternative without writeOnly',
    { ...THING, parts: [{ kind: 'b', hue: 'red' }] },
    [],
  ],
  [
    'a member whose value matches the alternative with writeOnly',
    { ...THING, parts: [{ kind: 'b', hue: 7 }] },
    ['write-only-returned /response/body/parts/0/hue'],
  ],
  [
    'a writeOnly member in several elements is one fault',
    {
      ...THING,
      parts: [
        { kind: 'b', key: 'p4ss' },
        { kind: 'b', key: 'p4ss' },
      ],
    },
    ['write-only-returned /response/body/parts/0/key'],
  ],
  ['a key of a map that has the name of a writeOnly member', { ...THING, labels: { secret: 'x' } }, []],
])('a reply may not contain writeOnly members: %s (violations: $2)', (_, value, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(200, value) }]);
  const found = writeOnly.check(trial, contextOf(contract)) ?? [];
  expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(want);
  expect(JSON.stringify(found)).not.toContain('p4ss');
});

it.each<[string, Json, boolean, number]>([
  ['a reply without it', { id: '1' }, false, 0],
  ['a reply with it', { id: '1', pin: 'p4ss' }, false, 1],
  ['a reply whose schema forbids it, which another rule reports', { id: '1', pin: 'p4ss' }, true, 0],
  ['a reply whose schema names it', { id: '1', hint: 'a' }, false, 0],
  ['a reply with another unknown member', { id: '1', other: 'a' }, false, 0],
])(
  'only the schema of the request marks a member as writeOnly: %s (violations: $3)',
  async (_, value, isClosed, want) => {
    const text = { type: 'string' };
    const marked = { type: 'string', writeOnly: true };
    const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const sent = { type: 'object', properties: { pin: marked, hint: marked } };
    const shown = {
      type: 'object',
      properties: { id: text, hint: text },
      ...(isClosed && { additionalProperties: false }),
    };
    const post = {
      operationId: 'add',
      requestBody: json(sent),
      responses: { 201: { description: '', ...json(shown) } },
    };
    const own = await contractOf({ paths: { '/cards': { post } } });
    const trial = trialOf(own, 'add', { body: { pin: 'p4ss' } }, [{ response: replied(201, value) }]);
    const found = writeOnly.check(trial, contextOf(own)) ?? [];
    expect(found).toHaveLength(want);
    expect(JSON.stringify(found)).not.toContain('p4ss');
  },
);
