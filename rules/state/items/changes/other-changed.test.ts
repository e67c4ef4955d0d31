import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import type { Case } from '../../../../contract/case.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { stored } from '../stored.js';
import { updated } from '../updated.js';

const TEXT: JsonObject = { type: 'string' };
const PROPERTIES = {
  name: TEXT,
  parent_id: TEXT,
  rank: { type: 'integer' },
  urgent: { type: 'boolean' },
  size: { type: 'object', properties: { width: TEXT } },
  tags: { type: 'array', items: TEXT },
};

function pads(): ReturnType<typeof contractOf> {
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const reply = { description: '', ...content({ properties: { ...PROPERTIES, id: TEXT } }) };
  const responses = { '200': reply, '201': reply };
  const requestBody = content({ properties: PROPERTIES });
  const id = { name: 'id', in: 'path', required: true, schema: TEXT };
  return contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody, responses } },
      '/pads/{id}': {
        parameters: [id],
        get: { operationId: 'getPad', responses },
        patch: { operationId: 'patchPad', requestBody, responses },
      },
    },
  });
}

interface Given {
  /** The members that both items have before the change. */
  readonly item?: JsonObject;
  readonly other?: JsonObject;
  readonly patch: JsonObject;
  /** The members of the read item that differ after the change of the other item. */
  readonly after: JsonObject;
  /** The status of the reply to the change. Default: 200. */
  readonly status?: number;
  /** The identifier of the item that the PATCH changes. Default: the item that is not read. */
  readonly changed?: string;
}

const [ITEM, OTHER] = [
  { id: 'pad-1', name: 'A', rank: 1, urgent: true, size: { width: '1' }, tags: ['a'] },
  { id: 'pad-2', name: 'B', rank: 2, urgent: true, size: { width: '2' }, tags: ['b'] },
];

async function kinds({
  item,
  other,
  patch,
  after,
  status = 200,
  changed = 'pad-2',
}: Given): Promise<readonly string[]> {
  const contract = await pads();
  const [one, two] = [
    { ...ITEM, ...item },
    { ...OTHER, ...other },
  ];
  const call = (operation: string, step: string, id: string, value: JsonObject, body?: JsonObject): Observation => {
    const isCreate = operation === 'addPad';
    const more: Partial<Case> = {
      id: step,
      ...(!isCreate && { feeds: [{ in: 'path', name: 'id', pointer: '/id', step: id }] }),
    };
    const input = { ...(body && { body }), ...(!isCreate && { path: { id } }) };
    const response = replied(isCreate ? 201 : operation === 'patchPad' ? status : 200, value);
    return trialOf(contract, operation, input, [{ response }], more).observations[0] as Observation;
  };
  const earlier = [
    call('addPad', 'pad-1', '', one, one),
    call('getPad', '2', 'pad-1', one),
    call('addPad', 'pad-2', '', two, two),
    call('getPad', '4', 'pad-2', two),
    call('patchPad', '5', changed, { ...(changed === 'pad-2' ? two : one), ...patch }, patch),
  ];
  const last = { ...call('getPad', '6', 'pad-1', { ...one, ...after }), earlier };
  const trial = { ...trialOf(contract, 'getPad', { path: { id: 'pad-1' } }, []), observations: [last] };
  const context = { ...contextOf(contract), collections: collectionsOf(contract).all };
  return [updated, stored].flatMap((rule) =>
    (rule.check({ ...trial, case: last.case }, context) ?? []).map(({ kind, pointer }) => `${kind} ${pointer}`),
  );
}

const NAME = ['other-changed /response/body/name'];

it.each<[string, Given, readonly string[]]>([
  ['the item stays as it was', { patch: { name: 'C' }, after: {} }, []],
  ['the item gets the new text', { patch: { name: 'C' }, after: { name: 'C' } }, NAME],
  ['the item gets the new number', { patch: { rank: 7 }, after: { rank: 7 } }, ['other-changed /response/body/rank']],
  [
    'the item gets the new list',
    { patch: { tags: ['c', 'd'] }, after: { tags: ['c', 'd'] } },
    ['other-changed /response/body/tags'],
  ],
  ['the item has a different new text', { patch: { name: 'C' }, after: { name: 'D' } }, []],
  ['the item gets a member that the change does not set', { patch: { name: 'C' }, after: { rank: 2 } }, []],
  [
    'the item gets the new flag, which may be a coincidence',
    { patch: { urgent: false }, after: { urgent: false } },
    [],
  ],
  ['the item gets the new text, but this text is empty', { patch: { name: '' }, after: { name: '' } }, []],
  [
    'the item gets the new object; objects are not judged',
    { patch: { size: { width: '9' } }, after: { size: { width: '9' } } },
    [],
  ],
  ['the item already had the value', { patch: { name: 'A' }, after: {} }, []],
  [
    'both items had the same value before',
    { item: { name: 'S' }, other: { name: 'S' }, patch: { name: 'C' }, after: { name: 'C' } },
    [],
  ],
  [
    'the item is a part of the other item',
    { item: { parent_id: 'pad-2' }, patch: { name: 'C' }, after: { name: 'C' } },
    [],
  ],
  [
    'the other item is a part of the item',
    { other: { parent_id: 'pad-1' }, patch: { name: 'C' }, after: { name: 'C' } },
    [],
  ],
  [
    'the change makes the other item a part of the item',
    { patch: { parent_id: 'pad-1', name: 'C' }, after: { name: 'C' } },
    [],
  ],
  ['the change is refused', { patch: { name: 'C' }, after: {}, status: 409 }, []],
  ['the item itself is changed', { patch: { name: 'C' }, after: { name: 'C' }, changed: 'pad-1' }, []],
])('a change gives a new value to one item, and a second item is read: %s (violations: $2)', async (_, given, want) => {
  expect(await kinds(given)).toEqual(want);
});
