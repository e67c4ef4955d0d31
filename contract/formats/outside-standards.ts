import { type Json, type JsonObject, ownValue } from '../json/json.js';

/** A standard for strings that JSON Schema has no format for, such as the IANA time zones, and some valid values. */
interface OutsideStandard {
  /** Matches descriptions that mention the standard. */
  readonly text: RegExp;
  readonly values: readonly string[];
}

/**
 * The standards that descriptions of strings often name. A service may refuse a string that is not a value of the
 * standard, although the schema permits it.
 */
const STANDARDS: readonly OutsideStandard[] = [
  {
    text: /\b(?:IANA|Olson)\b.*\b(?:time ?zones?|tz)\b|\btz ?(?:data(?:base)?|id)\b|\btime ?zone (?:name|identifier|id|database)\b|^(?:(?:the|an?|default|local) )*time ?zone\b/i,
    values: ['UTC', 'Europe/Berlin', 'America/New_York'],
  },
  { text: /\b(?:ISO[- ]?4217|currency code)\b.*\blower[- ]?case\b/i, values: ['eur', 'usd', 'jpy'] },
  { text: /\bISO[- ]?4217\b|\bcurrency code\b/i, values: ['EUR', 'USD', 'JPY'] },
  {
    text: /\b(?:ISO[- ]?3166|country code)\b.*\b(?:alpha-?3|(?:three|3)[- ]letters?)\b/i,
    values: ['DEU', 'USA'],
  },
  { text: /\bISO[- ]?3166\b|\bcountry code\b/i, values: ['DE', 'US', 'JP'] },
  { text: /\bBCP[- ]?47\b|\bISO[- ]?639\b|\blanguage (?:tag|code)\b/i, values: ['en', 'de', 'fr'] },
  { text: /\bE\.?164\b/i, values: ['+4930901820', '+12025550123'] },
  { text: /\bcron\b/i, values: ['0 0 * * *', '*/5 * * * *'] },
  { text: /\b(?:MIME|media)[- ]types?\b/i, values: ['text/plain', 'application/json'] },
  { text: /\bIBAN\b/i, values: ['DE89370400440532013000', 'GB82WEST12345698765432'] },
  { text: /\bISBN\b/i, values: ['9783161484100', '9780306406157'] },
  { text: /\b(?:EAN|GTIN)(?:-?13)?\b/i, values: ['4006381333931', '5901234123457'] },
  { text: /\bSPDX\b/i, values: ['MIT', 'Apache-2.0'] },
  { text: /\bhex(?:adecimal)?\b.*\bcolou?r|\bcolou?r\b.*\bhex/i, values: ['#336699', '#FFFFFF'] },
  { text: /\bsem(?:antic )?ver(?:sion(?:ing)?)?\b/i, values: ['1.0.0', '2.1.3'] },
  { text: /\bISO[- ]?8601 durations?\b/i, values: ['PT1H', 'P1D'] },
  { text: /\bregular expressions?\b|\bregexp?\b/i, values: ['a', '^[a-z]+$'] },
  { text: /\bbase64\b/i, values: ['YQ==', 'YWJj'] },
  { text: /\be-?mail address\b/i, values: ['a@example.com', 'b.c@example.org'] },
  {
    text: /^(?:[\w-]+ ){0,4}UR[LI]\b(?!-)(?! (?:path|parameter|query|segment|slug))/,
    values: ['https://example.com/a', 'https://example.com/b?c=d'],
  },
];

/** The extension keyword that lists the values of a string to which values may be added later. */
const EXTENSIBLE = 'x-extensible-enum';

/** The values that a schema lists in `enum` or, without `enum`, in `x-extensible-enum`. */
export function listedValues(schema: Json): readonly Json[] | undefined {
  const listed = ownValue(schema, 'enum') ?? ownValue(schema, EXTENSIBLE);
  return Array.isArray(listed) ? (listed as readonly Json[]) : undefined;
}

/**
 * Values of the standard that a description mentions: "A name of the IANA time zone database". Empty if it mentions
 * none.
 */
export function standardValues(description: Json | undefined): readonly string[] {
  if (typeof description !== 'string') return [];
  return STANDARDS.find(({ text }) => text.test(description))?.values ?? [];
}

/**
 * Whether a service may refuse a string that the schema permits: the description of the schema names a standard, and
 * the string is not one of the known values of this standard.
 */
export function mayBreakStandard(schema: JsonObject, value: Json): boolean {
  const values = statedStandard(schema);
  return typeof value === 'string' && values.length > 0 && !values.includes(value);
}

/**
 * Values that a service accepts although the schema restricts the string only in words. They are the values in
 * `x-extensible-enum` (Zalando RESTful API Guidelines, rule 112), or known values of the standard that the description
 * names. Empty if a keyword such as `format` restricts the string.
 */
export function statedStandard(schema: JsonObject): readonly string[] {
  const extensible = ownValue(schema, EXTENSIBLE);
  if (Array.isArray(extensible)) return extensible.filter((value) => typeof value === 'string');
  const isDescribed = ['format', 'enum', 'const', 'contentEncoding'].some(
    (name) => ownValue(schema, name) !== undefined,
  );
  return isDescribed ? [] : standardValues(ownValue(schema, 'description'));
}
