import { isScalar, type Alias, type Node, type Pair, Scalar, type YAMLMap } from 'yaml';

export type EntryPair = Pair<Node, Node | null>;

/** The entries of one mapping by their JSON names, and its merge keys (`<<`) separately. */
export interface MappingEntries {
  readonly named: ReadonlyMap<string, EntryPair>;
  readonly merged: readonly EntryPair[];
}

export type DocumentEntries = Map<YAMLMap, MappingEntries>;
export type DocumentTargets = Map<Alias, Node>;
export type OnFault = (node: Node | null | undefined, code: string, message: string, repair: string) => void;

/**
 * Reads the keys of a mapping. The YAML library's check for repeated keys is quadratic and treats `200` and `"200"` as
 * different keys, although both are the same JSON member name.
 */
export function readEntries(map: YAMLMap, mergeKeys: boolean, report: OnFault): MappingEntries {
  const named = new Map<string, EntryPair>();
  const merged: EntryPair[] = [];
  for (const pair of map.items as readonly EntryPair[]) {
    const name = keyName(pair.key);
    if (name === undefined) {
      report(
        pair.key,
        'document-key',
        'a mapping key is not a string, a number or a boolean',
        'Write a string as the key.',
      );
    } else if (mergeKeys && name === '<<' && isScalar(pair.key) && pair.key.type === Scalar.PLAIN) {
      merged.push(pair);
    } else if (named.has(name)) {
      report(
        pair.key,
        'document-duplicate-key',
        `the mapping has the key ${JSON.stringify(name)} twice`,
        'Keep one of the two.',
      );
    } else {
      named.set(name, pair);
    }
  }
  return { named, merged };
}

/**
 * The name of a key. Numbers and booleans become names as written: a response `200:` is the key "200", a version `1.0:`
 * the key "1.0".
 */
function keyName(key: Node | null): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.source ?? String(key.value);
}
