/**
 * Different spellings of a media type. Names of types and parameters are case-insensitive (RFC 9110 §8.3.1), and there
 * may be blanks before a parameter (§5.6.6). For JSON, the parameter `charset` is not defined and has no effect (RFC
 * 8259 §11). A surface that reads the last one certainly ignores the charset, so that surfaces with costly calls need not
 * read the one before it.
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
