import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Json } from '../../../contract/json/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { RestartLimit } from '../../process/restart-limit.js';
import type { Call, DriverContext, DriverSession } from '../../driver.js';
import type { Observable } from '../../observation.js';
import { HOST_CAPABILITIES } from '../../hosted-page.js';
import type { Contradiction, Outcome } from '../../outcome.js';
import type { LogTail } from '../../process/log-tail.js';
import { needsSchema, omittedArguments, toolArguments } from './call-arguments.js';
import { AS_IT_CAME, type Connection, connect } from './connection.js';
import type { McpDriverOptions } from './driver-options.js';
import { resultOutcome } from './result-outcome.js';
import { serverInventory } from './server-inventory.js';
import { ServerSlot } from './server-slot.js';
import { ToolSchemas } from './tool-schemas.js';
import { callUnknownTool } from './unknown-tool.js';
import { type OutputShape, toolOutput } from '../tools/tool-output.js';

/**
 * Starts a session, and the server with the configured token. Servers with other tokens are started when a case needs
 * them.
 */
export async function startSession(options: McpDriverOptions, context: DriverContext): Promise<DriverSession> {
  const session: Session = {
    context,
    options,
    slots: new Map(),
    restartLimit: new RestartLimit(context.surface),
    stopped: false,
    shapes: new Map(
      context.contract.operations.map((operation) => [operation.id, toolOutput(operation, context.contract).shape]),
    ),
  };
  const { client, link } = await slotFor(session, context.token).connection();
  session.log = link?.log;
  const server = client.getServerVersion();
  return {
    description: { name: server?.name ?? 'MCP server', ...(server === undefined ? {} : { version: server.version }) },
    observes: new Set<Observable>(['value', 'schemas', ...(options.failures === 'text' ? [] : (['problem'] as const))]),
    run: (call) => run(session, call),
    takeLog: () => session.log?.take() ?? '',
    inventory: () =>
      serverInventory(
        slotFor(session, context.token),
        () => connect(options, context, context.token, HOST_CAPABILITIES),
        context.timeoutMs,
      ),
    // A server with its own conventions may offer tools that it does not list.
    ...(options.tools === undefined && {
      unknownOperation: (name) => callUnknownTool(slotFor(session, context.token), name, context.timeoutMs),
    }),
    stop: async () => {
      session.stopped = true;
      await Promise.all([...session.slots.values()].map((slot) => slot.discard()));
      session.slots.clear();
    },
  };
}

interface Session {
  readonly context: DriverContext;
  readonly options: McpDriverOptions;
  /**
   * Limits the restarts. The servers of all tokens share one limit, because a call that ends one server would also end
   * the others.
   */
  readonly restartLimit: RestartLimit;
  readonly slots: Map<string | undefined, ServerSlot>;
  readonly shapes: ReadonlyMap<OperationId, OutputShape>;
  /** The schemas that the tools declare. They are read before the first call. */
  schemas?: Promise<ToolSchemas>;
  /** The log of the server that ran the last call. It is kept when the server has ended. */
  log?: LogTail | undefined;
  /** True after `stop`. No server is started any more, because nothing would end it. */
  stopped: boolean;
}

function slotFor(session: Session, token: string | undefined): ServerSlot {
  let slot = session.slots.get(token);
  if (slot === undefined) {
    slot = new ServerSlot(() => connect(session.options, session.context, token));
    session.slots.set(token, slot);
  }
  return slot;
}

async function run(session: Session, call: Call): Promise<Outcome> {
  const mapping = session.options.tools?.[call.operation.id];
  const name = mapping?.name ?? call.operation.tool?.name;
  if (name === undefined) return { kind: 'inexpressible', reason: `${call.operation.id} has no tool` };
  if (session.options.url !== undefined && call.token !== session.context.token) {
    return { kind: 'inexpressible', reason: 'a running server has its own token, which the driver cannot change' };
  }
  const context = { schemas: session.context.contract.schemas, mapping };
  const early = needsSchema(call) ? undefined : toolArguments(call, context);
  if (early?.kind === 'inexpressible') return early;
  if (session.stopped) return { kind: 'crash', detail: 'the session was stopped before this call' };
  session.restartLimit.assertNotReached(call.operation.id);
  const slot = slotFor(session, call.token);
  try {
    const opened = await slot.connection();
    const schemas = await (session.schemas ??= declaredSchemas(slot, opened, session.context.timeoutMs));
    const connection = await slot.connection();
    session.log = connection.link?.log;
    const given = early ?? toolArguments(call, { ...context, declared: schemas.inputOf(name) });
    if (given.kind === 'inexpressible') return given;
    const params = { name, arguments: given.arguments };
    return await request(session, slot, connection, call, { params, schemas });
  } catch (error) {
    // The server did not start. The next call tries to start it again.
    session.restartLimit.count(call.operation.id, textOf(error));
    await slot.discard();
    return { kind: 'crash', detail: textOf(error) };
  }
}

