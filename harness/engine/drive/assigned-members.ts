import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { sameJson } from '../../../rules/values/same-json.js';
import type { Case } from '../../../contract/case.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { AssignedMembers } from '../../../rules/rule.js';
import { replyJson } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { FailedResponse, WireResponse } from '../../../surfaces/exchange.js';
import type { BackendInstance } from '../../backends/backend.js';
import type { PlannedCase } from '../plan/planned/planned-case.js';
import { DirectClient } from './lane/direct-client.js';
import { untilStopped } from './lane/stopping.js';

/** Calls one instance of the service directly, without a surface. Each call starts from the initial state. */
export class InstanceCalls {
  readonly #client: DirectClient;
  readonly #instance: BackendInstance;
  readonly #signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #isChanged = false;
  /** True after a timeout: no more calls are made on this instance. The cases report their own timeouts later. */
  #isSilent = false;

  constructor(options: InstanceOptions, instance: BackendInstance) {
    this.#timeoutMs = options.timeoutMs;
    this.#client = new DirectClient(options, instance.respond);
    this.#instance = instance;
    this.#signal = options.signal;
  }

  async callAnew(operation: Operation, { input }: Case): Promise<WireResponse | FailedResponse | undefined> {
    if (this.#isSilent) return undefined;
    if (this.#isChanged) await this.#instance.reset?.();
    this.#isChanged = true;
    return untilStopped(this.#signal, () => this.#inTime(this.#client.call(operation, input)));
  }

  async #inTime<T>(call: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#isSilent = true;
        resolve(undefined);
      }, this.#timeoutMs);
    });
    // If the call fails after the time limit, its rejection must not count as unhandled.
    call.catch(() => undefined);
    return Promise.race([call, late]).finally(() => clearTimeout(timer));
  }
}

type InstanceOptions = DirectClient['options'] & { readonly signal?: AbortSignal; readonly timeoutMs: number };

/** The maximum number of operations whose calls are compared, to limit the time before the first case. */
const MOST_OPERATIONS = 60;

/**
 * Finds the members whose values the service assigns: identifiers, times, and counters that a reset does not restore.
 * Two identical calls in the initial state give different values for these members.
 */
export async function assignedMembers(
  [one, other]: readonly [InstanceCalls, InstanceCalls],
  cases: readonly PlannedCase[],
  stopped: () => boolean,
): Promise<AssignedMembers> {
  const members = new Map<OperationId, ReadonlySet<string>>();
  for (const [operation, made] of callsOf(cases)) {
    if (stopped()) break;
    const pointers = new Set<string>();
    let isKnown = false;
    for (const each of made) {
      // Only creates are also called on a second instance. Two instances may assign different identifiers. If their
      // replies to the same read differ, this is a fault of the service.
      const calls = operation.requestBody === undefined ? [one, one] : [one, one, other];
      const replies: (WireResponse | FailedResponse | undefined)[] = [];
      for (const calling of calls) replies.push(await calling.callAnew(operation, each).catch(expected));
      const values = replies.flatMap((reply) => jsonOf(reply));
      if (values.length < calls.length) continue;
      isKnown = true;
      for (const value of values.slice(1))
        for (const pointer of differing(values[0] ?? null, value, '')) pointers.add(pointer);
    }
    if (isKnown) members.set(operation.id, pointers);
  }
  return members;
}

/**
 * The calls to compare for each operation: the first accepted case, and the accepted case whose body has the most
 * members.
 */
function callsOf(cases: readonly PlannedCase[]): readonly (readonly [Operation, readonly Case[]])[] {
  const accepted = new Map<Operation, Case[]>();
  for (const { operation, case: made } of cases) {
    const { expect, token, raw, setup } = made;
    const isAccepted = expect.kind === 'accepted' && token === 'configured' && raw === undefined && setup === undefined;
    if (isAccepted) accepted.set(operation, [...(accepted.get(operation) ?? []), made]);
  }
  return [...accepted].slice(0, MOST_OPERATIONS).map(([operation, made]) => {
    const [largest] = made.toSorted((a, b) => membersOf(b) - membersOf(a));
    return [operation, [...new Set([...made.slice(0, 1), ...(largest ? [largest] : [])])]] as const;
  });
}

function membersOf({ input: { body } }: Case): number {
  return isJsonObject(body) ? Object.keys(body).length : 0;
}

function jsonOf(
  reply: WireResponse | FailedResponse | undefined,
): readonly NonNullable<ReturnType<typeof replyJson>>[] {
  const value = reply?.kind === 'response' && isSuccess(reply.status) ? replyJson(reply) : undefined;
  return value === undefined || value === null ? [] : [value];
}

function differing(one: Json, other: Json, at: string): readonly string[] {
  if (isJsonObject(one) && isJsonObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      differing(ownValue(one, name) ?? null, ownValue(other, name) ?? null, joinPointer(at, name)),
    );
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return (one as readonly Json[]).flatMap((element, index) =>
      differing(element, (other as readonly Json[])[index] ?? null, joinPointer(at, '*')),
    );
  return sameJson(one, other) ? [] : [at];
}

/**
 * Ignores a `ParityError`, such as a failed reset, because the first case on the service will report it. Rethrows all
 * other errors.
 */
function expected(error: unknown): undefined {
  if (!(error instanceof ParityError)) throw error;
  return undefined;
}
