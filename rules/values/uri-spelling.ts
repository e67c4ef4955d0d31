/**
 * Whether two texts are spellings of the same `http` or `https` URI. An empty path equals `/`. The case of the scheme
 * and the host may differ, and the default port may be omitted (RFC 9110 §4.2.3). The texts are parsed as browsers
 * parse them (URL Standard §4.4). URIs of other schemes are never equal.
 */
export function isSameUri(one: string, other: string): boolean {
  const [a, b] = [parsedHttp(one), parsedHttp(other)];
  return a !== undefined && a === b;
}

function parsedHttp(text: string): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}
