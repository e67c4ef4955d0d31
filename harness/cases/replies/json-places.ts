import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { type Path, withPart } from '../../../contract/json/json-part.js';

/** A part of a JSON value, with its path from the root. */
export interface JsonPlace {
  readonly path: Path;
  readonly value: Json;
}

/** The value itself and its parts, the outer parts first. At most `most` parts are returned. */
export function placesOf(root: Json, most: number): readonly JsonPlace[] {
  const found: JsonPlace[] = [{ path: [], value: root }];
  for (let index = 0; index < found.length && found.length < most; index += 1) {
    const { path, value } = found[index] as JsonPlace;
    const parts: readonly (readonly [string | number, Json])[] = Array.isArray(value)
      ? (value as readonly Json[]).map((item, at) => [at, item] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : [];
    for (const [name, part] of parts.slice(0, most - found.length)) found.push({ path: [...path, name], value: part });
  }
  return found;
}

/**
 * Replaces parts of a value one after the other, inner parts first. An outer part already contains its replaced inner
 * parts when it is replaced. A replacement is kept only if the whole value is still accepted.
 */
export function replacedParts(
  root: Json,
  most: number,
  replacement: (part: Json) => Json | undefined,
  accepts: (whole: Json) => boolean,
): Json | undefined {
  let current = root;
  let isReplaced = false;
  for (const { path } of placesOf(root, most).toReversed()) {
    const part = replacement(partAt(current, path));
    const candidate = part === undefined ? undefined : withPart(current, path, part);
    if (candidate === undefined || !accepts(candidate)) continue;
    current = candidate;
    isReplaced = true;
  }
  return isReplaced ? current : undefined;
}

/** The part at a path. The path must exist. */
function partAt(root: Json, path: Path): Json {
  return path.reduce<Json>((part, name) => (part as Readonly<Record<string | number, Json>>)[name] as Json, root);
}
