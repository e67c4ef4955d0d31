import { expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import type { Observation } from '../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import type { Violation } from '../finding.js';
import { updated } from './items/updated.js';

const TEXT: JsonObject = { type: 'string' };
const AT = { type: ['object', 'null'], properties: { street: { type: ['string', 'null'] }, zip: TEXT } };

function pads(type: string, text: JsonObject): Promise<Contract> {
  const properties = {
    name: TEXT,
    text,
    at: AT,
    row_version: { type: 'integer' },
    size: { type: 'integer' },
    status: { ...TEXT, default: '-' },
  };
  const content = (schema: JsonObject, media = 'application/json'): JsonObject => ({
    content: { [media]: { schema } },
  });
  const reply = { description: '', ...content({ properties: { ...properties, id: TEXT } }) };
  const responses = { '200': reply, '201': reply };
  const id = { name: 'id', in: 'path', required: true, schema: TEXT };
  return contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody: content({ properties }), responses } },
      '/pads/{id}': {
        parameters: [id],
        get: { operationId: 'getPad', responses },
        patch: { operationId: 'patchPad', requestBody: content({ properties }, type), responses },
      },
    },
  });
}

const MERGE = 'application/merge-patch+json';
const PAD = { name: 'A', text: 'a', at: { street: 'b', zip: '1' }, status: 'open' };

const WITH_DEFAULT = { ...TEXT, default: '-' };

interface Given {
  readonly type?: string;
  readonly patch: JsonObject;
  /** The item in a read after the PATCH. */
  readonly after: JsonObject;
  readonly text?: JsonObject;
  /** A PATCH before the judged one, and whether the item was read after it. */
  readonly first?: { readonly patch: JsonObject; readonly isRead: boolean };
}

async function kinds(given: Given): Promise<readonly string[] | undefined> {
  return (await faults(given))?.map(({ kind, pointer }) => `${kind} ${pointer}`);
}

async function faults({
  type = MERGE,
  patch,
  after,
  text = TEXT,
  first,
}: Given): Promise<readonly Violation[] | undefined> {
  const contract = await pads(type, text);
  const seen = (operation: string, step: string, value: JsonObject, body?: JsonObject): Observation => {
    const isCreate = operation === 'addPad';
    const more: Partial<Case> = {
      id: step,
      ...(!isCreate && { feeds: [{ in: 'path', name: 'id', pointer: '/id', step: '1' }] }),
    };
    const input = { ...(body && { body }), ...(!isCreate && { path: { id: '1' } }) };
    const response = replied(isCreate ? 201 : 200, { ...value, id: '1' });
    return trialOf(contract, operation, input, [{ response }], more).observations[0] as Observation;
  };
  const between = { ...PAD, ...first?.patch };
  const earlier = [
    seen('addPad', '1', PAD, PAD),
    ...(first ? [seen('patchPad', '2', between, first.patch)] : []),
    ...(first?.isRead === true ? [seen('getPad', '3', between)] : []),
    seen('patchPad', '4', after, patch),
  ];
  const last = seen('getPad', '5', after);
  const trial = trialOf(contract, 'getPad', { path: { id: '1' } }, []);
  return updated.check({ ...trial, observations: [{ ...last, earlier }] }, contextOf(contract));
}

