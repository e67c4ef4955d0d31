import type { LocatedValue } from '../case.js';
import type { Json } from '../json/json.js';
import type { Operation } from '../operation.js';
import { parentPath, segmentsOf } from '../path-relations.js';
import { decodePercent } from '../wire/percent.js';

/** Whether the contract documents the header `Location` for the 201 of an operation. */
export function documentsLocation({ responses }: Operation): boolean {
  const created = responses.find(({ status }) => status === '201');
  return created?.headers.some(({ name }) => name.toLowerCase() === 'location') === true;
}

/**
 * The identifier in the URI of a header `Location`. The URI may be relative to the path of the collection. `undefined`
 * if the last segments of the URI do not match the path template, or if the identifier does not have the type of the
 * parameter.
 */
export function locatedId(uri: string, { path, type }: LocatedValue): Json | undefined {
  const base = `http://service${parentPath(path)}`;
  if (!URL.canParse(uri, base)) return undefined;
  const parts = path.split('/').slice(1);
  const segments = new URL(uri, base).pathname.split('/').slice(1).slice(-parts.length);
  const values = parts.map((part, index) => valueIn(part, decodePercent(segments[index] ?? '') ?? ''));
  const id = values[parts.findLastIndex((part) => part.includes('{'))];
  if (id === undefined || id === '' || values.includes(undefined)) return undefined;
  if (type === 'string') return id;
  return /^-?\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/**
 * The value of a parameter in one segment of a path. `segment` is the segment of the template, which may have text
 * around the parameter, as in `({ID})`. Empty if the segment has no parameter. `undefined` if the text does not match
 * the segment.
 */
function valueIn(segment: string, text: string): string | undefined {
  const [, before = '', after = ''] = /^([^{}]*)\{[^{}]*\}([^{}]*)$/.exec(segment) ?? [];
  if (!segment.includes('{')) return segment === text ? '' : undefined;
  const isLike = text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isLike ? text.slice(before.length, text.length - after.length) : undefined;
}

/**
 * The identifier in the resource name or the URI of an item: `north` in `fleets/north`, for the path
 * `/v1/fleets/{fleet}`. `undefined` if the text does not end with the last segments of the path, or if the identifier
 * does not have the type of the parameter.
 */
export function resourceId(text: Json | undefined, { path, type }: LocatedValue): Json | undefined {
  if (typeof text !== 'string') return undefined;
  const pathname = /^[a-z][a-z\d+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text).pathname : text;
  const keyed = path.includes('({') ? pathname.replaceAll(/\(([^/()]*)\)(?=\/|$)/g, '/$1') : pathname;
  const [own = '', ...above] = segmentsOf(keyed).toReversed();
  const [last = '', ...wanted] = segmentsOf(path).toReversed();
  const isLike = (segment: string, index: number): boolean =>
    index >= above.length || (index > 0 && segment.startsWith('{')) || segment === decodePercent(above[index] ?? '');
  const id = decodePercent(own);
  if (!last.startsWith('{') || above.length === 0 || !wanted.every(isLike) || id === undefined) return undefined;
  if (type === 'string') return id;
  return /^-?\d{1,15}$/.test(id) ? Number(id) : undefined;
}
