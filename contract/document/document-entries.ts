import { isScalar, type Alias, type Node, type Pair, Scalar, type YAMLMap } from 'yaml';

export type EntryPair = Pair<Node, Node | null>;

/** The entries of one YAML mapping by their names in JSON, and the entries of its merge keys (`<<`). */
export interface MappingEntries {
  readonly named: ReadonlyMap<string, EntryPair>;
  readonly merged: readonly EntryPair[];
}

export type DocumentEntries = Map<YAMLMap, MappingEntries>;
export type DocumentTargets = Map<Alias, Node>;
export type OnFault = (node: Node | null | undefined, code: string, message: string, repair: string) => void;

/**
 * Reads the keys of a mapping. The YAML library's own check for repeated keys is not used: it is quadratic, and it
 * treats `200` and `"200"` as different keys, although both become the same JSON member name.
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
        'Remove one of the two keys.',
      );
    } else {
      named.set(name, pair);
    }
  }
  return { named, merged };
}

/**
 * The name that a YAML key has in JSON. The name of a number or a boolean is its spelling: `200:` has the name "200",
 * and `1.0:` has the name "1.0".
 */
function keyName(key: Node | null): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.source ?? String(key.value);
}
