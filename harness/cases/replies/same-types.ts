/**
 * Different spellings of a media type. Names of types and parameters are case-insensitive (RFC 9110 §8.3.1), and there
 * may be blanks before a parameter (§5.6.6). For JSON, the parameter `charset` is not defined and has no effect (RFC
 * 8259 §11).
 */
export function sameTypes(type: string): readonly (readonly [label: string, type: string])[] {
  return [
    ['in capitals', type.toUpperCase()],
    ['with a charset', `${type}; charset=UTF-8`],
    ['with a blank before its charset', `${type} ;Charset=utf-8`],
  ];
}
