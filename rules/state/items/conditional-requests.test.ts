import { expect, it } from 'vitest';
import type { Contract } from '../../../contract/contract.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../fixtures/trials.js';
import { conditionalRequests } from './conditional-requests.js';

const JSON_OF = { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } };
const within = (envelope: string): JsonObject => ({
  'application/json': {
    schema: { type: 'object', required: [envelope], properties: { [envelope]: JSON_OF['application/json'].schema } },
  },
});
const TAGGED = { description: '', headers: { ETag: { schema: { type: 'string' } } }, content: JSON_OF };

/** A contract for pads. `envelope`: the member of a reply that contains the pad; default: none. */
function pads(envelope?: string): Promise<Contract> {
  const reply = envelope === undefined ? TAGGED : { ...TAGGED, content: within(envelope) };
  const responses = { '200': reply, '201': reply, '412': { description: '' } };
  const parameters = [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }];
  return contractOf({
    paths: {
      '/pads/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPad', responses },
        put: { operationId: 'putPad', parameters, requestBody: { content: JSON_OF }, responses },
      },
    },
  });
}

/**
 * A call: its operation, the identifier in its path, the title that it sends or receives, the tag in `If-Match`, and
 * its reply.
 */
type Call = readonly [operation: string, id: string, title: string, tag: string | undefined, reply: [number, string]];

function seen(
  contract: Contract,
  earlier: readonly Observation[],
  call: Call,
  index: number,
  envelope?: string,
): Observation {
  const [operation, id, title, tag, [status, own]] = call;
  const body = operation === 'putPad' ? { title } : undefined;
  const input = { path: { id }, ...(body && { body }), ...(tag !== undefined && { header: { 'If-Match': tag } }) };
  const value: Json = envelope === undefined ? { title } : { [envelope]: { title } };
  const response = replied(status, value, [['etag', own]]);
  const [observation] = trialOf(contract, operation, input, [{ response }], { id: String(index) }).observations;
  return { ...(observation as Observation), earlier };
}

