/**
 * Relations between the paths of a contract. A slash at the end of a path is ignored, as services write it in different
 * ways: `/items/{item_id}` and `/items/{item_id}/` are items of both `/items` and `/items/`.
 */
export function isEqualPath(path: string, other: string): boolean {
  return plainPath(path) === plainPath(other);
}

/** Whether a path has further segments after the other path. The names of the variables in both may differ. */
export function isBelowPath(path: string, above: string): boolean {
  return segmentsBelow(path, above).length > 0;
}

/** The segments of a path after the other path; empty if it is not below the other path. */
export function segmentsBelow(path: string, above: string): readonly string[] {
  const [own, prefix] = [plainPath(path).split('/'), plainPath(above).split('/')];
  const isEqual = (segment: string, index: number): boolean =>
    segment === own[index] || (isVariable(segment) && isVariable(own[index] ?? ''));
  return prefix.every(isEqual) ? own.slice(prefix.length) : [];
}

/** Whether a path is the path of a collection, followed by one variable. */
export function isItemPath(path: string, collection: string): boolean {
  const [plain, prefix] = [plainPath(path), `${plainPath(collection)}/`];
  return plain.startsWith(prefix) && isVariable(plain.slice(prefix.length));
}

/**
 * The parameter of a path that names the item of another path, if the path is below the item: `task` in
 * `/tasks/{task}/comments` for the item `/tasks/{id}`.
 */
export function ownerParameter(path: string, item: string): string | undefined {
  if (!isBelowPath(path, item)) return undefined;
  const last = path.split('/')[plainPath(item).split('/').length - 1] ?? '';
  return isVariable(last) ? last.slice(1, -1) : undefined;
}

function isVariable(segment: string): boolean {
  return /^\{[^/{}]+\}$/.test(segment);
}

/** The path without its last segment. */
export function parentPath(path: string): string {
  const plain = plainPath(path);
  return plain.slice(0, plain.lastIndexOf('/'));
}

/** The last segment of a path. */
export function lastSegment(path: string): string {
  const plain = plainPath(path);
  return plain.slice(plain.lastIndexOf('/') + 1);
}

function plainPath(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
