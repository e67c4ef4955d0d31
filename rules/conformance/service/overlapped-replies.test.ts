import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { responseBody } from './response-body.js';

type States = readonly string[];

/**
 * The pointers of the violations. `atOnce`: the job states in the replies to concurrent calls. `apart`: the job states
 * in the replies to the same calls one after another; `undefined` if these are not judged. `last`: the job state in the
 * reply to the last call.
 */
async function pointers(atOnce: States, apart: States | undefined, last = 'done'): Promise<readonly string[]> {
  const job: JsonObject = { type: 'object', properties: { state: { enum: ['waiting', 'done'] } } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: job } } } };
  const contract = await contractOf({
    paths: {
      '/job': { get: { operationId: 'getJob', responses } },
      '/last': { get: { operationId: 'getLast', responses } },
    },
  });
  const call = (state: string, index: number): Observation =>
    trialOf(contract, 'getJob', {}, [{ response: replied(200, { state }) }], { id: `${index}`, lane: index })
      .observations[0] as Observation;
  const trial = trialOf(contract, 'getLast', {}, [{ response: replied(200, { state: last }) }]);
  const observations = trial.observations.map((each) => ({
    ...each,
    earlier: atOnce.map(call),
    ...(apart && { apart: apart.map(call) }),
  }));
  return responseBody.check({ ...trial, observations }, contextOf(contract))?.map(({ message }) => message) ?? [];
}

const OF_JOB = 'The body of the 200 reply to getJob breaks its schema: must be "waiting" or "done".';
const OF_LAST = 'The body of the 200 reply breaks its schema: must be "waiting" or "done".';

it.each<[string, Parameters<typeof pointers>, readonly string[]]>([
  [
    'all replies are valid',
    [
      ['waiting', 'done'],
      ['waiting', 'done'],
    ],
    [],
  ],
  [
    'a reply to a concurrent call is not valid',
    [
      ['waiting', 'failed'],
      ['waiting', 'done'],
    ],
    [OF_JOB],
  ],
  ['a reply to a call without concurrent calls is not valid', [['waiting'], ['failed']], [OF_JOB]],
  ['the reply to the last call is not valid', [['waiting'], ['done'], 'failed'], [OF_LAST]],
  ['the steps of other sequences are judged by themselves', [['failed'], undefined], []],
])('the bodies of the replies to concurrent calls are validated: %s', async (_, given, want) => {
  expect(await pointers(...given)).toEqual(want);
});
