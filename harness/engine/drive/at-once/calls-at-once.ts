import type { RequestMessage } from '../../../../contract/wire/message.js';
import { isSameMessage } from '../../../../contract/wire/request/same-message.js';
import type { Exchange } from '../../../../surfaces/exchange.js';
import type { Outcome } from '../../../../surfaces/outcome.js';
import { isExcerpt } from '../../../../surfaces/http/body-excerpt.js';
import type { Upload } from '../../../../surfaces/http/http-exchange.js';
import type { Responder } from '../../../tap/tap.js';
import type { ReadWritten } from '../../../tap/written-request.js';
import { ScheduleGate } from './schedule-gate.js';

interface RunningCall {
  readonly lane: number;
  /** The request that a correct surface would send for the call. */
  readonly expected: RequestMessage | undefined;
  readonly exchanges: RunningExchange[];
}

interface RunningExchange {
  readonly request: RequestMessage;
  /** Returns the request as it was written to the service. Set only if the written bytes were recorded. */
  written?: ReadWritten;
  response: Exchange['response'];
}

/**
 * Concurrent calls of several lanes on one service. The schedule gives the order of three events of each request: its
 * arrival, the end of its body, and its reply. So requests overlap in the same way in every run.
 */
export class CallsAtOnce {
  private readonly gate: ScheduleGate;
  private readonly running = new Set<RunningCall>();

  constructor(
    schedule: readonly number[],
    private readonly respond: Responder,
  ) {
    this.gate = new ScheduleGate(schedule);
  }

  /** Makes one call on a lane. Returns the outcome, and the exchanges that belong to the call. */
  async make(
    lane: number,
    expected: RequestMessage | undefined,
    call: () => Promise<Outcome>,
  ): Promise<{ readonly outcome: Outcome; readonly exchanges: readonly Exchange[] }> {
    const own: RunningCall = { lane, expected, exchanges: [] };
    this.running.add(own);
    try {
      const outcome = await call();
      return { outcome, exchanges: own.exchanges.map(recorded) };
    } finally {
      this.running.delete(own);
    }
  }

  endLane(lane: number): void {
    this.gate.end(lane);
  }

  /**
   * Returns a responder that answers requests in the order of the schedule. The second half of a reply is sent after
   * the next event. `lane` is the lane from which all its requests come. Without `lane`, the content of a request
   * decides to which call it belongs.
   */
  responder(lane?: number): Responder {
    return async (request, passing = {}) => {
      const call = this.callOf(request, lane);
      if (call === undefined) return this.respond(request, passing);
      const exchange: RunningExchange = { request, response: UNANSWERED };
      call.exchanges.push(exchange);
      const onWrite = passing.onWrite && { onWrite: (read: ReadWritten) => void (exchange.written = read) };
      const upload = await this.arrival(call.lane, request);
      const reply = await this.respond(request, { ...passing, ...onWrite, ...(upload && { upload }) });
      await this.gate.pass(call.lane);
      exchange.response = reply;
      // A client that calls without a connection to the tap gets each reply as a whole.
      return passing.onWrite === undefined ? inParts(reply, this.gate.following()) : reply;
    };
  }

  /**
   * Waits until the schedule allows a request to arrive. If the request has a body, returns how to send the body in two
   * parts.
   */
  private async arrival(lane: number, { body }: RequestMessage): Promise<Upload | undefined> {
    if (body.byteLength < 2) {
      await this.gate.pass(lane);
      return undefined;
    }
    let begun = (): void => undefined;
    await this.gate.pass(lane, new Promise((resolve) => (begun = resolve)));
    return { begun, rest: this.gate.pass(lane) };
  }

  /**
   * Finds the call to which a request belongs. A call that expects this request comes first, then any call that has not
   * sent a request yet.
   */
  private callOf(request: RequestMessage, lane: number | undefined): RunningCall | undefined {
    const calls = [...this.running].filter((call) => lane === undefined || call.lane === lane);
    const silent = calls.filter(({ exchanges }) => exchanges.length === 0);
    const same = silent.filter(({ expected }) => expected !== undefined && isSameMessage(expected, request));
    return (
      same.toSorted((one, other) => headersShared(other, request) - headersShared(one, request))[0] ??
      silent.find(({ expected }) => expected !== undefined && isSameTarget(expected, request)) ??
      silent[0] ??
      calls[0]
    );
  }
}

/**
 * How well the headers of a request match the headers that a call should send: the number of expected headers that the
 * request has, minus the number that it lacks. Two calls may differ only in a header, such as an idempotency key.
 */
function headersShared({ expected }: RunningCall, { headers }: RequestMessage): number {
  const sent = new Set(headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`));
  const wanted = expected?.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`) ?? [];
  return wanted.reduce((sum, header) => sum + (sent.has(header) ? 1 : -1), 0);
}

const UNANSWERED = { kind: 'failed', reason: 'no reply before the call ended' } as const;

function recorded({ request, response, written }: RunningExchange): Exchange {
  return { request: written?.() ?? request, response };
}

/** A reply whose second half is sent later, so that replies can overlap. */
function inParts(reply: Exchange['response'], rest: Promise<void>): Exchange['response'] {
  if (reply.kind !== 'response' || isExcerpt(reply.body) || reply.body.byteLength < 2) return reply;
  const chunks = [Math.ceil(reply.body.byteLength / 2)];
  return { delivery: { chunks, cut: false, rest }, ...reply };
}

function isSameTarget(one: RequestMessage, other: RequestMessage): boolean {
  return one.method === other.method && one.target === other.target;
}

/** The service as a lane calls it. During concurrent calls, requests are answered in the order of the schedule. */
export class GatedService {
  calls: CallsAtOnce | undefined;

  constructor(readonly respond: Responder) {}

  responder(lane?: number): Responder {
    return (request, passing) => {
      const respond = this.calls?.responder(lane) ?? this.respond;
      return respond(request, passing);
    };
  }
}
