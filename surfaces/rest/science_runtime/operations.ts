import type { JsonObject } from '../../../contract/json/json.js';
import type { RouteInput } from '../reference/input/input-checker.js';
import { problemReply } from '../reference/reply/problem.js';
import { type Reply, type StreamReply, jsonReply } from '../reference/reply/reply.js';
import type { Route } from '../runtime/route.js';
import type { OperationName } from './generated/routes.js';
import type { RunEvent } from './run.js';
import type { RunStore } from './run-store.js';

type Handler = (input: RouteInput, route: Route, runs: RunStore) => Reply | StreamReply | Promise<Reply>;

export const handlers: Readonly<Record<OperationName, Handler>> = { runScienceLoop, streamRunEvents };

/** Runs the loop and replies when the run has ended. A repeated request waits for the same run. */
async function runScienceLoop({ body }: RouteInput, route: Route, runs: RunStore): Promise<Reply> {
  const run = runs.start(body as JsonObject);
  if (run === undefined) return problemReply('conflict', { detail: 'The run exists with another request.' });
  return jsonReply(route.success.status, Buffer.from(await run.ended()));
}

function streamRunEvents({ path, header }: RouteInput, route: Route, runs: RunStore): Reply | StreamReply {
  const run = runs.get(String(path['run_id']));
  if (run === undefined) return problemReply('not-found', { detail: 'No run has this identifier.' });
  const last = Number(header['Last-Event-ID'] ?? 0);
  // Each client may resume at a different event, so a proxy must not cache the stream.
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return { kind: 'stream', status: route.success.status, headers, chunks: written(run.eventsAfter(last)) };
}

/** Writes events as text (WHATWG HTML §9.2.5). JSON text has no line breaks, so each event has one line of data. */
async function* written(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const { id, event, data } of events) yield `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}
