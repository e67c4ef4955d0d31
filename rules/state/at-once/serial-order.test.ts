import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { serialOrder } from './serial-order.js';

const properties = { name: { type: 'string' }, note: { type: 'string' } };
const content = { 'application/json': { schema: { properties } } };
const responses = { '200': { description: '', content } };
const contract = await contractOf({
  paths: {
    '/pad': {
      get: { operationId: 'getPad', responses },
      patch: { operationId: 'patchPad', requestBody: { content }, responses },
      post: { operationId: 'makePad', requestBody: { content }, responses },
    },
  },
});

function seen(id: string, body: JsonObject, status: number, lane?: number): Observation {
  const isRead = id === 'getPad';
  const more = { id: `${id} ${lane ?? ''}`, ...(lane !== undefined && { lane }) };
  const trial = trialOf(contract, id, isRead ? {} : { body }, [{ response: replied(status, body) }], more);
  return trial.observations[0] as Observation;
}

const CHANGED = { name: 'b', note: 'c' };

it.each<[string, { readonly after: JsonObject; readonly apart?: JsonObject; readonly status?: number }, boolean]>([
  ['both concurrent changes are stored', { after: CHANGED }, false],
  ['one of two accepted changes is lost', { after: { name: 'b', note: 'a' } }, true],
  ['one of two concurrent changes is refused', { after: { name: 'b', note: 'a' }, status: 409 }, false],
  ['a change is also lost without a concurrent change', { after: { name: 'b' }, apart: { name: 'b' } }, false],
])(
  'two concurrent PATCHes set different members of one item: %s (violation: $2)',
  async (_, { after, apart = CHANGED, status = 200 }, want) => {
    const patches = (second: number): readonly Observation[] => [
      seen('patchPad', { name: 'b' }, 200, 0),
      seen('patchPad', { note: 'c' }, second, 1),
    ];
    const last = { ...seen('getPad', after, 200), earlier: patches(status) };
    const observations = [{ ...last, apart: [...patches(200), seen('getPad', apart, 200)] }];
    const trial = { ...trialOf(contract, 'getPad', {}, []), observations };
    expect(serialOrder.check(trial, contextOf(contract))).toHaveLength(Number(want));
  },
);

it.each<[string, JsonObject, boolean]>([
  ['the item has the values of both PATCHes', { name: 'a', note: 'c' }, false],
  ['a note that only the second PATCH sets is lost', { name: 'b', note: 'x' }, true],
])(
  'two concurrent PATCHes set one member of an item, and either may be the last: %s (violation: $2)',
  (_, after, want) => {
    const patches = [seen('patchPad', { name: 'a' }, 200, 0), seen('patchPad', { name: 'b', note: 'c' }, 200, 1)];
    const last = { ...seen('getPad', after, 200), earlier: patches };
    const observations = [{ ...last, apart: [...patches, seen('getPad', CHANGED, 200)] }];
    const trial = { ...trialOf(contract, 'getPad', {}, []), observations };
    expect(serialOrder.check(trial, contextOf(contract))).toHaveLength(Number(want));
  },
);

it.each<[string, readonly [number, number], readonly [number, number], boolean | undefined]>([
  ['one is refused', [409, 200], [200, 409], false],
  ['both are accepted', [200, 200], [200, 409], true],
  ['both are refused', [409, 409], [200, 409], false],
  ['both are accepted, even if the creates are sent one after another', [200, 200], [200, 200], false],
  [
    'both are accepted, and one is refused with 422 if the creates are sent one after another',
    [200, 200],
    [200, 422],
    undefined,
  ],
  [
    'both are accepted, and both are refused with 409 if the creates are sent one after another',
    [200, 200],
    [409, 409],
    undefined,
  ],
])(
  'two equal creates run at the same time, and then again one after another: %s (violation: $3)',
  async (_, statuses, apart, want) => {
    const creates = (answers: readonly number[]): readonly Observation[] =>
      answers.map((status, lane) => seen('makePad', { name: 'b' }, status, lane));
    const last = { ...seen('getPad', {}, 200), earlier: creates(statuses) };
    const observations = [{ ...last, apart: [...creates(apart), seen('getPad', {}, 200)] }];
    const trial = { ...trialOf(contract, 'getPad', {}, []), observations };
    expect(serialOrder.check(trial, contextOf(contract))?.length).toBe(want === undefined ? undefined : Number(want));
  },
);
