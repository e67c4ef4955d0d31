import { decodeQueryComponent, encodeUnreserved } from '../percent.js';

/**
 * One name or value as the URL standard's serialiser of `application/x-www-form-urlencoded` writes it: a space is `+`,
 * and beside letters and digits only `*-._` stand bare. Throws `URIError` on a lone surrogate.
 */
export function encodeFormText(text: string): string {
  return encodeUnreserved(text).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E');
}

/** `name=value` as it stands in a form. */
export interface FormPair {
  readonly name: string;
  readonly text: string;
  /** Percent-encoded still, for styles whose separators are not. */
  readonly raw: string;
}

/** Pairs without `=` have an empty value, and empty ones are none (URL standard §5.1). Malformed encoding stays as it was. */
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