it.each<[string, readonly Call[], readonly string[] | undefined]>([
  ['a change with an outdated tag is refused', [['putPad', 'a', 'C', '"1"', [412, '"2"']]], []],
  ['a change with an outdated tag is accepted', [['putPad', 'a', 'C', '"1"', [200, '"3"']]], ['outdated-accepted']],
  [
    'a change with an outdated weak tag is accepted',
    [
      ['getPad', 'a', 'B', undefined, [200, 'W/"2"']],
      ['putPad', 'a', 'C', 'W/"1"', [200, 'W/"3"']],
    ],
    ['outdated-accepted'],
  ],
  [
    'a change with the current weak tag is refused',
    [
      ['getPad', 'a', 'B', undefined, [200, 'W/"2"']],
      ['putPad', 'a', 'C', 'W/"2"', [412, 'W/"2"']],
    ],
    undefined,
  ],
  ['a change with the current tag is refused', [['putPad', 'a', 'C', '"2"', [412, '"2"']]], ['current-refused']],
  [
    'a change with the current tag as the second of two is refused',
    [['putPad', 'a', 'C', '"0", "2"', [412, '"2"']]],
    ['current-refused'],
  ],
  ['a change with the current tag as the second of two', [['putPad', 'a', 'C', '"0", "2"', [200, '"3"']]], []],
  [
    'a change with two outdated tags is accepted',
    [['putPad', 'a', 'C', '"0", "1"', [200, '"3"']]],
    ['outdated-accepted'],
  ],
  [
    'a change leaves the tag unchanged',
    [
      ['putPad', 'a', 'C', undefined, [200, '"2"']],
      ['getPad', 'a', 'C', undefined, [200, '"2"']],
    ],
    ['etag-unchanged'],
  ],
  [
    'the reply to the change has a different tag from the next read',
    [
      ['putPad', 'a', 'C', undefined, [200, '"2"']],
      ['getPad', 'a', 'C', undefined, [200, '"3"']],
    ],
    ['etag-outdated'],
  ],
  [
    'the reply to the change has a different tag from the next read, and the change was not stored',
    [
      ['putPad', 'a', 'C', undefined, [200, '"3"']],
      ['getPad', 'a', 'B', undefined, [200, '"2"']],
    ],
    undefined,
  ],
  ['a change has the tag of a different item', [['putPad', 'b', 'C', '"1"', [200, '"3"']]], undefined],
])(
  'the preconditions of requests for an item that a PUT created must be evaluated: %s (violations: $2)',
  async (_, given, want) => {
    const contract = await pads();
    const calls: readonly Call[] = [
      ['putPad', 'a', 'A', undefined, [201, '"1"']],
      ['getPad', 'a', 'A', undefined, [200, '"1"']],
      ['putPad', 'a', 'B', undefined, [200, '"2"']],
      ['getPad', 'a', 'B', undefined, [200, '"2"']],
      ...given,
    ];
    const all: Observation[] = [];
    for (const [index, call] of calls.entries()) all.push(seen(contract, [...all], call, index));
    const last = all.at(-1) as Observation;
    const trial = {
      ...trialOf(contract, last.case.operation, last.case.input, []),
      case: last.case,
      observations: [last],
    };
    expect(conditionalRequests.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);

it.each<[string, string, string, JsonObject, readonly string[] | undefined]>([
  ['a strong tag', '"1"', 'Not modified.', TAGGED, ['etag-unchanged']],
  [
    'a strong tag that the contract does not document',
    '"1"',
    'Not modified.',
    { description: '', content: JSON_OF },
    ['etag-unchanged'],
  ],
  ['a weak tag', 'W/"1"', 'Not modified.', TAGGED, undefined],
  ['a weak tag, and a text about 304', 'W/"1"', 'The pad is unchanged.', TAGGED, ['etag-unchanged']],
  ['a weak tag, and a longer text', 'W/"1"', 'The pad has not been modified since.', TAGGED, ['etag-unchanged']],
])(
  'the ETag of an item stays the same although a change set a member: %s (violations: $4)',
  async (_, tag, text, reply, want) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const responses = { '200': reply, '201': reply, '304': { description: text } };
    const contract = await contractOf({
      paths: {
        '/pads/{id}': {
          parameters,
          get: { operationId: 'getPad', responses },
          put: { operationId: 'putPad', requestBody: { content: JSON_OF }, responses },
        },
      },
    });
    const calls: readonly Call[] = [
      ['putPad', 'a', 'A', undefined, [201, tag]],
      ['getPad', 'a', 'A', undefined, [200, tag]],
      ['putPad', 'a', 'B', undefined, [200, tag]],
      ['getPad', 'a', 'B', undefined, [200, tag]],
    ];
    const all: Observation[] = [];
    for (const [index, call] of calls.entries()) all.push(seen(contract, [...all], call, index));
    const last = all.at(-1) as Observation;
    const trial = { ...trialOf(contract, 'getPad', last.case.input, []), case: last.case, observations: [last] };
    expect(conditionalRequests.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);

it('finds an unchanged ETag after a change, if replies contain the item in an envelope', async () => {
  const contract = await pads('data');
  const calls: readonly Call[] = [
    ['putPad', 'a', 'A', undefined, [201, '"1"']],
    ['getPad', 'a', 'A', undefined, [200, '"1"']],
    ['putPad', 'a', 'B', undefined, [200, '"1"']],
    ['getPad', 'a', 'B', undefined, [200, '"1"']],
  ];
  const all: Observation[] = [];
  for (const [index, call] of calls.entries()) all.push(seen(contract, [...all], call, index, 'data'));
  const last = all.at(-1) as Observation;
  const trial = { ...trialOf(contract, 'getPad', last.case.input, []), case: last.case, observations: [last] };
  expect(conditionalRequests.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(['etag-unchanged']);
});

interface Guarded {
  readonly method?: string;
  readonly statuses?: readonly string[];
  readonly isRequired?: boolean;
}

it.each<[string, Guarded, JsonObject, number, readonly string[] | undefined]>([
  ['a PATCH without a precondition is accepted', {}, {}, 200, ['unconditional-accepted']],
  ['a DELETE without a precondition is accepted', { method: 'delete' }, {}, 204, ['unconditional-accepted']],
  ['a PATCH without a precondition is refused', {}, {}, 428, []],
  ['a PATCH with a precondition is accepted', { isRequired: false }, { 'If-Match': '"1"' }, 200, undefined],
  ['a PATCH of an unknown item is refused', {}, {}, 404, undefined],
  ['a PUT may create the item', { method: 'put' }, {}, 200, undefined],
  ['the contract does not document 428', { statuses: ['412'] }, {}, 200, undefined],
  ['the contract documents 428 for another reason', { statuses: ['428'] }, {}, 200, undefined],
  ['the header is required', { isRequired: true }, {}, 200, undefined],
])(
  'a change without a precondition, such as If-Match, must be refused if the contract documents 428: %s (violations: $4)',
  async (_, given, header, status, want) => {
    const { method = 'patch', statuses = ['412', '428'], isRequired } = given;
    const responses = Object.fromEntries(['200', '204', ...statuses].map((each) => [each, { description: '' }]));
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      ...(isRequired === undefined
        ? []
        : [{ name: 'If-Match', in: 'header', required: isRequired, schema: { type: 'string' } }]),
    ];
    const contract = await contractOf({
      paths: { '/pads/{id}': { parameters, [method]: { operationId: 'edit', responses } } },
    });
    const input = { path: { id: 'a' }, header };
    const trial = trialOf(contract, 'edit', input, [{ response: replied(status, {}) }]);
    expect(conditionalRequests.check(trial, contextOf(contract))?.map(({ kind }) => kind)).toEqual(want);
  },
);
