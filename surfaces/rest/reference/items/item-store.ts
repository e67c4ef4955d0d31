import { DatabaseSync } from '@photostructure/sqlite';
import type { JsonObject } from '../../../../contract/json/json.js';
import { ParityError } from '../../../../contract/parity-error.js';

// A package for SQLite is used, because Node 20 does not have `node:sqlite`. The example is not part of the published
// package, so a development dependency is sufficient.

/** An item with its `item_id`, and any other members that the contract defines. */
export type Item = JsonObject & { readonly item_id: string };

/** One row of the store. `record` is the JSON text of the item in UTF-8, as it is sent. */
interface StoredRecord {
  readonly sequence: number;
  readonly record: Uint8Array;
}

/** Stores items in the order of their creation. Items never change, and only `reset` removes items. */
export interface ItemStore {
  /** Adds an item. If an item with the same identifier exists, it stays unchanged, and the result is false. */
  add(item: Item): boolean;
  get(itemId: string): Uint8Array | undefined;
  /** Returns at most `count` records after the record with this sequence number. 0 stands for the start of the list. */
  after(sequence: number, count: number): readonly StoredRecord[];
  /** Marks the current state, to which `reset` returns. */
  mark(): void;
  reset(): void;
  close(): void;
}

/**
 * Opens the store. Identifiers are BLOBs: SQLite ends a TEXT at a NUL, so two different identifiers could become equal.
 * A record is one BLOB, because columns for its fields could not distinguish omitted from null. Throws a `ParityError`
 * (`database-unusable`) if the file is not a database of this store.
 */
export function openItemStore(file: string): ItemStore {
  try {
    return storeIn(new DatabaseSync(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ParityError(
      'database-unusable',
      `${file} cannot be used as the database: ${reason}`,
      'Set --database to a new file in a writable folder, or to :memory:.',
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
    // Removing the newer items restores the marked state, because existing items never change.
    reset: () => {
      truncate.run(marked);
    },
    close: () => database.close(),
  };
}
