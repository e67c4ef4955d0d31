import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { replaced } from './replaced.js';

interface Given {
  /** The members that the PUT requires in its body. */
  readonly required?: readonly string[];
  readonly description?: string;
  readonly text?: JsonObject;
  readonly status?: number;
  /** The item after the PUT of `{ title: 'B' }`. */
  readonly after: JsonObject;
  /** The reply to an earlier create that sent the same body as the PUT. `null`: there was no such create. */
  readonly other?: JsonObject | null;
  /** Set if each create must state the identifier, and the PUT has it only in its path. */
  readonly isChosen?: true;
  /** The member `size` of the item before the PUT, and in the body of the PUT. */
  readonly sizes?: readonly [JsonObject, JsonObject];
}

function pad({ required = ['title'], description = '', text = {}, isChosen }: Given): Promise<Contract> {
  const size = { type: 'object', properties: { width: { type: 'number' }, height: { type: 'number' } } };
  const properties = { title: { type: 'string' }, text: { type: 'string', ...text }, size };
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const body = (names: readonly string[], more: JsonObject = {}): JsonObject =>
    content({ type: 'object', required: names, properties: { ...properties, ...more } });
  const create = isChosen ? body(['title', 'id'], { id: { type: 'string' } }) : body(['title']);
  const responses = Object.fromEntries(
    ['200', '201', '202'].map((status) => [
      status,
      { description: '', ...content({ properties: { ...properties, id: { type: 'string' } } }) },
    ]),
  );
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return contractOf({
    paths: {
      '/pads': { post: { operationId: 'addPad', requestBody: create, responses } },
      '/pads/{id}': {
        parameters: [id],
        get: { operationId: 'getPad', responses },
        put: { operationId: 'putPad', description, requestBody: body(required), responses },
      },
    },
  });
}

type Seen = (
  operation: string,
  step: string,
  reply: [number, JsonObject],
  body?: JsonObject,
  of?: string,
) => Observation;

async function kinds(given: Given): Promise<readonly string[] | undefined> {
  const contract = await pad(given);
  const seen = seenIn(contract);
  const { after, status = 200, other = { title: 'B', id: '1' }, sizes, isChosen } = given;
  const [first, second] = isChosen ? [{ id: '1' }, { id: '2' }] : [];
  const [full, lean] = (sizes ?? []).map((size) => ({ size }));
  const [before, put] = [
    { title: 'A', text: 'a', ...full },
    { title: 'B', ...lean },
  ];
  const earlier = [
    ...(other === null ? [] : [seen('addPad', '1', [201, other], { ...put, ...first })]),
    seen('addPad', '2', [201, { ...before, id: '2' }], { ...before, ...second }),
    seen('putPad', '3', [status, after], put, '2'),
  ];
  return kindsAfter(contract, earlier, after);
}

/** An item that is created without the member `text`, replaced with a text, and then replaced without a text again. */
interface Twice {
  /** The item in a read before the first PUT. If omitted, there is no such read. */
  readonly first?: JsonObject;
  /** The status of the first PUT. */
  readonly status?: number;
  /** The item after the first PUT. */
  readonly between?: JsonObject;
  /** The item after the second PUT. */
  readonly after: JsonObject;
}

async function kindsOfTwo({ first, status = 200, between, after }: Twice): Promise<readonly string[] | undefined> {
  const contract = await pad({ after });
  const seen = seenIn(contract);
  const [lean, full] = [{ title: 'B' }, { title: 'A', text: 'a' }];
  const earlier = [
    seen('addPad', '2', [201, { id: '2' }], lean),
    ...(first === undefined ? [] : [seen('getPad', '3', [200, first], undefined, '2')]),
    seen('putPad', '4', [status, full], full, '2'),
    seen('getPad', '5', [200, between ?? full], undefined, '2'),
    seen('putPad', '6', [200, after], lean, '2'),
  ];
  return kindsAfter(contract, earlier, after);
}

function seenIn(contract: Contract): Seen {
  return (operation, step, reply, body, of) => {
    const more: Partial<Case> = {
      id: step,
      ...(of !== undefined && { feeds: [{ in: 'path', name: 'id', pointer: '/id', step: of }] }),
    };
    const input = { ...(body && { body }), ...(of !== undefined && { path: { id: of } }) };
    const { observations } = trialOf(contract, operation, input, [{ response: replied(...reply) }], more);
    return observations[0] as Observation;
  };
}

