import { describe, expect, it } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { compatible } from './compatible.js';
import type { OtherVersion } from './other-version.js';

const NOTE: JsonObject = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } } },
};

interface Api {
  readonly note?: JsonObject;
  readonly tag?: JsonObject;
  readonly path?: string;
  readonly status?: string;

  readonly parameters?: readonly Json[];
  readonly security?: readonly JsonObject[];
}

function api({ note = NOTE, tag = TAG, status = '200', ...given }: Api = {}): Promise<Contract> {
  const { path = '/notes/{id}', parameters = [LIMIT], security = [] } = given;
  const schema = { $ref: '#/components/schemas/Note' };
  const id = { name: path.includes('{id}') ? 'id' : 'note', in: 'path', required: true, schema: { type: 'string' } };
  const put = {
    operationId: 'putNote',
    security,
    parameters: [...parameters, id],
    requestBody: { required: true, content: { [JSON_TYPE]: { schema } } },
    responses: { [status]: { description: 'Done.', content: { [JSON_TYPE]: { schema } } } },
  };
  return contractOf({
    paths: { [path]: { put } },
    components: { schemas: { Note: note, Tag: tag }, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
}

const JSON_TYPE = 'application/json';
const TAG: JsonObject = { type: 'object', properties: { text: { type: 'string' } } };
const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer' } };

interface Call {
  readonly own?: Api;
  readonly other?: Api;
  readonly input?: CaseInput;
  readonly status?: number;
  readonly reply?: Json;
  readonly outcome?: Outcome;
  readonly released?: OtherVersion['released'];
  readonly expect?: Case['expect'];
}

async function found({ own, other, input = {}, status = 200, released = 'surfaces', ...call }: Call): Promise<unknown> {
  const [ours, theirs] = [await api(own), await api(other)];
  const full = { path: { id: 'a', note: 'a' }, body: { title: 'a' }, ...input };
  const response = replied(status, call.reply ?? { title: 'a' });
  const seen = { response, ...(call.outcome && { outcome: call.outcome }) };
  const trial = trialOf(ours, 'putNote', full, [seen], call.expect && { expect: call.expect });
  const rule = compatible({ contract: theirs, surfaces: 'v1', service: 'new', released });
  return rule
    .check(trial, contextOf(ours))
    ?.map((each) => [each.kind, each.pointer, each.blame, each.cause, each.location?.pointer].join(' '));
}

const changed = (pointer: string, cause: string, location: string): readonly string[] => [
  `contract-changed ${pointer} contract ${cause} ${location}`,
];
const [NOTE_AT, TAG_AT] = ['#/components/schemas/Note', '#/components/schemas/Tag'];
const RENAMED: JsonObject = { ...NOTE, required: ['name'], properties: { name: { type: 'string' } } };
const CLOSED: Api = { note: { ...NOTE, additionalProperties: false } };
const CRASH: Outcome = { kind: 'crash', detail: 'unknown member' };

const CASES: readonly (readonly [name: string, call: Call, want: readonly string[]])[] = [
  ['two equal versions of the contract', {}, []],
  [
    'a refused request that both contracts permit',
    { status: 422 },
    ['valid-refused /response/status backend PUT /notes/{id} 422 /paths/~1notes~1{id}/put'],
  ],
  [
    'a request with a renamed member, which the service refuses',
    { other: { note: RENAMED }, status: 422 },
    changed('/body', NOTE_AT, '/components/schemas/Note/required'),
  ],
  [
    'a reply with a renamed member',
    { other: { note: RENAMED }, reply: { name: 'a' }, expect: { kind: 'absent' } },
    changed('/response/body/title', NOTE_AT, '/components/schemas/Note/required'),
  ],
  [
    'an optional member that is ignored',
    {
      other: { tag: { type: 'object', properties: { name: {} } } },
      input: { body: { title: 'a', tags: [{ text: 'b' }] } },
    },
    changed('/body/tags/0/text', TAG_AT, '/components/schemas/Tag/properties'),
  ],
  [
    'an optional member that only a newer surface sends',
    {
      other: { tag: { type: 'object', properties: { name: {} } } },
      input: { body: { title: 'a', tags: [{ text: 'b' }] } },
      released: 'service',
    },
    [],
  ],
  [
    'a member of a map',
    {
      other: { tag: { type: 'object', additionalProperties: { type: 'string' } } },
      input: { body: { title: 'a', tags: [{ text: 'b' }] } },
    },
    [],
  ],
  [
    'a parameter that is ignored',
    { other: { parameters: [] }, input: { query: { limit: 1 } } },
    changed('/query/limit', 'PUT /notes/{id} /query/limit', '/paths/~1notes~1{id}/put'),
  ],
  ['a removed parameter that the surface does not send', { other: { parameters: [] } }, []],
  [
    'a parameter that is required now',
    { other: { parameters: [{ ...LIMIT, required: true }] }, status: 400 },
    changed('/query/limit', 'PUT /notes/{id} /query/limit missing', '/paths/~1notes~1{id}/put/parameters/0'),
  ],
  ['a path parameter with a different name', { other: { path: '/notes/{note}' } }, []],
  [
    'an operation with a different path',
    { other: { path: '/memos/{id}' }, status: 404 },
    ['operation-removed /response/status contract PUT /notes/{id} /paths'],
  ],
  [
    'an operation with a different path, with a service that keeps the old path',
    { other: { path: '/memos/{id}' } },
    [],
  ],
  [
    'credentials that are required now',
    { other: { security: [{ key: [] }] }, status: 401 },
    ['credentials-changed /response/status contract credentials key  /paths/~1notes~1{id}/put'],
  ],
  [
    'a new status',
    { other: { status: '201' }, status: 201 },
    changed('/response/status', 'PUT /notes/{id} /response/status 2XX', '/paths/~1notes~1{id}/put/responses/201'),
  ],
  ['a status that neither contract documents', { other: { note: RENAMED }, status: 203 }, []],
  [
    'a new member',
    { other: { note: { ...NOTE, properties: { title: {}, size: {} } } }, reply: { title: 'a', size: 1 } },
    [],
  ],
  ['a new member of a closed object', { own: CLOSED, reply: { title: 'a', size: 1 } }, []],
  [
    'a new member of a closed object that the surface cannot read',
    { own: CLOSED, reply: { title: 'a', size: 1 }, outcome: CRASH },
    changed('/response/body', NOTE_AT, '/components/schemas/Note'),
  ],
  [
    'a new type of a member',
    { other: { note: { ...NOTE, properties: { title: {} } } }, reply: { title: 1 } },
    changed(
      '/response/body/title',
      '#/components/schemas/Note/properties/title',
      '/components/schemas/Note/properties/title',
    ),
  ],
  ['a reply that breaks both contracts', { reply: {} }, []],
];

describe('a surface with the service of a different version', () => {
  it.each(CASES)(
    'a surface of one version calls the service of another version, and both contracts are compared: %s (violations: $2)',
    async (_, call, want) => {
      expect(await found(call)).toEqual(want);
    },
  );
});
