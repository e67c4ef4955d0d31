/**
 * Different spellings of a media type. Names of types and parameters are case-insensitive (RFC 9110 §8.3.1), and there
 * may be blanks before a parameter (§5.6.6). For JSON, the parameter `charset` is not defined and has no effect (RFC
 * 8259 §11). A surface that accepts the third spelling certainly ignores the charset. So surfaces with costly calls
 * skip the second spelling.
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
