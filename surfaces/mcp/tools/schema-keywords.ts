/**
 * Whether a keyword is a reference, which becomes a local `$ref`. A dynamic reference is bound to its first target,
 * because no schema outside the closed document can extend it (Core §8.2.3.2).
 */
export function linksTo(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef';
}

/**
 * Whether a keyword has no meaning in a closed schema: addresses, which have all been followed; definitions, which are
 * collected at the root; keywords of OpenAPI; vendor extensions.
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
