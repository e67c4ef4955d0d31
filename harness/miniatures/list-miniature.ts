import { contractOf } from '../../contract/fixtures/contracts.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { HeaderPair, RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { planCases } from '../engine/plan/case-plan.js';
import { findings } from './miniature-run.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';

const PHASES = new Set(['examples', 'boundary', 'valid', 'sequences']);
/** The names of the sequences of calls that read the list. Only these run. */
const SEQUENCES = new Set(['stored-0', 'pages', 'whole-pages', 'added', 'backwards', 'selected']);
const TEXT = { type: 'string' };

/** The contract of a service with one list. */
export interface ListShape {
  readonly description?: string;
  /** The parameters of the list. Parameters without `in` are in the query. */
  readonly parameters: readonly JsonObject[];
  /** The members of the reply besides the list `data`. Without them, the reply is the list. */
  readonly envelope?: JsonObject;
  readonly headers?: JsonObject;
  /**
   * The schema of an element that contains an item, such as `{"node": {…}}`. Without it, the elements are the items.
   */
  readonly entry?: (item: JsonObject) => JsonObject;
  /** The members of an item that a create request may set. */
  readonly members?: JsonObject;
  /** The members that the service adds to an item. `id` is always added. */
  readonly added?: (number: number) => JsonObject;
  readonly addedMembers?: JsonObject;
  /** The items that exist at the start. */
  readonly items?: readonly JsonObject[];
  /** Set if the list is the only operation, so that no operation creates or reads an item. */
  readonly isReadOnly?: true;
}

/** Returns the page of a list that a query selects. */
export type Listing = (
  items: readonly JsonObject[],
  query: URLSearchParams,
) => { readonly body: JsonObject | readonly JsonObject[]; readonly headers?: readonly HeaderPair[] };

/** Checks a service with one list, and returns the findings as `<rule> <kind>`. */
export async function listFindings(shape: ListShape, listing: Listing): Promise<readonly string[]> {
  const contract = await contractOf({ paths: paths(shape) });
  const plan = planCases(contract, contract.operations, PHASES, { seed: 1, runs: 4, values: new Map() });
  const sequences = plan.sequences?.filter(({ name }) => SEQUENCES.has(name)) ?? [];
  const serve = () => {
    let items = shape.items ?? [];
    const respond = (request: RequestMessage): Reply => {
      const { pathname, searchParams } = new URL(request.target, 'http://items');
      if (request.method === 'POST') {
        const body = parseJson(request.body);
        const number = items.length + 1;
        const item = { ...(isJsonObject(body) && body), ...shape.added?.(number), id: `item-${number}` };
        items = [...items, item];
        return reply(201, item);
      }
      const id = /^\/items\/(.+)$/.exec(pathname)?.[1];
      const item = items.find((each) => each['id'] === id);
      if (id !== undefined) return item === undefined ? problem(404) : reply(200, item);
      const { body, headers = [] } = listing(items, searchParams);
      return reply(200, body, headers);
    };
    return { respond, reset: () => void (items = shape.items ?? []) };
  };
  const faults = await findings({ contract, plan: { ...plan, sequences }, serve }, {});
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

function paths(shape: ListShape): JsonObject {
  const { description = '', parameters, envelope, headers, members, addedMembers, isReadOnly, entry } = shape;
  const sent = members ?? { title: { ...TEXT, minLength: 1, maxLength: 20 } };
  const item = { type: 'object', required: ['id'], properties: { id: TEXT, ...sent, ...addedMembers } };
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const array = { type: 'array', items: entry?.(item) ?? item };
  const page = envelope === undefined ? array : { type: 'object', properties: { data: array, ...envelope } };
  const listed = { 200: { description: '', ...(headers && { headers }), ...json(page) }, 404: { description: '' } };
  const one = { 200: { description: '', ...json(item) }, 404: { description: '' } };
  const body = { type: 'object', required: Object.keys(sent), properties: sent, additionalProperties: false };
  const id = { name: 'id', in: 'path', required: true, schema: { ...TEXT, minLength: 1 } };
  const query = parameters.map((each) => ({ in: 'query', ...each }));
  return {
    '/items': {
      get: { operationId: 'list', description, parameters: query, responses: listed },
      ...(isReadOnly !== true && {
        post: {
          operationId: 'add',
          requestBody: { required: true, ...json(body) },
          responses: { 201: one[200] },
        },
      }),
    },
    ...(isReadOnly !== true && { '/items/{id}': { get: { operationId: 'read', parameters: [id], responses: one } } }),
  };
}
