import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { OperationId } from '../contract/operation.js';
import { describedPlace } from './described-place.js';
import { things } from './fixtures/trials.js';

const LINES = readFileSync('rules/fixtures/things.openapi.yaml', 'utf8').split('\n');

it.each([
  ['a parameter', 'getThing', { pointer: '/query/n' }, '- { name: n, in: query'],
  ['a member of the body', 'makeThing', { pointer: '/body/labels/a' }, 'labels: {'],
  ['an unknown member, which has the place of its body', 'makeThing', { pointer: '/body/none' }, 'requestBody:'],
  ['an outcome, which has the place of its operation', 'makeThing', { pointer: '/outcome/status' }, 'post:'],
  ['the response of a status', 'getThing', { pointer: '/response/status', status: 404 }, '4XX:'],
  ['a member of a successful reply', 'getThing', { pointer: '/response/body/note' }, 'note: {'],
  ['an unknown parameter, which has the place of its operation', 'getThing', { pointer: '/query/none' }, 'get:'],
])(
  'a violation points to the line of the contract that describes its place: %s is described by the line $3',
  async (_, id, violation, want) => {
    const place = describedPlace(await things(), id as OperationId, violation);
    expect(LINES[(place?.line ?? 0) - 1]).toContain(want);
  },
);
