import { expect, test } from 'vitest';
import { contractAt, contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { Contract } from '../../../../../contract/contract.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { planRunningStreams } from './running-streams.js';

function calls(contract: Contract): readonly (readonly unknown[])[] {
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  return planRunningStreams(contract, maker, () => true).map(({ steps }) =>
    steps.map(({ operation, case: { lane, feeds } }) => [operation.id, lane, feeds?.map(({ name }) => name)]),
  );
}

test('if the client chooses the id of a run, two readers read its stream while the call that starts it is running', async () => {
  const contract = await contractAt('contract/science-runtime.openapi.yaml');
  expect(calls(contract)).toEqual([
    [
      ['runScienceLoop', 0, undefined],
      ['streamRunEvents', 1, undefined],
      ['streamRunEvents', 2, undefined],
      ['streamRunEvents', undefined, undefined],
    ],
  ]);
});

test('the call that starts a run has the largest integers that the contract allows', async () => {
  const contract = await contractAt('contract/science-runtime.openapi.yaml');
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const [sequence] = planRunningStreams(contract, maker, () => true);
  expect(sequence?.steps[0]?.case.input.body).toMatchObject({ iterations: 10_000 });
});

test('if the service assigns the id of a run, two readers read its stream after the call that starts it', async () => {
  const run = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  const event = { 'text/event-stream': { schema: { type: 'string' }, 'x-svc-terminal-events': ['done'] } };
  const links = { events: { operationId: 'readEvents', parameters: { 'path.id': '$response.body#/id' } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const contract = await contractOf({
    paths: {
      '/runs': {
        post: {
          operationId: 'startRun',
          responses: { '201': { description: '', content: { 'application/json': { schema: run } }, links } },
        },
      },
      '/runs/{id}/events': {
        get: { operationId: 'readEvents', parameters, responses: { '200': { description: '', content: event } } },
      },
    },
  });
  expect(calls(contract)).toEqual([
    [
      ['startRun', undefined, undefined],
      ['readEvents', 1, ['id']],
      ['readEvents', 2, ['id']],
      ['readEvents', undefined, ['id']],
    ],
  ]);
});