/**
 * Reads the schemas that the tools declare. If this ends the server, the server is restarted, and the end does not
 * count as a crash of a call.
 */
async function declaredSchemas(
  slot: ServerSlot,
  { client, link }: Connection,
  timeoutMs: number,
): Promise<ToolSchemas> {
  const schemas = await ToolSchemas.of(client, timeoutMs);
  if (link?.endReason !== undefined) await slot.discard();
  return schemas;
}

async function request(
  session: Session,
  slot: ServerSlot,
  connection: Connection,
  call: Call,
  { params, schemas }: { readonly params: ToolParams; readonly schemas: ToolSchemas },
): Promise<Outcome> {
  const { client, link } = connection;
  const mapping = session.options.tools?.[call.operation.id];
  const omitted = (): readonly string[] =>
    omittedArguments(call, { schemas: session.context.contract.schemas, mapping });
  const held = (outcome: Outcome, result?: Json): Outcome =>
    withContradictions(outcome, schemas.contradictions(params.name, params.arguments, result, omitted));
  try {
    const result = await client.request({ method: 'tools/call', params }, AS_IT_CAME, {
      timeout: session.context.timeoutMs,
    });
    const noise = link?.takeNoise();
    session.restartLimit.reset(call.operation.id);
    return noise === undefined
      ? held(resultOutcome(result, session.shapes.get(call.operation.id) ?? 'none'), result as Json)
      : noiseOutcome(noise, '');
  } catch (error) {
    const failure = await failureOutcome(error, slot, connection, session.context.timeoutMs);
    if (link?.endReason === undefined) session.restartLimit.reset(call.operation.id);
    else session.restartLimit.count(call.operation.id, failure.kind === 'crash' ? failure.detail : link.endReason);
    return held(failure);
  }
}

/**
 * Adds to an outcome the contradictions between the call and the schemas of the tool. A crash or a timeout stays
 * unchanged.
 */
function withContradictions(outcome: Outcome, contradictions: readonly Contradiction[] = []): Outcome {
  if (
    contradictions.length === 0 ||
    (outcome.kind !== 'value' && outcome.kind !== 'problem' && outcome.kind !== 'refused')
  )
    return outcome;
  return { ...outcome, native: { ...outcome.native, contradictions } };
}

async function failureOutcome(
  error: unknown,
  slot: ServerSlot,
  { link }: Connection,
  timeoutMs: number,
): Promise<Outcome> {
  // A broken pipe is often reported before the process has ended.
  if (link !== undefined && !(error instanceof SdkError) && !(error instanceof ProtocolError))
    await link.ending(GRACE_MS);
  const noise = link?.takeNoise();
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    await slot.discard();
    return noise === undefined
      ? { kind: 'timeout', afterMs: timeoutMs }
      : noiseOutcome(noise, `; the server did not answer within ${timeoutMs} ms`);
  }
  if (link?.endReason !== undefined) {
    const before = noise === undefined ? '' : ` after ${JSON.stringify(noise)} on stdout`;
    await slot.discard();
    return { kind: 'crash', detail: `${link.endReason}${before}${link.lastWords}` };
  }
  return noise === undefined ? errorOutcome(error) : noiseOutcome(noise, '');
}

const GRACE_MS = 2000;

/**
 * The outcome of a call during which the server wrote a line to stdout that is not an MCP message. MCP 2025-11-25,
 * Transports, stdio: the server MUST NOT write such a line.
 */
function noiseOutcome(noise: string, more: string): Outcome {
  const detail = `the server wrote ${JSON.stringify(noise)} to stdout, which is not an MCP message${more}`;
  // A JSON object is an invalid message. Any other line is output of a log or a library.
  return { kind: 'crash', detail, ...(!noise.trimStart().startsWith('{') && { strayOutput: true }) };
}

/**
 * A type and not an interface: the parameter type of the package has an index signature, to which an interface is not
 * assignable.
 */
type ToolParams = { readonly name: string; readonly arguments: Record<string, Json> };

/**
 * The outcome of a call that is answered with a JSON-RPC error. Such an error comes from the tool server and not from
 * the service behind it. The code -32602 means that the tool server refused the parameters.
 */
function errorOutcome(error: unknown): Outcome {
  if (!(error instanceof ProtocolError)) return { kind: 'crash', detail: textOf(error) };
  if (error.code === (ProtocolErrorCode.InvalidParams as number))
    return { kind: 'refused', by: 'client', reason: error.message };
  return { kind: 'crash', detail: `JSON-RPC error ${error.code}: ${error.message}` };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
