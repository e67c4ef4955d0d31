/**
 * References that become a local `$ref`. A dynamic one is bound to its first target: no schema outside the closed
 * document can extend it any more (Core §8.2.3.2).
 */
export function linksTo(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef';
}

/**
 * Keywords that mean nothing in a closed schema: addresses, which have all been followed; definitions, which are
 * collected at the root; OpenAPI's own keywords; vendor extensions.
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