/** Judges a read of the item '2' after these calls, and returns the kinds of the violations. */
function kindsAfter(
  contract: Contract,
  earlier: readonly Observation[],
  after: JsonObject,
): readonly string[] | undefined {
  const last = seenIn(contract)('getPad', 'last', [200, after], undefined, '2');
  const trial = trialOf(contract, 'getPad', { path: { id: '2' } }, []);
  const context = contextOf(contract, { collections: collectionsOf(contract).all });
  const found = replaced.check({ ...trial, observations: [{ ...last, earlier }] }, context);
  return found?.map(({ kind }) => kind);
}

const KEPT = { title: 'B', text: 'a', id: '2' };

it.each<[string, Given, readonly string[] | undefined]>([
  ['the omitted member is gone', { after: { title: 'B', id: '2' } }, []],
  ['the omitted member is null', { after: { title: 'B', id: '2', text: null } }, []],
  ['the omitted member is kept', { after: KEPT }, ['kept-by-put']],
  ['the omitted member is kept, and the client chooses identifiers', { after: KEPT, isChosen: true }, ['kept-by-put']],
  [
    'the service assigns the same value to other items',
    { after: KEPT, other: { title: 'B', text: 'a', id: '1' } },
    undefined,
  ],
  ['no other item shows the value that the service assigns', { after: KEPT, other: null }, undefined],
  ['the kept value is the default', { after: KEPT, text: { default: 'a' } }, undefined],
  ['the kept value is not the default', { after: KEPT, text: { default: 'z' } }, ['kept-by-put']],
  ['the kept member is read-only', { after: KEPT, text: { readOnly: true } }, undefined],
  [
    'the description of the member states that it is kept',
    { after: KEPT, text: { description: 'Kept if it is omitted.' } },
    undefined,
  ],
  ['the body of the PUT has no required member', { after: KEPT, required: [] }, undefined],
  ['the PUT is described as a merge', { after: KEPT, description: 'Merges the members.' }, undefined],
  ['the PUT is answered 202', { after: KEPT, status: 202 }, undefined],
  ['the PUT changes no member', { after: { title: 'A', text: 'a', id: '2' } }, undefined],
])('a PUT omits an optional member of its item: %s (violations: $2)', async (_, given, want) => {
  expect(await kinds(given)).toEqual(want);
});

it.each<[string, Twice, readonly string[] | undefined]>([
  ['the omitted member is gone', { first: { title: 'B' }, after: { title: 'B' } }, []],
  ['the omitted member is kept', { first: { title: 'B' }, after: KEPT }, ['kept-by-put']],
  [
    'the omitted member has its first value again',
    { first: { title: 'B', text: 'b' }, after: { title: 'B', text: 'b' } },
    [],
  ],
  ['the service assigned the same value', { first: { title: 'B', text: 'a' }, after: KEPT }, undefined],
  ['the item was not read before its first change', { after: KEPT }, undefined],
  ['the first PUT was not stored', { first: { title: 'B' }, between: { title: 'A' }, after: KEPT }, undefined],
  ['the first PUT was refused', { first: { title: 'B' }, status: 409, after: KEPT }, undefined],
])(
  'an item is created without a member, a first PUT sets it, and a second PUT omits it: %s (violations: $2)',
  async (_, given, want) => {
    expect(await kindsOfTwo(given)).toEqual(want);
  },
);

const SIZES = [{ width: 1, height: 2 }, { width: 3 }] as const;

it.each<[string, JsonObject, JsonObject, readonly string[] | undefined]>([
  ['is gone', { width: 3 }, { width: 3 }, []],
  ['is kept', { width: 3, height: 2 }, { width: 3 }, ['kept-by-put']],
  ['has the value of a new item', { width: 3, height: 2 }, { width: 3, height: 2 }, []],
  ['has a new value', { width: 3, height: 0 }, { width: 3 }, []],
])(
  'a PUT omits a member of an object in its item, and afterwards this member %s (violations: $3)',
  async (_, size, other, want) => {
    const after = { title: 'B', id: '2', size };
    expect(await kinds({ after, sizes: SIZES, other: { title: 'B', id: '1', size: other } })).toEqual(want);
  },
);
