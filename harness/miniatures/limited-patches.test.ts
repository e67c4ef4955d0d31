import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const MERGE = 'application/merge-patch+json';
const MOST = 3;
const TEXT = { type: 'string', maxLength: 8 };
const json = (schema: JsonObject, type = 'application/json'): JsonObject => ({ content: { [type]: { schema } } });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});

interface Shape {
  readonly map: string;
  /** The member that contains the item in a reply. */
  readonly envelope?: string;
}

/** The contract of one item with a name and a map. The number of entries in the map is limited. */
const paths = ({ map, envelope }: Shape): JsonObject => {
  const entries = (value: JsonObject): JsonObject => ({
    type: 'object',
    maxProperties: MOST,
    additionalProperties: value,
  });
  const item = object({ id: TEXT, name: TEXT, [map]: entries(TEXT) }, { required: ['id', 'name', map] });
  const shown = envelope === undefined ? item : object({ [envelope]: item }, { required: [envelope] });
  const change = object({ name: TEXT, [map]: entries({ ...TEXT, type: ['string', 'null'] }) }, { minProperties: 1 });
  const refused = { description: '', ...json({ type: 'object' }, 'application/problem+json') };
  const responses = { 200: { description: '', ...json(shown) }, 400: refused, 415: refused, 422: refused };
  return {
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { const: 'a' } }],
      get: { operationId: 'read', responses },
      patch: { operationId: 'change', requestBody: { required: true, ...json(change, MERGE) }, responses },
    },
  };
};

/** Checks a service, and returns the findings. `refuses` decides whether the service refuses a valid patch. */
async function found(shape: Shape, refuses: (patch: JsonObject) => boolean): Promise<readonly string[]> {
  const contract = await contractOf({ paths: paths(shape) });
  const phases = new Set(['examples', 'boundary', 'valid']);
  const plan = planCases(contract, contract.operations, phases, { seed: 1, runs: 30, values: new Map() });
  const serve = () => {
    const initial: JsonObject = { id: 'a', name: 'x', [shape.map]: { x: '1' } };
    let item = initial;
    const answer = (): Reply => reply(200, shape.envelope === undefined ? item : { [shape.envelope]: item });
    const respond = (request: RequestMessage): Reply => {
      if (request.method === 'GET') return answer();
      const patch = parseJson(request.body);
      if (!isJsonObject(patch) || refuses(patch)) return problem(422);
      const entries = new Map(Object.entries({ ...(item[shape.map] as JsonObject) }));
      const given = ownValue(patch, shape.map);
      for (const [name, value] of Object.entries(isJsonObject(given) ? given : {}))
        if (value === null) entries.delete(name);
        else entries.set(name, value);
      if (entries.size > MOST) return problem(422);
      item = { ...item, ...patch, [shape.map]: Object.fromEntries(entries) };
      return answer();
    };
    return { respond, reset: () => void (item = initial) };
  };
  const faults = await findings({ contract, plan, serve }, {});
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

it.each<[string, Shape, (patch: JsonObject) => boolean, readonly string[]]>([
  ['refuses only patches after which the map is too large', { map: 'labels' }, () => false, []],
  ['has an envelope', { map: 'extraFields', envelope: 'data' }, () => false, []],
  [
    'refuses names of eight characters',
    { map: 'labels' },
    ({ name }) => typeof name === 'string' && [...name].length >= 8,
    ['conformance/valid-accepted valid-refused'],
  ],
])(
  'a check judges patches of a map with a limited number of entries: the service %s → $3',
  async (_, shape, refuses, want) => {
    expect(await found(shape, refuses)).toEqual(want);
  },
);
