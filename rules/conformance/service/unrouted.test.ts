import { expect, it } from 'vitest';
import type { Expectation } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { statusDocumented } from './status-documented.js';

const BROKEN: Expectation = { kind: 'rejected', keyword: 'format', pointer: '/path/thing_id' };

it.each<[string, string, Expectation, number, boolean]>([
  ['a slash as the invalid value', '/', BROKEN, 405, false],
  ['a slash at the end of the invalid value', 'a/', BROKEN, 405, false],
  ['an invalid value without a slash', 'a', BROKEN, 405, true],
  ['a slash that is answered 418', '/', BROKEN, 418, true],
  ['a slash in a valid value', '/', { kind: 'accepted' }, 405, true],
  ['a slash in a value that may name no item', '/', { kind: 'accepted-or-absent' }, 307, false],
  ['a slash in the identifier of no item', 'a/b', { kind: 'absent' }, 405, false],
  ['no slash in a value that may name no item', 'a', { kind: 'accepted-or-absent' }, 307, true],
  ['a slash beside an invalid query parameter', '/', { ...BROKEN, pointer: '/query/limit' }, 405, true],
])(
  'the service answers an undocumented status to a path with %s (violation: $4)',
  async (_, id, expectation, status, want) => {
    const parameters = [{ in: 'path', name: 'thing_id', required: true, schema: { type: 'string', format: 'uuid' } }];
    const get = { operationId: 'getThing', parameters, responses: { '200': { description: '' } } };
    const contract = await contractOf({ paths: { '/things/{thing_id}': { get } } });
    const trial = trialOf(contract, 'getThing', { path: { thing_id: id } }, [{ response: replied(status) }], {
      expect: expectation,
    });
    expect(statusDocumented.check(trial, contextOf(contract))).toHaveLength(Number(want));
  },
);
