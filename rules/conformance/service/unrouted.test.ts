import { expect, it } from 'vitest';
import type { Expectation } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { statusDocumented } from './status-documented.js';

const BROKEN: Expectation = { kind: 'rejected', keyword: 'format', pointer: '/path/thing_id' };

it.each<[string, string, Expectation, number, number]>([
  ['a slash', '/', BROKEN, 405, 0],
  ['a slash at the end', 'a/', BROKEN, 405, 0],
  ['no slash', 'a', BROKEN, 405, 1],
  ['a slash and another status', '/', BROKEN, 418, 1],
  ['a slash in a valid value', '/', { kind: 'accepted' }, 405, 1],
  ['a slash beside a broken member', '/', { ...BROKEN, pointer: '/query/limit' }, 405, 1],
])('judges an undocumented status for a path with %s', async (_, id, expectation, status, want) => {
  const parameters = [{ in: 'path', name: 'thing_id', required: true, schema: { type: 'string', format: 'uuid' } }];
  const get = { operationId: 'getThing', parameters, responses: { '200': { description: '' } } };
  const contract = await contractOf({ paths: { '/things/{thing_id}': { get } } });
  const trial = trialOf(contract, 'getThing', { path: { thing_id: id } }, [{ response: replied(status) }], {
    expect: expectation,
  });
  expect(statusDocumented.check(trial, contextOf(contract))).toHaveLength(want);
});
