import { decodeQueryComponent, encodeUnreserved } from '../percent.js';

/**
 * Encodes a name or a value for `application/x-www-form-urlencoded`, as the URL standard requires: a space becomes `+`,
 * and all characters except letters, digits and `*-._` are percent-encoded. Throws `URIError` on a lone surrogate.
 */
export function encodeFormText(text: string): string {
  return encodeUnreserved(text).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E');
}

/** One `name=value` pair of a URL-encoded form. */
export interface FormPair {
  readonly name: string;
  readonly text: string;
  /** The whole pair, still percent-encoded. It is needed to decode styles whose separators are not encoded. */
  readonly raw: string;
}

/**
 * The pairs of a URL-encoded body. Empty pairs are skipped, and a pair without `=` has an empty value (URL standard
 * §5.1). Text with malformed percent-encoding is returned unchanged.
 */
export function readUrlencoded(body: string): readonly FormPair[] {
  const decode = (text: string): string => decodeQueryComponent(text) ?? text;
  return body
    .split('&')
    .filter((raw) => raw !== '')
    .map((raw) => {
      const equals = raw.indexOf('=');
      if (equals < 0) return { name: decode(raw), text: '', raw };
      return { name: decode(raw.slice(0, equals)), text: decode(raw.slice(equals + 1)), raw };
    });
}
