/**
 * Relations between the paths of a contract. A slash at the end of a path is ignored, as services write it in different
 * ways: `/items/{item_id}` and `/items/{item_id}/` are items of both `/items` and `/items/`.
 */
export function isEqualPath(path: string, other: string): boolean {
  return plainPath(path) === plainPath(other);
}

/** Whether a path has further segments after the other path. */
export function isBelowPath(path: string, above: string): boolean {
  return segmentsBelow(path, above) !== undefined;
}

/** Whether a path is the path of a collection, followed by one variable. */
export function isItemPath(path: string, collection: string): boolean {
  return isVariable(segmentsBelow(path, collection) ?? '');
}

/**
 * The parameter of a path that names the item of another path, if the path is below the item: `task` in
 * `/tasks/{task}/comments` for the item `/tasks/{id}`. The names of the parameters may differ.
 */
export function ownerParameter(path: string, item: string): string | undefined {
  const [own, above] = [plainPath(path).split('/'), plainPath(item).split('/')];
  const isBelow =
    own.length > above.length &&
    above.every((segment, index) => segment === own[index] || (isVariable(segment) && isVariable(own[index] ?? '')));
  const last = own[above.length - 1] ?? '';
  return isBelow && isVariable(last) ? last.slice(1, -1) : undefined;
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

function segmentsBelow(path: string, above: string): string | undefined {
  const [plain, prefix] = [plainPath(path), `${plainPath(above)}/`];
  return plain.startsWith(prefix) && plain !== prefix ? plain.slice(prefix.length) : undefined;
}

function plainPath(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
