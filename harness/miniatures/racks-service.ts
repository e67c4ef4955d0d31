import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isAuthenticated, notAllowed, problem, reply } from './notes-service.js';

const NOTHING: WholeResponse = { kind: 'response', status: 204, headers: [], body: NO_BODY };

/** A service for the contract of racks. A slot belongs to one rack, and is removed with it. */
export class RacksService {
  private racks: ReadonlyMap<string, JsonObject> = new Map();
  /** The slots by their path below `/racks`. */
  private slots: ReadonlyMap<string, JsonObject> = new Map();
  private added = 0;

  reset(): void {
    this.racks = new Map();
    this.slots = new Map();
    this.added = 0;
  }

  respond(request: RequestMessage): WholeResponse {
    const { pathname } = new URL(`http://racks${request.target}`);
    const [, id, list, slot] = /^\/racks(?:\/([^/]+)(?:(\/slots)(?:\/([^/]+))?)?)?$/.exec(pathname) ?? [];
    if (!/^\/racks(?:$|\/)/.test(pathname) || (id === undefined && pathname !== '/racks')) return problem(404);
    const allowed = allowedAt(id, list, slot);
    if (!allowed.includes(request.method)) return notAllowed(allowed);
    if (!isAuthenticated(request)) return problem(401);
    if (id === undefined) return this.add(parseJson(request.body));
    const rack = this.racks.get(id);
    if (rack === undefined) return problem(404);
    if (slot !== undefined) return this.slot(request, id, slot);
    if (list !== undefined) return reply(200, { slots: this.slotsOf(id) });
    return request.method === 'GET' ? reply(200, rack) : this.drop(id);
  }

  private add(body: Json | undefined): WholeResponse {
    const { place, other_rack_id: other, ...rest } = isJsonObject(body) ? body : {};
    const isOther = other === undefined || (typeof other === 'string' && /^rack-[0-9]{1,4}$/.test(other));
    const isPlace = typeof place === 'string' && /^.{1,20}$/su.test(place);
    if (!isPlace || !isOther || Object.keys(rest).length > 0) return problem(422);
    if (other !== undefined && !this.racks.has(other)) return problem(404);
    const rack = { rack_id: `rack-${(this.added += 1)}`, place, ...(other !== undefined && { other_rack_id: other }) };
    this.racks = new Map([...this.racks, [rack.rack_id, rack]]);
    return reply(201, rack);
  }

  private drop(id: string): WholeResponse {
    this.racks = new Map([...this.racks].filter(([known]) => known !== id));
    this.slots = new Map([...this.slots].filter(([path]) => !path.startsWith(`${id}/`)));
    return NOTHING;
  }

  private slotsOf(id: string): readonly JsonObject[] {
    return [...this.slots].flatMap(([path, slot]) => (path.startsWith(`${id}/`) ? [slot] : []));
  }

  private slot({ method, headers, body: bytes }: RequestMessage, id: string, slot: string): WholeResponse {
    const path = `${id}/${slot}`;
    const known = this.slots.get(path);
    if (!/^[a-z]{1,3}$/.test(slot)) return problem(404);
    if (method === 'PUT') {
      const body = parseJson(bytes);
      if (!isSlot(body) || ![undefined, '*'].includes(headerValue(headers, 'if-none-match'))) return problem(422);
      if (known !== undefined && headerValue(headers, 'if-none-match') === '*') return problem(412);
      const stored = { slot, units: 2, ...body };
      this.slots = new Map([...this.slots, [path, stored]]);
      return reply(known === undefined ? 201 : 200, stored);
    }
    if (known === undefined) return problem(404);
    if (method === 'GET') return reply(200, known);
    this.slots = new Map([...this.slots].filter(([each]) => each !== path));
    return NOTHING;
  }
}

function allowedAt(id: string | undefined, list: string | undefined, slot: string | undefined): readonly string[] {
  if (id === undefined) return ['POST'];
  if (list === undefined) return ['GET', 'DELETE'];
  return slot === undefined ? ['GET'] : ['GET', 'PUT', 'DELETE'];
}

function isSlot(body: Json | undefined): body is JsonObject {
  if (!isJsonObject(body) || Object.keys(body).some((name) => name !== 'kind' && name !== 'units')) return false;
  const { kind, units = 1 } = body;
  return (
    (kind === 'deep' || kind === 'flat') &&
    typeof units === 'number' &&
    Number.isInteger(units) &&
    units >= 1 &&
    units <= 9
  );
}
