import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { location } from './location.js';

const TEXT = { type: 'string' };
const ID = { name: 'id', in: 'path', required: true, schema: TEXT };
const VERSION = { name: 'version', in: 'header', required: true, schema: TEXT };

/** The kinds of violations if a GET of the `Location` is answered with the status. */
async function kinds(status: number, target = '/pads/1', isVersioned = false): Promise<readonly string[] | undefined> {
  const responses = { '200': { description: '' }, '201': { description: '', headers: { Location: { schema: TEXT } } } };
  const contract = await contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', responses } },
      '/pads/{id}': {
        parameters: isVersioned ? [ID, VERSION] : [ID],
        get: { operationId: 'getPad', responses },
      },
    },
  });
  const trial = trialOf(contract, 'addPad', {}, [{ response: replied(201, {}, [['Location', target]]) }]);
  const located = { target, status, isCollection: false };
  const observations = trial.observations.map((observation) => ({ ...observation, located }));
  return location.check({ ...trial, observations }, contextOf(contract))?.map(({ kind }) => kind);
}

it.each<[string, Parameters<typeof kinds>, readonly string[]]>([
  ['a resource that is found', [200], []],
  ['a resource that is not found', [404], ['location-not-found']],
  ['an identifier that is not valid', [422], ['location-not-found']],
  ['a path that belongs to no GET and is refused', [400, '/other/1'], []],
  ['a resource whose GET requires a header, which the harness does not send', [400, '/pads/1', true], []],
  ['a resource that other credentials may read', [403], []],
])('judges a Location that leads to %s → $2', async (_, given, want) => {
  expect(await kinds(...given)).toEqual(want);
});
