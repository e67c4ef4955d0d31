import { expect, it } from 'vitest';
import { collectionsOf } from '../../contract/collections/collections.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { location } from './location.js';

const TEXT = { type: 'string' };
const ID = { name: 'id', in: 'path', required: true, schema: TEXT };
const VERSION = { name: 'version', in: 'header', required: true, schema: TEXT };

/** Creates an item, answers a GET of its `Location` with this status, and returns the kinds of the violations. */
async function kinds(
  status: number,
  target = '/pads/1',
  isVersioned = false,
  [created, value]: readonly [Json, Json?] = [{}],
  lacksPort?: true,
): Promise<readonly string[] | undefined> {
  const item = { content: { 'application/json': { schema: { type: 'object', properties: { id: TEXT } } } } };
  const responses = {
    '200': { description: '', ...item },
    '201': { description: '', ...item, headers: { Location: { schema: TEXT } } },
  };
  const contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody: item, responses } },
      '/pads/{id}': {
        parameters: isVersioned ? [ID, VERSION] : [ID],
        get: { operationId: 'getPad', responses },
      },
    },
  });
  const trial = trialOf(contract, 'addPad', {}, [{ response: replied(201, created, [['Location', target]]) }]);
  const located = {
    target,
    status,
    isCollection: false,
    ...(value !== undefined && { value }),
    ...(lacksPort && { lacksPort }),
  };
  const observations = trial.observations.map((observation) => ({ ...observation, located }));
  const context = { ...contextOf(contract), collections: collectionsOf(contract).all };
  return location.check({ ...trial, observations }, context)?.map(({ kind }) => kind);
}

it.each<[string, Parameters<typeof kinds>, readonly string[]]>([
  ['a resource that is found', [200], []],
  ['a resource that is not found', [404], ['location-not-found']],
  ['an identifier that is not valid', [422], ['location-not-found']],
  ['a path that belongs to no GET and is refused', [400, '/other/1'], []],
  ['a resource whose GET requires a header, which the harness does not send', [400, '/pads/1', true], []],
  ['a resource that other credentials may read', [403], []],
  ['a resource at a URI without the port', [404, '/pads/1', false, [{}], true], ['location-without-port']],
  ['the created item', [200, '/pads/1', false, [{ id: '1' }, { id: '1' }]], []],
  ['the created item, in an envelope', [200, '/pads/1', false, [{ id: '1' }, { data: { id: '1' } }]], []],
  ['the created item, with an identifier in other letters', [200, '/pads/a', false, [{ id: 'A' }, { id: 'a' }]], []],
  ['a different item', [200, '/pads/1', false, [{ id: '2' }, { id: '1' }]], ['location-of-other']],
  ['a different kind of resource', [200, '/other/1', false, [{ id: '2' }, { id: '1' }]], []],
  ['a reply without an identifier', [200, '/pads/1', false, [{ id: '2' }, {}]], []],
])('the Location of a created item leads to %s (violations: $2)', async (_, given, want) => {
  expect(await kinds(...given)).toEqual(want);
});
