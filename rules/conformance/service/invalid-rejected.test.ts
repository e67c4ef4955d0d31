import { expect, test } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { ResponseSpec } from '../../../contract/operation.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { invalidRejected } from './invalid-rejected.js';

const contract = await things();

test.each<readonly [string, readonly number[] | undefined, readonly string[]]>([
  ['the contract states 422 before 404', [422, 404], ['invalid-answered-otherwise']],
  ['the contract states 404 before 422', [404, 422], []],
  ['the contract states an order without 404', [422], []],
  ['the contract states no order', undefined, []],
])('the service answers 404 to an invalid identifier, and %s (violations: $2)', (_, refusalOrder, want) => {
  const getThing = operationOf(contract, 'getThing');
  const responses = [...getThing.responses, { ...getThing.responses[0], status: '422' } as ResponseSpec];
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response: replied(404) }], {
    expect: { kind: 'rejected', keyword: 'minLength', pointer: '/path/thing_id' },
  });
  const context = contextOf({ ...contract, ...(refusalOrder && { refusalOrder }) });
  const found = invalidRejected.check({ ...trial, operation: { ...getThing, responses } }, context);
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});

test.each<readonly [string, number, CaseInput, readonly number[] | undefined, readonly string[]]>([
  ['400 if the order has 400 and 422', 400, { body: { name: 1 } }, [400, 422], ['invalid-answered-otherwise']],
  ['422 if the order has 400 and 422', 422, { body: { name: 1 } }, [400, 422], []],
  ['400 if the order lacks 422', 400, { body: { name: 1 } }, [400], []],
  ['400 if the order lacks 400', 400, { body: { name: 1 } }, [415, 422], []],
  ['400 without an order', 400, { body: { name: 1 } }, undefined, []],
  ['400 to a request without its body', 400, {}, [400, 422], []],
  ['413 to a value that is too long', 413, { body: { name: 'a'.repeat(99) } }, [413, 422], []],
])(
  'the service refuses an invalid input, and the contract states an order of refusals: %s (violations: $4)',
  (_, status, input, order, want) => {
    const makeThing = operationOf(contract, 'makeThing');
    const responses = [...makeThing.responses, { ...makeThing.responses[0], status: '422' } as ResponseSpec];
    const trial = trialOf(contract, 'makeThing', input, [{ response: replied(status) }], {
      expect: { kind: 'rejected', keyword: 'type', pointer: '/body/name' },
    });
    const context = contextOf({ ...contract, ...(order && { refusalOrder: order }) });
    const found = invalidRejected.check({ ...trial, operation: { ...makeThing, responses } }, context);
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);

test.each<readonly [string, number, boolean, readonly number[], readonly string[]]>([
  ['409 before 422, to an item of a sequence', 409, true, [409, 422], []],
  ['409 after 422, to an item of a sequence', 409, true, [422, 409], ['invalid-answered-otherwise']],
  ['409 before 422, without a sequence', 409, false, [409, 422], ['invalid-answered-otherwise']],
  ['400 before 422, to an item of a sequence', 400, true, [400, 422], ['invalid-answered-otherwise']],
])(
  'the service refuses an invalid body with a status about the state of the item: %s in the order of refusals (violations: $4)',
  (_, status, isFed, refusalOrder, want) => {
    const makeThing = operationOf(contract, 'makeThing');
    const responses = [...makeThing.responses, { ...makeThing.responses[0], status: '422' } as ResponseSpec];
    const feeds = [{ in: 'path', name: 'thing_id', pointer: '/id', step: 'made' }] as const;
    const trial = trialOf(contract, 'makeThing', { body: { name: 1 } }, [{ response: replied(status) }], {
      expect: { kind: 'rejected', keyword: 'type', pointer: '/body/name' },
      ...(isFed && { feeds }),
    });
    const context = contextOf({ ...contract, refusalOrder });
    const found = invalidRejected.check({ ...trial, operation: { ...makeThing, responses } }, context);
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);

test.each([
  ['absent-thing_id-0', 'The service answered 200 to an unknown identifier `thing_id`.'],
  ['near-my-id-12', 'The service answered 200 to an unknown identifier `my-id`.'],
  ['unknown', 'The service answered 200 to an unknown identifier.'],
])('the message about the case `%s` contains the name of the unknown identifier: "%s"', (name, want) => {
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
])('the service answered %s to an invalid input, and the report states as expected: "%s"', (status, want) => {
  const trial = trialOf(contract, 'makeThing', { body: { name: 1 } }, [{ response: replied(status) }], {
    expect: { kind: 'rejected', keyword: 'type', pointer: '/body/name' },
  });
  expect(invalidRejected.check(trial, contextOf(contract))?.map(({ expected }) => expected)).toEqual([want]);
});

test.each([
  ['application/json', ['invalid-accepted']],
  ['text/html; charset=utf-8', []],
])('the service answers 200 with the media type `%s` to an invalid identifier (violations: %j)', (type, want) => {
  const trial = trialOf(
    contract,
    'getThing',
    { path: { thing_id: '/' } },
    [{ response: { ...replied(200, {}), headers: [['content-type', type]] } }],
    { expect: { kind: 'rejected', keyword: 'pattern', pointer: '/path/thing_id' } },
  );
  expect(invalidRejected.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});

test.each<readonly [string, JsonObject, boolean]>([
  ['equal parameters', { type: 'integer', minimum: 1 }, true],
  ['parameters with other schemas', { type: 'integer', minimum: 1, maximum: 9 }, false],
])(
  'two operations with %s accept the same invalid value, and both violations have one cause: $2',
  async (_, schema, want) => {
    const get = (operationId: string, stated: JsonObject): JsonObject => ({
      get: {
        operationId,
        parameters: [{ name: 'size', in: 'query', schema: stated }],
        responses: { 200: { description: '' } },
      },
    });
    const own = await contractOf({
      paths: { '/a': get('a', { type: 'integer', minimum: 1 }), '/b': get('b', schema) },
    });
    const [one, other] = ['a', 'b'].map((id) => {
      const trial = trialOf(own, id, { query: { size: 0 } }, [{ response: replied(200) }], {
        expect: { kind: 'rejected', keyword: 'minimum', pointer: '/query/size' },
      });
      return invalidRejected.check(trial, contextOf(own))?.[0]?.shared;
    });
    expect(one).toBeDefined();
    expect(one === other).toBe(want);
  },
);
