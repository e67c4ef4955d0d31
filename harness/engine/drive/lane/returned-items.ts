import type { Collection } from '../../../../contract/collections/collection.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import type { OperationId } from '../../../../contract/operation.js';
import { replyJson, replyOf } from '../../../../rules/reply.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';
import type { Observation } from '../../../../surfaces/observation.js';

/** The maximum number of stored identifiers. When it is reached, all items with other identifiers count as new. */
const MAX_ITEMS = 100_000;

/**
 * The items that create operations have returned in a run. A service may answer a create with an existing item, for
 * example an item of the same name. Such a reply has the identifier and the values of the earlier create.
 */
export class ReturnedItems {
  /** For each create, the JSON pointer to the identifier in its reply. The service assigns this identifier. */
  readonly #pointers: ReadonlyMap<OperationId, string>;
  readonly #known = new Set<string>();

  constructor(collections: readonly Collection[]) {
    this.#pointers = new Map(
      collections.flatMap(({ create, read }) =>
        create === undefined || read === undefined || read.id.location !== undefined
          ? []
          : [[create.id, read.id.pointer] as const],
      ),
    );
  }

  /** Forgets all items that creates have returned, because the service was reset. */
  clear(): void {
    this.#known.clear();
  }

  /**
   * Stores the item in a reply to a create operation. Returns the observation, with a statement whether an earlier
   * create has already returned this item.
   */
  noted(observation: Observation): Observation {
    const id = this.#identifier(observation);
    if (id === undefined) return observation;
    const isKnown = this.#known.has(id);
    if (this.#known.size < MAX_ITEMS) this.#known.add(id);
    // A 201 states that the item is new. `state/new-item` reports it if its identifier is not new.
    return isKnown && replyOf(observation)?.status !== 201 ? { ...observation, isEarlierItem: true } : observation;
  }

  #identifier(observation: Observation): string | undefined {
    const { operation, input } = observation.case;
    const pointer = this.#pointers.get(operation);
    const reply = pointer === undefined ? undefined : replyOf(observation);
    if (pointer === undefined || reply === undefined || !isSuccess(reply.status)) return undefined;
    const id = valueAt(replyJson(reply), pointer);
    // If the client chooses the identifier, it may be repeated for an item with new values.
    if ((typeof id !== 'string' && typeof id !== 'number') || isSent(input.body, id)) return undefined;
    return `${operation} ${JSON.stringify(id)}`;
  }
}

function isSent(body: Json | undefined, id: Json): boolean {
  return isJsonObject(body) && Object.values(body).includes(id);
}
