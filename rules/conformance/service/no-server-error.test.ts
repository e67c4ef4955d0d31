import { expect, it } from 'vitest';
import { itemService } from '../../../contract/fixtures/contracts.js';
import type { FailedResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import { type SeenCall, contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { noServerError } from './no-server-error.js';

const contract = await itemService();
const CALL = { path: { item_id: 'a-b' } };
const SILENT: FailedResponse = { kind: 'failed', reason: 'no reply within 8000 ms', silent: true };
const CLOSED: FailedResponse = { kind: 'failed', reason: 'closed' };
const ANSWERED = replied(200, {});

function observed(response: SeenCall['response'], lane?: number): Observation {
  const seen = response === undefined ? [{}] : [{ response }];
  const [observation] = trialOf(contract, 'getItem', CALL, seen, lane === undefined ? {} : { lane }).observations;
  if (observation === undefined) throw new Error('no observation');
  return observation;
}

it.each<[string, readonly SeenCall['response'][], SeenCall['response'], SeenCall['response'], readonly string[]]>([
  ['no reply to any of them, and none afterwards', [SILENT, SILENT], SILENT, ANSWERED, ['no-reply']],
  ['a reply to one of them', [SILENT, ANSWERED], SILENT, ANSWERED, []],
  ['a reply to the next call', [SILENT, SILENT], ANSWERED, ANSWERED, []],
  ['no reply when they run one after another either', [SILENT, SILENT], SILENT, SILENT, []],
  ['a closed connection', [CLOSED, CLOSED], CLOSED, ANSWERED, []],
  ['no concurrent calls', [], SILENT, ANSWERED, []],
])('a service answers calls at the same time: %s (violations: $4)', (_, lanes, last, single, want) => {
  const trial = trialOf(contract, 'getItem', CALL, [last === undefined ? {} : { response: last }]);
  const earlier = lanes.map((response, lane) => observed(response, lane));
  const apart = [...lanes, last].map(() => observed(single));
  const observations = trial.observations.map((observation) => ({ ...observation, earlier, apart }));
  expect(noServerError.check({ ...trial, observations }, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
});
