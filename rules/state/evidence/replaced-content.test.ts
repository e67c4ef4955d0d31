import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { replaced } from '../items/replaced.js';

interface Given {
  /** The reads after three PUTs: `{ theme: 'x' }`, `{ theme: 'y', sign: 'a' }` and `{ theme: 'x' }`. */
  readonly reads: readonly JsonObject[];
  readonly required?: readonly string[];
  readonly description?: string;
}

async function kinds({ reads, required = ['theme'], description = '' }: Given): Promise<readonly string[] | undefined> {
  const properties = { theme: { type: 'string' }, sign: { type: 'string' } };
  const content = { content: { 'application/json': { schema: { type: 'object', required, properties } } } };
  const responses = { '200': { description: '', ...content } };
  const contract = await contractOf({
    paths: {
      '/settings': {
        get: { operationId: 'read', responses },
        put: { operationId: 'store', description, requestBody: content, responses },
      },
    },
  });
  const seen = (operation: string, id: string, value: JsonObject, input: JsonObject): Observation =>
    trialOf(contract, operation, input, [{ response: replied(200, value) }], { id }).observations[0] as Observation;
  const bodies: readonly JsonObject[] = [{ theme: 'x' }, { theme: 'y', sign: 'a' }, { theme: 'x' }];
  const steps = reads.flatMap((value, index) => {
    const body = bodies.at(index - reads.length) ?? {};
    return [seen('store', `put-${index}`, value, { body }), seen('read', `read-${index}`, value, {})];
  });
  const last = { ...(steps.at(-1) as Observation), earlier: steps.slice(0, -1) };
  const trial = { ...trialOf(contract, 'read', {}, []), observations: [last] };
  return replaced.check(trial, contextOf(contract))?.map(({ kind }) => kind);
}

const [LEAN, FULL, KEPT] = [{ theme: 'x' }, { theme: 'y', sign: 'a' }, { theme: 'x', sign: 'a' }];

it.each<[string, Given, readonly string[] | undefined]>([
  ['the member is gone', { reads: [LEAN, FULL, LEAN] }, []],
  ['the member is kept', { reads: [LEAN, FULL, KEPT] }, ['kept-by-put']],
  ['the service assigns another value', { reads: [{ ...LEAN, sign: '-' }, FULL, { ...LEAN, sign: '-' }] }, []],
  [
    'the value of before is kept, not the assigned one',
    { reads: [{ ...LEAN, sign: '-' }, FULL, KEPT] },
    ['kept-by-put'],
  ],
  ['the service assigns this value', { reads: [KEPT, FULL, KEPT] }, undefined],
  ['nothing shows what the service assigns', { reads: [FULL, KEPT] }, undefined],
  ['the PUT requires nothing', { reads: [LEAN, FULL, KEPT], required: [] }, undefined],
  ['the PUT is described as a merge', { reads: [LEAN, FULL, KEPT], description: 'Keeps other members.' }, undefined],
  ['the PUT stores nothing', { reads: [LEAN, FULL, FULL] }, undefined],
])('judges a PUT at a path without a create: %s → $2', async (_, given, want) => {
  expect(await kinds(given)).toEqual(want);
});
