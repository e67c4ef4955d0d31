import { expect, it } from 'vitest';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { callsAtOnce } from './calls-at-once.js';

const contract = await things();

it.each([
  ['a request that was refused before its body had ended', 401, 5, 0],
  ['a cut request that was accepted', 201, 5, 1],
  ['a request that was refused as a whole', 401, Infinity, 0],
])('number of requests that may have had an effect: %s → $3', (_, status, end, want) => {
  const seen = { response: replied(status), outcome: { kind: status < 300 ? 'value' : 'problem', status } } as const;
  const trial = trialOf(contract, 'makeThing', { body: { name: 'abc' } }, [seen]);
  const [observation] = trial.observations;
  if (observation === undefined) throw new Error('no observation');
  const whole = { ...observation, case: { ...observation.case, lane: 0 } };
  const exchanges = whole.exchanges.map((exchange) => {
    const { request } = exchange;
    return { ...exchange, request: { ...request, body: request.body.slice(0, end) } };
  });
  const last = { ...whole, apart: [whole], earlier: [{ ...whole, exchanges }] };
  expect(callsAtOnce.check({ ...trial, observations: [last] }, contextOf(contract))).toHaveLength(want);
});
