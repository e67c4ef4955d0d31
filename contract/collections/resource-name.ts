import type { LocatedValue } from '../case.js';
import type { SchemaSource } from '../contract.js';
import { type Json, isJsonObject, ownValue } from '../json/json.js';
import { joinPointer, pointerTokens } from '../json/json-pointer.js';
import type { SchemaUri } from '../operation.js';
import { lastSegment, parentPath, segmentsOf } from '../path-relations.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import { decodePercent } from '../wire/percent.js';
import { schemasAt, statedMembers } from './reply-members.js';

/** Names of members with the resource name of an item, such as `fleets/north` (AIP-122), or with its URI. */
const NAMES = /^(?:name|resource[-_]?name|self[-_]?(?:link|url|uri)?|@odata\.id|href|url|uri)$/i;
/** The members that contain links to the item. */
const LINKS = /^_?links$/i;
const URI_FORMATS: ReadonlySet<unknown> = new Set(['uri', 'uri-reference', 'url']);

/**
 * Pointer to the member of an item that contains the item's resource name or URI, for items without another identifier.
 * The pattern, an example or the description of the member must have the name of the collection with a slash, such as
 * `fleets/`, or its format must be that of a URI.
 */
export function resourceNameIn(schemas: SchemaSource, item: SchemaUri, itemPath: string): string | undefined {
  const start = `${lastSegment(parentPath(itemPath))}/`;
  const members = statedMembers(schemas, [item]);
  const direct = [...members.keys()].filter((name) => NAMES.test(name)).map((name) => joinPointer('', name));
  const linked = [...members.keys()]
    .filter((name) => LINKS.test(name))
    .flatMap((name) => [joinPointer('', name, 'self', 'href'), joinPointer('', name, 'self')]);
  return [...direct, ...linked].find((pointer) =>
    schemasAt(schemas, item, pointer).some((uri) => isResourceName(schemas, uri, pointer, start)),
  );
}

function isResourceName(schemas: SchemaSource, uri: SchemaUri, pointer: string, start: string): boolean {
  if (!schemaTypes(schemas, uri).has('string')) return false;
  const stated = [...schemasInPlace(schemas, uri).values()].filter(isJsonObject);
  const isLink = pointerTokens(pointer).length > 1;
  return stated.some((schema) => {
    const texts = ['pattern', 'description', 'example', 'examples'].map((key) =>
      JSON.stringify(ownValue(schema, key) ?? ''),
    );
    const isUri = URI_FORMATS.has(ownValue(schema, 'format'));
    return isLink || isUri || texts.some((text) => text.replaceAll('\\', '').includes(start));
  });
}

/**
 * The identifier of an item in its resource name or its URI: `north` in `fleets/north`, for the path
 * `/v1/fleets/{fleet}`. `undefined` if the text has not the last segments of the path, or the identifier has the wrong
 * type.
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
