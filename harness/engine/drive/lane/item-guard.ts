import type { Case, StepFeed } from '../../../../contract/case.js';
import { type Contract, operationNamed } from '../../../../contract/contract.js';
import { argumentViolations } from '../../../../contract/inputs/input-violations.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { pathVariables, shapeOf } from '../../../../contract/path-relations.js';
import { decodePercent } from '../../../../contract/wire/percent.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import { replyOf } from '../../../../rules/reply.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { KnownValues } from '../../../cases/make-cases.js';
import { type PathId, pathIds } from '../../plan/running/path-ids.js';
import { isUnused } from '../../plan/running/unused-values.js';
import type { DirectClient } from './direct-client.js';

/** The parts of a call from which the guard decides whether the call is sent. */
type GuardedCall = Pick<Case, 'input' | 'raw' | 'setup' | 'feeds' | 'within'>;

/** The start of the reason for a case that the guard did not send. */
const NOT_SENT = 'not sent';

/**
 * Protects items of a running service that the check did not create. A call that may change something is sent only if
 * each identifier in its path is one of these:
 * - a value from the reply to a call of the check that changed something, or a value in the path of such a call;
 * - a configured value;
 * - a made-up value that identifies no item: an unusual one, or one for which the read of the item is answered 404.
 */
export class ItemGuard {
  /** For each operation, the number of calls that were not sent. */
  readonly notSent = new Map<OperationId, number>();
  /** The ids of accepted cases whose calls changed something in the service. */
  readonly #changes = new Set<string>();
  /** The identifiers of items that the check created or changed. */
  readonly #own = new Set<string>();

  constructor(
    private readonly contract: Contract,
    private readonly values: ReadonlyMap<string, KnownValues>,
  ) {}

  /**
   * Returns why a call is not sent, or `undefined` if it may be sent. Items that the setup calls of the case created
   * may be changed.
   */
  async refusal(
    operation: Operation,
    toRun: GuardedCall,
    client: Pick<DirectClient, 'call'>,
  ): Promise<string | undefined> {
    if (isSafeMethod(toRun.raw?.method ?? operation.method)) return undefined;
    const path = sentPath(operation, toRun);
    if (path === undefined) return this.#refused(operation, 'the path of the request may name an existing item');
    const created = createdBy(this.contract, toRun);
    for (const id of pathIds(this.contract, operation, { path }, this.values)) {
      if (created.has(id.value) || this.#isOwn(id, toRun)) continue;
      const isFed = feedOf(toRun, id) !== undefined;
      if (!isFed && (isUnused(this.contract, id) || (await this.#isAbsent(operation, id, path, client)))) continue;
      return this.#refused(
        operation,
        `\`${id.argument.name}\` may name an item that the check did not create: ${JSON.stringify(id.value)}`,
      );
    }
    return undefined;
  }

  /** Stores the identifiers of a call that the service accepted. */
  noted(observation: Observation): void {
    const { case: made } = observation;
    const operation = operationNamed(this.contract, made.operation);
    if (operation === undefined || isSafeMethod(made.raw?.method ?? operation.method)) return;
    if (!isSuccess(replyOf(observation)?.status ?? 0)) return;
    this.#changes.add(made.id);
    for (const id of pathIds(this.contract, operation, made.input, this.values)) this.#own.add(keyOf(id));
  }

  #refused(operation: Operation, reason: string): string {
    this.notSent.set(operation.id, (this.notSent.get(operation.id) ?? 0) + 1);
    return `${NOT_SENT}: ${reason}`;
  }

  #isOwn(id: PathId, toRun: GuardedCall): boolean {
    if (this.#own.has(keyOf(id))) return true;
    const feed = feedOf(toRun, id);
    if (feed === undefined || !this.#changes.has(feed.step)) return false;
    this.#own.add(keyOf(id));
    return true;
  }

  /** Whether a read shows that the item with this identifier does not exist. */
  async #isAbsent(
    operation: Operation,
    { argument, path: itemPath }: PathId,
    path: JsonObject,
    client: Pick<DirectClient, 'call'>,
  ): Promise<boolean> {
    const read = this.contract.operations.find(
      ({ method, path: other }) => method === 'get' && shapeOf(other) === shapeOf(itemPath),
    );
    if (read === undefined) return false;
    const own = pathVariables(read.path).map(
      (name, at) => [name, path[pathVariables(itemPath)[at] ?? ''] ?? ''] as const,
    );
    const reply = await client.call(read, { path: Object.fromEntries(own) });
    const isInvalid = argumentViolations(this.contract, operation, argument, { path }).length > 0;
    return isAbsence(reply, isInvalid);
  }
}

/**
 * Whether the reply shows that no item has an identifier: it is 404 or 410 or, if the contract forbids the identifier,
 * 400 or 422.
 */
function isAbsence(reply: WireResponse | FailedResponse | undefined, isInvalid: boolean): boolean {
  if (reply?.kind !== 'response') return false;
  return reply.status === 404 || reply.status === 410 || (isInvalid && (reply.status === 400 || reply.status === 422));
}

function feedOf({ feeds = [], within = [] }: GuardedCall, { argument }: PathId): StepFeed | undefined {
  return [...within, ...feeds].find(({ in: place, name }) => place === 'path' && name === argument.parameter?.name);
}

/**
 * The path arguments that are sent. `undefined` if the target of a raw request does not have the path of the operation.
 */
function sentPath({ path }: Operation, { input, raw }: GuardedCall): JsonObject | undefined {
  const names = pathVariables(path);
  if (raw?.target === undefined || names.length === 0) return input.path ?? {};
  const sent = (raw.target.split('?', 1)[0] ?? '').split('/');
  const parts = path.split('/');
  if (sent.length !== parts.length) return undefined;
  const found: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
    const text = decodePercent(sent[index] ?? '');
    if (text === undefined || (name === undefined && part !== text)) return undefined;
    if (name !== undefined) found.push([name, text]);
  }
  const given: JsonObject = input.path ?? {};
  return Object.fromEntries(
    found.map(([name, text]) => [name, String(given[name]) === text ? (given[name] ?? text) : text]),
  );
}

function keyOf({ path, value }: PathId): string {
  return JSON.stringify([shapeOf(path), String(value)]);
}

/** The identifiers that the client chose for items, in the setup calls of a case. */
function createdBy(contract: Contract, { setup = [] }: GuardedCall): ReadonlySet<Json> {
  const changes = setup.filter(({ operation }) => !isSafeMethod(operationNamed(contract, operation)?.method ?? 'get'));
  return new Set(changes.flatMap(({ input: { body } }) => (isJsonObject(body) ? Object.values(body) : [])));
}
