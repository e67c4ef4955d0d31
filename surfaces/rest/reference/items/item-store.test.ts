import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../contract/fixtures/any-character.js';
import { type Item, type ItemStore, openItemStore } from './item-store.js';

function withStore<Result>(use: (store: ItemStore) => Result): Result {
  const store = openItemStore(':memory:');
  try {
    return use(store);
  } finally {
    store.close();
  }
}

const read = (record: Uint8Array | undefined): unknown =>
  record === undefined ? undefined : JSON.parse(Buffer.from(record).toString());
const itemArbitrary = fc.record({
  item_id: fc.string({ minLength: 3, unit: anyCharacter }),
  rest: fc.jsonValue(),
}) as fc.Arbitrary<Item>;
const idsOf = (store: ItemStore): readonly unknown[] =>
  store.after(0, 1000).map(({ record }) => (read(record) as Item).item_id);

describe('ItemStore', () => {
  it('an added item is returned as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(itemArbitrary, (item) =>
        withStore((store) => {
          store.add(item);
          expect(read(store.get(item.item_id))).toEqual(JSON.parse(JSON.stringify(item)));
        }),
      ),
    );
  });

  it('omitted, null and empty members stay different', () => {
    const items = [
      { item_id: 'omitted' },
      { item_id: 'null', note: null },
      { item_id: 'empty', note: '', tags: [], labels: {} },
    ];
    withStore((store) => {
      for (const item of items) store.add(item);
      expect(items.map(({ item_id: itemId }) => read(store.get(itemId)))).toEqual(items);
    });
  });

  it('identifiers and values that differ only after a NUL stay different', () => {
    withStore((store) => {
      store.add({ item_id: 'a\0b', note: 'x\0y' });
      store.add({ item_id: 'a\0c', note: 'x\0z' });
      expect(read(store.get('a\0b'))).toEqual({ item_id: 'a\0b', note: 'x\0y' });
      expect(read(store.get('a\0c'))).toEqual({ item_id: 'a\0c', note: 'x\0z' });
      expect(store.get('a')).toBeUndefined();
    });
  });

  it('the first of two items with the same identifier is kept', () => {
    withStore((store) => {
      expect([store.add({ item_id: 'abc', n: 1 }), store.add({ item_id: 'abc', n: 2 })]).toEqual([true, false]);
      expect(read(store.get('abc'))).toEqual({ item_id: 'abc', n: 1 });
    });
  });

  it('items are listed in the order of their creation', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 3 })), (ids) =>
        withStore((store) => {
          for (const itemId of ids) store.add({ item_id: itemId });
          expect(idsOf(store)).toEqual(ids);
        }),
      ),
    );
  });

  it('a reset restores the marked state, and then the store accepts new items', () => {
    withStore((store) => {
      store.add({ item_id: 'kept' });
      store.mark();
      const before = store.after(0, 10);
      store.add({ item_id: 'gone' });
      const [, added] = store.after(0, 10);
      store.reset();
      expect(store.after(0, 10)).toEqual(before);
      expect(store.get('gone')).toBeUndefined();
      store.add({ item_id: 'gone' });
      expect(store.after(0, 10)[1]).toEqual(added);
    });
  });

  it('items are kept in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'item-store-'));
    try {
      const file = join(folder, 'items.sqlite');
      const first = openItemStore(file);
      first.add({ item_id: 'abc' });
      first.close();
      const second = openItemStore(file);
      expect(idsOf(second)).toEqual(['abc']);
      second.reset();
      expect(idsOf(second)).toEqual(['abc']);
      second.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a file that is not a database of this store is reported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'item-store-'));
    try {
      const file = join(folder, 'text');
      writeFileSync(file, 'not a database, yet long enough to be taken for the head of one'.repeat(20));
      expect(() => openItemStore(file)).toThrowError(expect.objectContaining({ code: 'database-unusable' }));
      expect(() => openItemStore(join(folder, 'no/such/folder'))).toThrowError(
        expect.objectContaining({ code: 'database-unusable' }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
