import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { EVENT_STREAM } from '../../contract/wire/event-stream.js';
import { type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { isAuthenticated, problem, reply } from './notes-service.js';

/** A service that implements the contract of jobs: a job of size n has n steps and a total. */
export class JobsService {
  private sizes = new Map<string, number>();

  constructor(private readonly contract: Contract) {}

  reset(): void {
    this.sizes = new Map();
  }

  respond(request: RequestMessage): WholeResponse {
    const id = /^\/jobs\/([^/?]+)\/events$/.exec(request.target)?.[1];
    if (request.target !== '/jobs' && id === undefined) return problem(404);
    if (!isAuthenticated(request)) return problem(401);
    return id === undefined
      ? this.run(parseJson(request.body))
      : this.follow(id, headerValue(request.headers, 'last-event-id'));
  }

  private run(body: Json | undefined): WholeResponse {
    const schema = this.contract.operations.find(({ id }) => id === 'runJob')?.requestBody?.content[0]?.schema;
    if (!isJsonObject(body) || schema === undefined || !this.contract.schemas.accepts(schema, body))
      return problem(422);
    const id = String(body['job_id'] ?? 'job-0');
    if ((this.sizes.get(id) ?? body['size']) !== body['size'] && body['job_id'] !== undefined) return problem(409);
    this.sizes.set(id, Number(body['size']));
    return reply(200, this.done(id));
  }

  private follow(id: string, last: string | undefined): WholeResponse {
    if (!/^[a-z0-9-]{3,12}$/.test(id) || (last !== undefined && !/^[1-9]$/.test(last))) return problem(422);
    const size = this.sizes.get(id);
    if (size === undefined) return problem(404);
    const steps = Array.from({ length: size }, (_, index): readonly [string, Json] => ['step', { step: index + 1 }]);
    const events = [...steps, ['done', this.done(id)] as const].map(([event, data], index) => ({
      id: index + 1,
      event,
      data,
    }));
    const rest = events.filter((event) => event.id > Number(last ?? 0));
    const text = rest
      .map((event) => `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
      .join('');
    return { kind: 'response', status: 200, headers: [['Content-Type', EVENT_STREAM]], body: Buffer.from(text) };
  }

  private done(id: string): Json {
    const size = this.sizes.get(id) ?? 0;
    return { job_id: id, total: (size * (size + 1)) / 2 };
  }
}
