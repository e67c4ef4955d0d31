import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Browser, Frame } from 'playwright-core';
import { type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { HostedCall, HostedCard, HostedPage, HostedReply, ToolCall } from '../../hosted-page.js';
import type { Outcome } from '../../outcome.js';
import { PARSED_MARKUP } from '../../shown-json.js';
import { type CardDone, CardOperator, type CardTask } from '../operating/card-operator.js';
import { scriptLiteral } from '../operating/script-literal.js';
import { CardHost, type OpenCard } from './card-host.js';
import { HOST_FILE } from './host-file.js';
import { HostedOperator } from './hosted-operator.js';

/** How a session of the card converts a call to a task, and what the card shows to an outcome. */
export interface Conversions {
  readonly timeoutMs: number;
  /** The task that enters a call. `undefined` if the form has no input for it. */
  readonly task: (call: HostedCall['call']) => CardTask | undefined;
  readonly outcome: (done: CardDone) => Outcome;
}

/** The problem document with which the host answers a call that fails. */
const PROBLEM: JsonObject = { type: 'about:blank', title: 'Conflict', status: 409 };

/** The shortest time limit in a host. Nothing is tried again there, so a busy machine must not exceed it. */
const LEAST_MS = 5000;

/** The message of the host about a card that does not answer it contains this text. */
const HANDSHAKE = 'ui/notifications/initialized';

/** Shows a page in a host, and makes calls with it: see `HostedReplies`. */
export async function showHosted(browser: Browser, page: HostedPage, conversions: Conversions): Promise<HostedCard> {
  const [first] = page.calls;
  if (first === undefined) return { faults: [], replies: [] };
  const { html, policy } = page.reading;
  const csp = isJsonObject(policy) ? policy : undefined;
  const app = { uri: page.uri, html, csp, tool: { name: first.tool, inputSchema: { type: 'object' as const } } };
  const timeoutMs = Math.max(conversions.timeoutMs, LEAST_MS);
  const replies = new HostedReplies({ ...conversions, timeoutMs });
  try {
    const host = await CardHost.start(browser, HOST_FILE);
    const open = await host.open(app, { timeoutMs, call: replies.answer });
    try {
      return { faults: open.faults, replies: await replies.all(open, page.calls) };
    } finally {
      await open.page.close();
    }
  } catch (error) {
    // Other errors, such as the end of the browser, say nothing about the card.
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    if (!line.includes(HANDSHAKE)) throw error;
    return { faults: [line], replies: [] };
  }
}

/**
 * The replies of a page in a host. Each call succeeds once and fails once. The first call is also made by the host
 * itself, before the card makes it, because a card need not show a call of the host after a call of its own. After a
 * missing reply, no further calls are made.
 */
class HostedReplies {
  #requested: ToolCall[] = [];
  #result: CallToolResult = { content: [] };

  constructor(readonly conversions: Conversions) {}

  /** Answers the calls that the card requests from the host. */
  readonly answer = (call: ToolCall): Promise<CallToolResult> => {
    this.#requested.push(call);
    return Promise.resolve(this.#result);
  };

  async all(open: OpenCard, calls: readonly HostedCall[]): Promise<readonly HostedReply[]> {
    const frame = open.page.frames().at(-1);
    if (frame === undefined) return [];
    await frame.evaluate(`globalThis.cardOperator = new (${CardOperator.toString()})();
      globalThis.hostedOperator = new (${HostedOperator.toString()})(cardOperator); undefined`);
    const replies: HostedReply[] = [];
    for (const { caller, hosted, isError } of turns(calls)) {
      const name = scriptLiteral(hosted.call.operation.id);
      if (!(await frame.evaluate<boolean>(`hostedOperator.offers(${name})`))) continue;
      const answered = this.#prepare(hosted, isError);
      const done = caller === 'host' ? await this.#pushed(open, frame, name) : await this.#called(frame, hosted);
      if (done === undefined || done.kind === 'inexpressible') continue;
      const outcome = this.conversions.outcome(done);
      replies.push({ hosted, caller, answered, isError, requested: this.#requested, outcome });
      if (outcome.kind === 'timeout') break;
    }
    return replies;
  }

  #prepare({ content }: HostedCall, isError: boolean): JsonObject {
    const answered = isError ? PROBLEM : content;
    const text = { type: 'text' as const, text: JSON.stringify(answered) };
    this.#result = { content: [text], structuredContent: answered, ...(isError && { isError }) };
    this.#requested = [];
    return answered;
  }

  /** The host makes the call, and sends its arguments and its result to the card. */
  async #pushed({ page }: OpenCard, frame: Frame, name: string): Promise<CardDone> {
    await frame.evaluate(`hostedOperator.clear(${name})`);
    await page.evaluate(`cardHost.push({}, ${scriptLiteral(this.#result)})`);
    const limits = `${this.conversions.timeoutMs}, ${scriptLiteral(PARSED_MARKUP)}`;
    return frame.evaluate<CardDone>(`hostedOperator.shown(${name}, ${limits})`);
  }

  async #called(frame: Frame, { call }: HostedCall): Promise<CardDone | undefined> {
    const { task: taskOf, timeoutMs } = this.conversions;
    const task = taskOf(call);
    if (task === undefined) return undefined;
    return frame.evaluate<CardDone>(`cardOperator.perform(${scriptLiteral({ ...task, timeoutMs, isHosted: true })})`);
  }
}

type Turn = Pick<HostedReply, 'caller' | 'hosted' | 'isError'>;

function* turns(calls: readonly HostedCall[]): Generator<Turn> {
  for (const hosted of calls.slice(0, 1))
    for (const isError of [false, true]) yield { caller: 'host', hosted, isError };
  for (const hosted of calls) for (const isError of [false, true]) yield { caller: 'card', hosted, isError };
}
