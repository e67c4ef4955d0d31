/**
 * Whether a keyword is a reference, which becomes a local `$ref`. A dynamic reference is bound to its first target,
 * because no schema outside the closed document can extend it (Core §8.2.3.2).
 */
export function linksTo(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef';
}

/**
 * Whether a self-contained schema omits a keyword. It needs no addresses, because all references have been followed.
 * Its definitions are collected at the root. Keywords of OpenAPI and vendor extensions have no meaning in it.
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
