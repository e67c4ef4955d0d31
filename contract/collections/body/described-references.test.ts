import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { describedReferences, givenReferences } from './described-references.js';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const TEXTS = { type: 'array', items: TEXT };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

interface Facts {
  /** The members of the reply. */
  readonly reply?: JsonObject;
  /** A further path that the contract has. */
  readonly path?: string;
  /** The description of the status 422. If it is null, the operation does not document 422. */
  readonly refusal?: string | null;
}

async function references(name: string, schema: JsonObject, { reply = {}, path, refusal = '' }: Facts) {
  const refused = refusal === null ? {} : { 422: { description: refusal } };
  const post = {
    operationId: 'add',
    requestBody: json(object({ title: TEXT, [name]: schema })),
    responses: { 201: { description: '', ...json(object({ id: TEXT, ...reply })) }, ...refused },
  };
  const get = { operationId: 'other', responses: { 200: { description: '' } } };
  const contract = await contractOf({ paths: { '/tasks': { post }, ...(path !== undefined && { [path]: { get } }) } });
  return [...describedReferences(contract, operationOf(contract, 'add'))];
}

const LABELS = { ...TEXTS, description: 'Names of labels of the repository.' };
const LABEL_OBJECTS = { labels: { type: 'array', items: object({ name: TEXT, color: TEXT }) } };
const MILESTONE = { type: ['integer', 'null'], description: 'The number of a milestone of the repository.' };
const GUESTS = { ...NUMBER, description: 'The number of guests.' };
const CITY = { ...TEXT, description: 'The name of the city.' };
const COUPON = { ...TEXT, description: 'The code of an existing coupon.' };

it.each<[string, string, JsonObject, Facts, boolean]>([
  ['keys in place of which the reply has objects', 'labels', LABELS, { reply: LABEL_OBJECTS }, true],
  [
    'a key in place of which the reply has an object',
    'milestone',
    MILESTONE,
    { reply: { milestone: object({ a: TEXT }) } },
    true,
  ],
  ['a key of items with a path', 'milestone', MILESTONE, { path: '/milestones' }, true],
  [
    'a key whose items the description of a refusal names',
    'labels',
    LABELS,
    { refusal: 'A label does not exist.' },
    true,
  ],
  ['a key that must exist by its description', 'coupon', COUPON, {}, true],
  ['a member name with an ending such as `_code`', 'coupon_code', COUPON, {}, true],
  ['a key that no other part of the contract confirms', 'labels', LABELS, { reply: { labels: TEXTS } }, false],
  ['a key without a documented refusal', 'labels', LABELS, { reply: LABEL_OBJECTS, refusal: null }, false],
  ['a string that is not a key', 'city', CITY, { reply: { city: TEXT } }, false],
  ['an amount', 'guests', GUESTS, { path: '/guests' }, false],
  ['a key of the items of the operation itself', 'task', { ...TEXT, description: 'The name of the task.' }, {}, false],
  ['a key of items that differ from its name', 'title', { ...TEXT, description: 'The name of a label.' }, {}, false],
  ['a member with an enumeration', 'city', { ...CITY, enum: ['a', 'b'] }, { path: '/cities' }, false],
  [
    'names of items that are created',
    'labels',
    { ...TEXTS, description: 'Names of labels. Unknown labels are created.' },
    { reply: LABEL_OBJECTS },
    false,
  ],
])('decides whether a member refers to other items by a key: %s (%s) → $4', async (_, name, schema, facts, want) => {
  expect(await references(name, schema, facts)).toEqual(want ? [name] : []);
});

it.each<[JsonObject, readonly string[]]>([
  [{ title: 'a', labels: ['bug'] }, ['labels']],
  [{ title: 'a', labels: [] }, []],
  [{ title: 'a', milestone: 1 }, ['milestone']],
  [{ title: 'a', milestone: null }, []],
])('finds the members that refer to other items in the body %j: %j', async (body, want) => {
  const requestBody = json(object({ title: TEXT, labels: LABELS, milestone: MILESTONE }));
  const refusal = { description: 'A label or a milestone does not exist.' };
  const post = { operationId: 'add', requestBody, responses: { 201: { description: '' }, 422: refusal } };
  const contract = await contractOf({ paths: { '/tasks': { post } } });
  expect(givenReferences(contract, operationOf(contract, 'add'), { body })).toEqual(want);
});
