import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { authenticationEnforced } from './authentication-enforced.js';

it.each<[documented: readonly string[], answered: number, want: number]>([
  [['401'], 401, 0],
  [['401'], 403, 1],
  [['403'], 403, 0],
  [['403'], 401, 0],
  [['401', '403'], 403, 1],
  [['4XX'], 403, 1],
  [['403'], 404, 1],
  [['403'], 200, 1],
])(
  'an operation documents the statuses %s, and the service answers %i to a wrong API key (violations: %i)',
  async (documented, answered, want) => {
    const responses = Object.fromEntries(['200', ...documented].map((status) => [status, { description: 'A reply.' }]));
    const contract = await contractOf({
      paths: { '/': { get: { operationId: 'getKind', security: [{ key: [] }], responses } } },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    });
    const given = { expect: { kind: 'unauthenticated' }, token: 'wrong' } as const;
    const trial = trialOf(contract, 'getKind', {}, [{ response: replied(answered, 'no') }], given);
    expect(authenticationEnforced.check(trial, contextOf(contract))).toHaveLength(want);
  },
);
