import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../../rules/fixtures/trials.js';
import { outcome } from '../../../rules/conformance/surface/outcome.js';
import type { TrialRule } from '../../../rules/rule.js';
import { stored } from '../../../rules/state/items/stored.js';
import { judge } from './judge.js';

/** A rule that finds a violation in each read. */
const strict = (rule: TrialRule): TrialRule => ({
  ...rule,
  check: ({ observations: [{ surface } = { surface: '' }] }) => [
    { surface, pointer: '', kind: 'a', message: '', expected: 1, received: 2, blame: 'backend' },
  ],
});

it.each([
  [200, ['conformance/outcome', 'state/stored']],
  [202, ['conformance/outcome']],
])('after a call that was answered %i, these rules judge a read: %j', async (status, want) => {
  const response = { description: '', content: { 'application/json': { schema: { type: 'object' } } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const contract = await contractOf({
    paths: {
      '/runs/{id}': {
        parameters: [id],
        get: { operationId: 'read', responses: { 200: response } },
        put: { operationId: 'start', responses: { 200: response, 202: response } },
      },
    },
  });
  const seen = (operation: string, code: number, steps: number): Observation =>
    trialOf(contract, operation, { path: { id: 'a' } }, [{ response: replied(code, { steps }) }], { sequence: true })
      .observations[0] as Observation;
  const earlier = [seen('start', status, 0), seen('read', 200, 1)];
  const last = { ...seen('read', 200, 2), earlier };
  const trial = { ...trialOf(contract, 'read', { path: { id: 'a' } }, [], { sequence: true }), observations: [last] };
  const { broken } = judge(trial, { ...contextOf(contract), rules: [strict(outcome), strict(stored)] });
  expect(broken.map(({ rule }) => rule.id)).toEqual(want);
});
