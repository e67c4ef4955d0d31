import { expect, it } from 'vitest';
import type { Outcome } from '../../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { callsAtOnce } from './calls-at-once.js';

const contract = await things();

it.each([
  ['a refused request may be sent without a part of its body', 401, 5, false],
  ['an accepted request must be sent with its whole body', 201, 5, true],
  ['a refused request may be sent with its whole body', 401, Infinity, false],
])('a concurrent call sends its request with or without its whole body: %s (violation: $3)', (_, status, end, want) => {
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
  expect(callsAtOnce.check({ ...trial, observations: [last] }, contextOf(contract))).toHaveLength(Number(want));
});

it.each<[string, number, readonly (readonly [status: number, requests: number])[], boolean]>([
  [
    'equal calls that send a request each',
    2,
    [
      [201, 1],
      [201, 1],
    ],
    false,
  ],
  [
    'equal calls of which the service refuses one',
    2,
    [
      [201, 1],
      [409, 1],
    ],
    false,
  ],
  [
    'equal calls that share a request',
    2,
    [
      [201, 1],
      [201, 0],
    ],
    true,
  ],
  [
    'equal calls that share a refusal',
    2,
    [
      [409, 1],
      [409, 0],
    ],
    true,
  ],
  [
    'equal calls whose requests are all assigned to one call',
    2,
    [
      [201, 2],
      [201, 0],
    ],
    false,
  ],
  [
    'equal calls that share a request, but send no request if they run one after another',
    0,
    [
      [201, 1],
      [201, 0],
    ],
    false,
  ],
])(
  'each of two concurrent calls must send its own request: %s (violation: $3)',
  async (_, requestsApart, seen, want) => {
    const trials = seen.map(([status]) =>
      trialOf(contract, 'makeThing', { body: { name: 'abc' } }, [
        { response: replied(status), outcome: { kind: status < 300 ? 'value' : 'problem', status } },
      ]),
    );
    const calls = trials.flatMap(({ observations }, lane) =>
      observations.map((made) => ({ ...made, case: { ...made.case, id: `${lane}`, lane } })),
    );
    const earlier = calls.map((call, lane) => ({
      ...call,
      exchanges: Array.from({ length: seen[lane]?.[1] ?? 0 }, () => call.exchanges).flat(),
    }));
    const [trial] = trials;
    const [last] = calls;
    if (trial === undefined || last === undefined) throw new Error('no calls');
    const apart = requestsApart === 0 ? calls.map((call) => ({ ...call, exchanges: [] })) : calls;
    const found = callsAtOnce.check({ ...trial, observations: [{ ...last, earlier, apart }] }, contextOf(contract));
    expect(found?.map(({ kind, blame }) => `${kind} ${blame}`)).toEqual(want ? ['shared-request surface'] : []);
  },
);

it.each<[string, readonly [apart: number, atOnce: number], Outcome['kind'], string | undefined]>([
  ['a success that is reported as a failure', [201, 201], 'problem', 'calls at once'],
  ['a failure that is reported as a success', [201, 409], 'value', 'status of calls at once'],
  ['a failure that is reported as a failure', [201, 409], 'problem', undefined],
])(
  'the cause of a wrong result names the status if only the concurrent call has it: %s (cause: $3)',
  (_, statuses, kind, want) => {
    const [apart, atOnce] = statuses.map((status, at) => {
      const seen = { kind: at === 1 ? kind : 'value', ...(status === 201 && { value: {} }) } as Outcome;
      const trial = trialOf(contract, 'makeThing', { body: { name: 'abc' } }, [
        { response: replied(status, {}), outcome: seen },
      ]);
      return { trial, call: trial.observations.map((each) => ({ ...each, case: { ...each.case, lane: 0 } }))[0] };
    });
    if (apart?.call === undefined || atOnce?.call === undefined) throw new Error('no calls');
    const last = { ...atOnce.call, apart: [apart.call], earlier: [atOnce.call] };
    const [found] = callsAtOnce.check({ ...atOnce.trial, observations: [last] }, contextOf(contract)) ?? [];
    expect(found?.cause).toBe(want);
    expect(found?.status).toBe(want === 'status of calls at once' ? 409 : undefined);
  },
);
