import { decodeQueryComponent, encodeUnreserved } from '../percent.js';

/**
 * Encodes one name or value as the URL standard requires for `application/x-www-form-urlencoded`: a space becomes `+`,
 * and only letters, digits and `*-._` are not encoded. Throws `URIError` on a lone surrogate.
 */
export function encodeFormText(text: string): string {
  return encodeUnreserved(text).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E');
}

/** One `name=value` pair of a form. */
export interface FormPair {
  readonly name: string;
  readonly text: string;
  /** The value, still percent-encoded, for styles with unencoded separators. */
  readonly raw: string;
}

/**
 * The pairs of a URL-encoded body. A pair without `=` has an empty value, and an empty pair is skipped (URL standard
 * §5.1). Malformed percent-encoding is kept.
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
