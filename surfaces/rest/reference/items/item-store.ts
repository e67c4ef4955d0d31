import { DatabaseSync } from '@photostructure/sqlite';
import type { JsonObject } from '../../../../contract/json/json.js';
import { ParityError } from '../../../../contract/parity-error.js';

// `node:sqlite` is not used, because Node 20 does not have it. The example is not part of the package, so a development
// dependency is sufficient.

/** An item: it has at least `item_id`, and the other members of the contract. */
export type Item = JsonObject & { readonly item_id: string };

/** A record is the item's JSON text in UTF-8, as it is sent. */
interface StoredRecord {
  readonly sequence: number;
  readonly record: Uint8Array;
}

/** Keeps items in the order of their creation. Only `reset` changes or removes items. */
export interface ItemStore {
  /** Adds an item. Returns false if the identifier is taken; the existing item stays. */
  add(item: Item): boolean;
  get(itemId: string): Uint8Array | undefined;
  /** Up to `count` records after the record with the given sequence number; 0 is before the first. */
  after(sequence: number, count: number): readonly StoredRecord[];
  /** Marks the current state; `reset` returns to it. */
  mark(): void;
  reset(): void;
  close(): void;
}

/**
 * Opens the store. Identifiers are BLOBs, because TEXT ends at a NUL: two different identifiers could become equal. A
 * record is one BLOB, because columns for its fields would not distinguish omitted from null. Throws a `ParityError`
 * (`database-unusable`) for a file that is not such a store.
 */
export function openItemStore(file: string): ItemStore {
  try {
    return storeIn(new DatabaseSync(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ParityError(
      'database-unusable',
      `${file} cannot be used as the database: ${reason}`,
      'Name a new file in a folder that can be written, or :memory:.',
      { cause },
    );
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS items (
  sequence INTEGER PRIMARY KEY,
  item_id BLOB NOT NULL UNIQUE,
  record BLOB NOT NULL
) STRICT`;

function storeIn(database: InstanceType<typeof DatabaseSync>): ItemStore {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  database.exec(TABLE);
  const insert = database.prepare('INSERT INTO items (item_id, record) VALUES (?, ?) ON CONFLICT (item_id) DO NOTHING');
  const select = database.prepare('SELECT record FROM items WHERE item_id = ?');
  const page = database.prepare('SELECT sequence, record FROM items WHERE sequence > ? ORDER BY sequence LIMIT ?');
  const last = database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM items');
  const truncate = database.prepare('DELETE FROM items WHERE sequence > ?');
  const lastSequence = (): number => (last.get() as { readonly sequence: number }).sequence;
  let marked = lastSequence();
  return {
    add: (item) => insert.run(Buffer.from(item.item_id), Buffer.from(JSON.stringify(item))).changes === 1,
    get: (itemId) => (select.get(Buffer.from(itemId)) as { readonly record: Uint8Array } | undefined)?.record,
    after: (sequence, count) => page.all(sequence, count) as StoredRecord[],
    mark: () => {
      marked = lastSequence();
    },
    // Removing the newer items restores the exact state, because items are only ever added.
    reset: () => {
      truncate.run(marked);
    },
    close: () => database.close(),
  };
}
