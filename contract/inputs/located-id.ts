import type { LocatedValue } from '../case.js';
import type { Json } from '../json/json.js';
import type { Operation } from '../operation.js';
import { parentPath } from '../path-relations.js';
import { decodePercent } from '../wire/percent.js';

/** Whether the contract documents the header `Location` for the 201 of an operation. */
export function documentsLocation({ responses }: Operation): boolean {
  const created = responses.find(({ status }) => status === '201');
  return created?.headers.some(({ name }) => name.toLowerCase() === 'location') === true;
}

/**
 * The identifier in the URI of a header `Location`, which may be relative to the path of the collection. `undefined` if
 * the path of the URI does not end like the path template, or if the identifier has the wrong type.
 */
export function locatedId(uri: string, { path, type }: LocatedValue): Json | undefined {
  const base = `http://service${parentPath(path)}`;
  if (!URL.canParse(uri, base)) return undefined;
  const template = path.split('/').slice(1);
  const segments = new URL(uri, base).pathname.split('/').slice(1).slice(-template.length);
  const isLike = template.every((part, index) =>
    part.startsWith('{') ? segments[index] !== undefined : decodePercent(segments[index] ?? '') === part,
  );
  const id = decodePercent(segments[template.findLastIndex((part) => part.startsWith('{'))] ?? '');
  if (!isLike || id === undefined || id === '') return undefined;
  if (type === 'string') return id;
  return /^-?\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}
