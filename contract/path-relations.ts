import { isNameOf } from './plain-name.js';

/**
 * Whether two paths are equal, apart from a slash at the end. All functions of this file ignore this slash:
 * `/items/{item_id}` and `/items/{item_id}/` are item paths of both `/items` and `/items/`. A custom method at the end
 * counts as a segment (AIP-136): `/items/{item_id}:cancel` is below `/items/{item_id}`, as `/items/{item_id}/cancel`
 * is. A key in parentheses also counts as a segment (OData URL conventions, §4.3.1): `/Items({ID})` is an item path of
 * `/Items`. The extension of a format at the end is ignored: `/items/{item_id}.json` is an item path of `/items.json`.
 */
export function isEqualPath(path: string, other: string): boolean {
  return plainPath(path) === plainPath(other);
}

/** Whether a path consists of the path `above` and further segments. The names of path parameters may differ. */
export function isBelowPath(path: string, above: string): boolean {
  return segmentsBelow(path, above).length > 0;
}

/**
 * The segments that a path has after those of the path `above`: `cancel` for `/items/{id}/cancel` and `/items/{id}`.
 * Empty if the path does not begin with the segments of `above`.
 */
export function segmentsBelow(path: string, above: string): readonly string[] {
  const [own, prefix] = [plainPath(path).split('/'), plainPath(above).split('/')];
  const isEqual = (segment: string, index: number): boolean =>
    segment === own[index] || (isVariable(segment) && isVariable(own[index] ?? ''));
  return prefix.every(isEqual) ? own.slice(prefix.length) : [];
}

/** Whether a path consists of the path of a collection and one path parameter. */
export function isItemPath(path: string, collection: string): boolean {
  const [plain, prefix] = [plainPath(path), `${plainPath(collection)}/`];
  return plain.startsWith(prefix) && isVariable(plain.slice(prefix.length));
}

/**
 * The name of the parameter that identifies the item in a path below the path of the item: `task` in
 * `/tasks/{task}/comments`, for the item path `/tasks/{id}`. `undefined` if the path is not below the item path.
 */
export function ownerParameter(path: string, item: string): string | undefined {
  if (!isBelowPath(path, item)) return undefined;
  const last = plainPath(path).split('/')[plainPath(item).split('/').length - 1] ?? '';
  return isVariable(last) ? last.slice(1, -1) : undefined;
}

/**
 * The values that a path has in place of the parameters of a template: `{ user_id: 'me' }` for `/users/me` and
 * `/users/{user_id}`. Empty for equal paths; `undefined` if the template does not match the path.
 */
export function valuesIn(path: string, template: string): Readonly<Record<string, string>> | undefined {
  const [own, wanted] = [plainPath(path).split('/'), plainPath(template).split('/')];
  const matches = (segment: string, index: number): boolean =>
    segment === own[index] || (isVariable(segment) && /^[^{}]+$/.test(own[index] ?? ''));
  if (own.length !== wanted.length || !wanted.every(matches)) return undefined;
  return Object.fromEntries(
    wanted.flatMap((segment, index) => (segment === own[index] ? [] : [[segment.slice(1, -1), own[index] ?? '']])),
  );
}

/** The names of the parameters of a path, in order. */
export function pathVariables(path: string): readonly string[] {
  return [...path.matchAll(/\{([^/{}]+)\}/g)].map(([, name = '']) => name);
}

function isVariable(segment: string): boolean {
  return /^\{[^/{}]+\}$/.test(segment);
}

/** The path without the names of its parameters and without a slash at its end, for comparisons: `/items/{}`. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^/{}]*\}/g, '{}').replace(/\/$/, '');
}

export function parentPath(path: string): string {
  const plain = plainPath(path);
  return plain.slice(0, plain.lastIndexOf('/'));
}

/**
 * The path without its last segment or custom method: `/items` for `/items/batch` and for `/items:batch`. A path that
 * ends with a parameter is returned unchanged.
 */
export function pathAbove(path: string): string {
  return path.replace(/(?:\/|:)[^/:{}]+\/?$/, '');
}

export function lastSegment(path: string): string {
  const plain = plainPath(path);
  return plain.slice(plain.lastIndexOf('/') + 1);
}

/** The path with each key in parentheses as a segment of its own: `/Items/{ID}` for `/Items({ID})`. */
function withKeySegments(path: string): string {
  return path.replaceAll(KEY, '/$1');
}

/** The segments of a path. A key in parentheses and a custom method (`:cancel`) are segments of their own. */
export function segmentsOf(path: string): readonly string[] {
  return plainPath(path)
    .split('/')
    .filter((segment) => segment !== '');
}

/**
 * Matches a format at the end of a path. It is an extension (`/items.json`), or a segment after a parameter
 * (`/containers/{id}/json`).
 */
const EXTENSION = /(?<=[^/])\.(?:json|xml)$|(?<=\})\/(?:json|xml)$/;
/** Matches the custom method at the end of a path: `cancel` in `/items/{id}:cancel`. */
const CUSTOM_METHOD = /(?<=[^/:]):([^/:{}]+)$/;
/** Matches a key in parentheses at the end of a segment: `({ID})`, `('{ID}')` or `(ID={ID})`. */
const KEY = /(?<=[^/])\((?:[\w.]+=)?'?(\{[^/{}]+\})'?\)(?=\/|$)/g;

/**
 * The form in which paths are compared: without a slash or the extension of a format at the end, and with keys and
 * custom methods as segments.
 */
export function plainPath(path: string): string {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  return withKeySegments(plain.replace(EXTENSION, '').replace(CUSTOM_METHOD, '/$1'));
}

/** Matches words that may denote items of any kind. */
const ANY_ITEM = /^(?:item|resource|record|entry|entity|object)$/i;

/**
 * Whether a word is the name of the items in a path: `product` for `/products/{id}`. General words such as "item" fit
 * every path.
 */
export function isNounOfPath(path: string, word: string): boolean {
  const segment = path.split('/').findLast((each) => each !== '' && !each.includes('{')) ?? '';
  return ANY_ITEM.test(word) || isNameOf(word, segment);
}
