import { isAlias, isMap, isSeq, type LineCounter, type Node, type YAMLMap } from 'yaml';
import type { DocumentEntries, DocumentTargets, EntryPair } from './document-entries.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { SourceLocation } from '../json/source-location.js';

/** The parts of a parsed file that are needed to find the line and column of a value. */
export interface DocumentPlaces {
  readonly file: string;
  readonly contents: Node | null;
  readonly lines: LineCounter;
  readonly entries: DocumentEntries;
  readonly targets: DocumentTargets;
}

/**
 * The line and column of a pointer: those of the key of a member, or of the first character of a list item. If the
 * pointer does not exist, they are those of its nearest existing ancestor. The result contains the requested `pointer`
 * in both cases.
 */
export function locatePointer(places: DocumentPlaces, pointer: string): SourceLocation {
  let node = places.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const token of pointerTokens(pointer)) {
    const step = stepInto(places, node, token);
    if (step === undefined) break;
    node = step.node;
    offset = step.offset ?? offset;
  }
  return locationAt(places, offset, pointer);
}

export function locationAt(
  places: Pick<DocumentPlaces, 'file' | 'lines'>,
  offset: number,
  pointer: string,
): SourceLocation {
  const { line, col } = places.lines.linePos(offset);
  // In an empty document, the library reports line 0 and column 0.
  return { file: places.file, line: Math.max(line, 1), column: Math.max(col, 1), pointer };
}

interface Step {
  readonly node: Node | null;
  readonly offset: number | undefined;
}

function stepInto(places: DocumentPlaces, from: Node | null, token: string): Step | undefined {
  const node = behindAlias(places, from);
  if (isMap(node)) return entryStep(places, node, token);
  if (!isSeq(node)) return undefined;
  const item = (node.items as readonly (Node | null)[])[Number(token)];
  return item === undefined ? undefined : { node: item, offset: item?.range?.[0] };
}

function entryStep(places: DocumentPlaces, map: YAMLMap, token: string): Step | undefined {
  const entries = places.entries.get(map);
  const pair = entries?.named.get(token);
  if (pair !== undefined) return { node: pair.value, offset: pair.key.range?.[0] };
  for (const merged of entries?.merged ?? []) {
    const step = mergedStep(places, merged, token);
    if (step !== undefined) return step;
  }
  return undefined;
}

/**
 * Locates a member that comes from the merge key `<<`. Its location is where the member is written, inside the merged
 * mapping. The recursion ends because a mapping cannot be merged into itself.
 */
function mergedStep(places: DocumentPlaces, merged: EntryPair, token: string): Step | undefined {
  const value = behindAlias(places, merged.value);
  const sources = isSeq(value) ? (value.items as readonly (Node | null)[]) : [value];
  for (const source of sources) {
    const map = behindAlias(places, source);
    const step = isMap(map) ? entryStep(places, map, token) : undefined;
    if (step !== undefined) return step;
  }
  return undefined;
}

function behindAlias(places: DocumentPlaces, node: Node | null): Node | null {
  return isAlias(node) ? (places.targets.get(node) ?? null) : node;
}
