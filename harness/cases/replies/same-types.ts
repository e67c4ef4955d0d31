/**
 * Three spellings of a media type:
 * - In capitals, because names of types and parameters are case-insensitive (RFC 9110 §8.3.1).
 * - With `; charset=UTF-8`, which JSON does not define and which has no effect (RFC 8259 §11). Surfaces with costly
 *   calls skip this spelling, because the next one also shows whether the charset is ignored.
 * - With a blank before `;Charset=utf-8` (RFC 9110 §5.6.6).
 */
export function sameTypes(type: string): readonly SameType[] {
  return [
    { label: 'in capitals', type: type.toUpperCase(), isEssential: true },
    { label: 'with a charset', type: `${type}; charset=UTF-8`, isEssential: false },
    { label: 'with a blank before its charset', type: `${type} ;Charset=utf-8`, isEssential: true },
  ];
}

interface SameType {
  readonly label: string;
  readonly type: string;
  readonly isEssential: boolean;
}
