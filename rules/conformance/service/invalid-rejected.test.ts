import { expect, test } from 'vitest';
import { operationOf } from '../../../contract/fixtures/contracts.js';
import type { ResponseSpec } from '../../../contract/operation.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { invalidRejected } from './invalid-rejected.js';

const contract = await things();

test.each<readonly [string, readonly number[] | undefined, readonly string[]]>([
  ['the contract states 422 before 404', [422, 404], ['invalid-answered-otherwise']],
  ['the contract states 404 before 422', [404, 422], []],
  ['the contract states an order without 404', [422], []],
  ['the contract states no order', undefined, []],
])('judges a 404 to an invalid identifier by the order that the contract states: %s', (_, refusalOrder, want) => {
  const getThing = operationOf(contract, 'getThing');
  const responses = [...getThing.responses, { ...getThing.responses[0], status: '422' } as ResponseSpec];
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(404) }], {
    expect: { kind: 'rejected', keyword: 'minLength', pointer: '/path/thing_id' },
  });
  const context = contextOf({ ...contract, ...(refusalOrder && { refusalOrder }) });
  const found = invalidRejected.check({ ...trial, operation: { ...getThing, responses } }, context);
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});

test.each([
  ['absent-thing_id-0', 'The service answered 200 to an unknown identifier `thing_id`.'],
  ['near-my-id-12', 'The service answered 200 to an unknown identifier `my-id`.'],
  ['unknown', 'The service answered 200 to an unknown identifier.'],
])('the message names the identifier of the case: %s', (name, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(200) }], {
    expect: { kind: 'absent' },
    provenance: { kind: 'invalid', name },
  });
  expect(invalidRejected.check(trial, contextOf(contract))?.map(({ message }) => message)).toEqual([want]);
});

test.each([
  [201, '4xx, because /body/name breaks type'],
  [401, '4xx other than 401, because /body/name breaks type'],
  [404, '4xx other than 404, because /body/name breaks type'],
])('the expected status excludes the received status: %s', (status, want) => {
  const trial = trialOf(contract, 'makeThing', { body: { name: 1 } }, [{ response: replied(status) }], {
    expect: { kind: 'rejected', keyword: 'type', pointer: '/body/name' },
  });
  expect(invalidRejected.check(trial, contextOf(contract))?.map(({ expected }) => expected)).toEqual([want]);
});
