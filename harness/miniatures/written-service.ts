import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { NO_BODY, type RequestMessage } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import type { FoundPaths } from '../cases/values/found-items.js';
import { planCases } from '../engine/plan/case-plan.js';
import { type Wrap, findings } from './miniature-run.js';
import { FAITHFUL, type Steps } from './surface.js';
import type { Reply } from './workloads.js';

/** A request in parts: its path as a list of decoded segments, its query, and its body as JSON. */
interface WrittenRequest extends RequestMessage {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly json: Json | undefined;
}

/** Starts a service in its initial state. The result answers each request. */
export type WrittenService = () => (request: WrittenRequest) => Reply;

interface Options {
  readonly phases?: readonly string[];
  /** Runs only sequences whose names match. Default: all sequences. */
  readonly sequences?: RegExp;
  /** Runs only single cases whose ids match. Default: all cases. */
  readonly cases?: RegExp;
  /** Wraps the service, for example to change an item only when the whole request has arrived. */
  readonly wrap?: Wrap;
  /** The steps of the surface under test. Default: the steps of a faithful surface. */
  readonly surface?: Partial<Steps>;
  /** Values of parameters that are known to exist in the service, by the name of the parameter. */
  readonly known?: Readonly<Record<string, readonly Json[]>>;
  /** The path arguments of items that exist at the start, by the operation that reads them. */
  readonly existing?: FoundPaths;
  /** The path arguments of items that exist at the start, for operations whose path has no known values. */
  readonly found?: FoundPaths;
}

/** Checks a service against the paths of a contract, and returns the rule and the kind of each finding. */
export async function foundIn(
  paths: JsonObject,
  service: WrittenService,
  options: Options = {},
): Promise<readonly string[]> {
  const { phases = ['examples', 'sequences'], sequences = /(?:)/, cases = /(?:)/, known = {}, wrap, surface } = options;
  const { existing = new Map(), found = new Map() } = options;
  const contract = await contractOf({ paths });
  const values = new Map(Object.entries(known).map(([name, each]) => [name, { known: each, only: false }]));
  const plan = planCases(contract, contract.operations, new Set(phases), { seed: 1, runs: 3, values, existing, found });
  const chosen = plan.sequences?.filter(({ name }) => sequences.test(name)) ?? [];
  const single = plan.cases.filter((planned) => cases.test(planned.case.id));
  const serve = () => {
    let answer = service();
    const respond = (request: RequestMessage): Reply => answer({ ...request, ...partsOf(request) });
    return { respond, reset: () => void (answer = service()) };
  };
  const faults = await findings(
    { contract, plan: { ...plan, cases: single, sequences: chosen }, serve },
    { ...(wrap && { service: wrap }), ...(surface && { surface: { ...FAITHFUL, ...surface } }) },
  );
  return faults.map(({ finding: { rule, kind } }) => `${rule} ${kind}`);
}

function partsOf({ target, body }: RequestMessage): Pick<WrittenRequest, 'segments' | 'query' | 'json'> {
  const [path = '', query] = target.split('?');
  const segments = path.split('/').slice(1).map(decoded);
  return { segments, query: new URLSearchParams(query), json: body.byteLength === 0 ? undefined : parseJson(body) };
}

/** A segment with malformed percent-encoding is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A reply without a body. */
export function empty(status: number, headers: readonly (readonly [string, string])[] = []): Reply {
  return { kind: 'response', status, headers, body: NO_BODY };
}

/** A description of content in JSON. */
export function json(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

/** A required path parameter with a text of 1 to 40 characters. */
export function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 40 } };
}
