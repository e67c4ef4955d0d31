import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const BODY = {
  title: { type: 'string', maxLength: 30 },
  tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 3 },
};

/** The contract of labels. A create request is answered with 200, both if the label is new and if it exists already. */
function labels(member: string): JsonObject {
  const label = { type: 'object', required: [member], properties: { [member]: { type: 'string' }, ...BODY } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: BODY };
  const one = { 200: { description: '', ...json(label) }, 404: { description: '' } };
  return {
    '/labels': {
      post: { operationId: 'add', requestBody: { required: true, ...json(body) }, responses: one },
    },
    '/labels/{label_id}': { get: { operationId: 'read', parameters: [inPath('label_id')], responses: one } },
  };
}

type Kept = (body: JsonObject) => JsonObject;

/**
 * A service of labels. If `isShared` is true, it answers the create of a second label with the same title with the
 * existing label.
 */
function service(member: string, kept: Kept, isShared: boolean): WrittenService {
  return () => {
    const all: JsonObject[] = [];
    return ({ method, segments: [, id], json: body }) => {
      const read = all.find((label) => label[member] === id);
      if (method === 'GET') return read === undefined ? problem(404) : reply(200, read);
      if (!isJsonObject(body)) return problem(422);
      const known = isShared ? all.find(({ title }) => title === body['title']) : undefined;
      const label = known ?? { tags: [], ...kept(body), [member]: `label-${all.length + 1}` };
      if (known === undefined) all.push(label);
      return reply(200, label);
    };
  };
}

const whole: Kept = (body) => body;
const untagged: Kept = ({ title = null }) => ({ title });

it.each<[string, string, Kept, boolean, readonly string[]]>([
  ['a service that answers with an existing label of the same title', 'id', whole, true, []],
  ['a service that answers with an existing label of the same title', 'label_id', whole, true, []],
  ['a service that makes a new label at each call', 'labelId', whole, false, []],
  ['a service that loses the tags of a new label', 'id', untagged, false, ['state/echo elements-missing']],
  [
    'a service that loses the tags of a new label, and answers with an existing label of the same title',
    'label_id',
    untagged,
    true,
    ['state/echo elements-missing'],
  ],
])(
  'a check compares the reply to a create with the request only for a new item: %s (identifier: `%s`) → $4',
  async (_, member, kept, isShared, want) => {
    const found = await foundIn(labels(member), service(member, kept, isShared), {
      phases: ['examples', 'boundary', 'valid', 'sequences'],
    });
    expect(found).toEqual(want);
  },
);
