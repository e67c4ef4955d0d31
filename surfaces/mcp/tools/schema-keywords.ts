/**
 * True if the keyword is a reference. The self-contained copy of a schema has a local `$ref` in its place. A
 * `$dynamicRef` is resolved to its first target, because no schema outside of the copy can extend it (JSON Schema Core
 * §8.2.3.2).
 */
export function linksTo(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef';
}

/**
 * True if the self-contained copy of a schema leaves out the keyword. The copy needs no addresses such as `$id` and
 * `$anchor`, because all its references are local. Definitions are collected at its root. Keywords of OpenAPI and
 * vendor extensions have no meaning in it.
 */
export function isLeftOut(keyword: string): boolean {
  return keyword.startsWith('x-') || LEFT_OUT.has(keyword);
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
  '$comment',
  '$defs',
  'definitions',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
]);