it.each<[string, Given, readonly string[]]>([
  [
    'other members of a nested object are kept',
    { patch: { at: { zip: '2' } }, after: { ...PAD, at: { street: 'b', zip: '2' } } },
    [],
  ],
  [
    'a member that the change does not have is not removed',
    { patch: { id: null, text: 'b' }, after: { ...PAD, text: 'b' } },
    [],
  ],
  [
    'other members of a nested object are lost',
    { patch: { at: { zip: '2' } }, after: { ...PAD, at: { zip: '2' } } },
    ['not-merged /response/body/at'],
  ],
  [
    'a member that the patch names is changed',
    { patch: { at: { zip: '2' } }, after: { ...PAD, at: { street: 'b', zip: '20' } } },
    ['changed /response/body/at/zip'],
  ],
  [
    'a number of a version is stored as the next number',
    { patch: { row_version: 1 }, after: { ...PAD, row_version: 2 } },
    [],
  ],
  [
    'a number that is not a version is stored as the next number',
    { patch: { size: 1 }, after: { ...PAD, size: 2 } },
    ['changed /response/body/size'],
  ],
  [
    'a patch of a different media type may replace the object',
    { type: 'application/json', patch: { at: { zip: '2' } }, after: { ...PAD, at: { zip: '2' } } },
    [],
  ],
  [
    'a nested member that the patch sets to null is removed',
    { patch: { at: { street: null } }, after: { ...PAD, at: { zip: '1' } } },
    [],
  ],
  [
    'a nested member that the patch sets to null is returned as null',
    { patch: { at: { street: null } }, after: { ...PAD, at: { street: null, zip: '1' } } },
    [],
  ],
  [
    'a member that the patch sets to null is returned with its default',
    { patch: { status: null }, after: { ...PAD, status: '-' } },
    [],
  ],
  [
    'a member with a default is kept, although the patch sets it to null',
    { patch: { status: null }, after: PAD },
    ['kept-by-merge-patch /response/body/status'],
  ],
  [
    'a nested member that the patch sets to null is kept',
    { patch: { at: { street: null } }, after: PAD },
    ['kept-by-merge-patch /response/body/at/street'],
  ],
  [
    'a member that the patch sets to null is kept',
    { patch: { text: null }, after: PAD },
    ['kept-by-merge-patch /response/body/text'],
  ],
  [
    'a patch of one member resets another member to its default',
    { type: 'application/json', patch: { name: 'B' }, after: { ...PAD, name: 'B', text: '-' }, text: WITH_DEFAULT },
    ['reset-by-patch /response/body/text'],
  ],
  [
    'a patch resets the status, which may be an effect of the change',
    { type: 'application/json', patch: { name: 'B' }, after: { ...PAD, name: 'B', status: '-' } },
    [],
  ],
  [
    'a patch of one member changes another member to a value that is not its default',
    { type: 'application/json', patch: { name: 'B' }, after: { ...PAD, name: 'B', text: 'z' }, text: WITH_DEFAULT },
    [],
  ],
  [
    'a patch of a text empties another text',
    { type: 'application/json', patch: { name: 'B' }, after: { ...PAD, name: 'B', text: '' } },
    ['reset-by-patch /response/body/text'],
  ],
  [
    'an earlier patch emptied the other text, and the item was not read before the next patch',
    {
      type: 'application/json',
      first: { patch: { text: '' }, isRead: false },
      patch: { name: 'B' },
      after: { ...PAD, name: 'B', text: '' },
    },
    [],
  ],
  [
    'a patch of a text empties another text that an earlier patch set',
    {
      type: 'application/json',
      first: { patch: { text: 'c' }, isRead: true },
      patch: { name: 'B' },
      after: { ...PAD, name: 'B', text: '' },
    },
    ['reset-by-patch /response/body/text'],
  ],
  [
    'a patch of an object empties a text, which may depend on the object',
    { type: 'application/json', patch: { at: null }, after: { ...PAD, at: null, text: '' } },
    [],
  ],
  [
    'a member with a default is set to null and returned with the default',
    { patch: { text: null }, after: PAD, text: { ...TEXT, default: 'a' } },
    [],
  ],
])('an item is read after a PATCH: %s (violations: $2)', async (_, given, want) => {
  expect(await kinds(given)).toEqual(want);
});

it('the message about a PATCH that changed nothing names no pointer', async () => {
  const found = await faults({ patch: { name: 'B', text: 'b' }, after: PAD });
  expect(found?.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'not-stored: getPad returns none of the new values that patchPad accepted before.',
  ]);
});

it('the message about a member states that the PATCH does not contain it', async () => {
  const type = 'application/json';
  const found = await faults({ type, patch: { name: 'B' }, after: { ...PAD, name: 'B', text: '' } });
  expect(found?.map(({ message }) => message)).toEqual([
    'getPad returns a different value at /text after patchPad, whose request does not contain it.',
  ]);
});
