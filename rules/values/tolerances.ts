export type ToleranceName =
  | 'number-spelling'
  | 'instant-spelling'
  | 'instant-precision'
  | 'uuid-spelling'
  | 'uri-spelling'
  | 'default-sent'
  | 'write-only'
  | 'read-only'
  | 'unknown-members'
  | 'null-for-nothing'
  | 'prose-for-nothing'
  | 'redirection-followed'
  | 'idle-content-type';

/** A difference that comparisons permit, with a name and a reason. */
export interface Tolerance {
  readonly name: ToleranceName;
  /** The difference that is permitted, in one sentence. */
  readonly permits: string;
  /** Similar differences that are still reported. */
  readonly not: string;
  /** The clause that justifies the tolerance, or the common practice if no norm does. */
  readonly source: string;
}

/** Every difference that the comparisons permit. */
export const TOLERANCES: readonly Tolerance[] = [
  {
    name: 'number-spelling',
    permits:
      'A number has a different spelling: `1`, `1.0` and `1e0` are equal, in JSON and in parameters that take numbers. The texts `"1"` and `"1.00"` are equal if a schema states `format: decimal`.',
    not: 'A different number, a number in place of a text, and any text whose schema does not have the format `decimal`.',
    source:
      'RFC 8259 §6; JSON Schema 2020-12 Core §4.2.2: numbers are equal by their mathematical value; OpenAPI Format Registry, `decimal`: a fixed point decimal number',
  },
  {
    name: 'instant-spelling',
    permits:
      'An instant has a different spelling and a schema states `format: date-time` or `time`: the offset, the case of `T` and `Z`, and zeros at the end of the fraction may differ.',
    not: 'A different instant, a truncated fraction, a text without an offset, and any text whose schema has neither of these formats.',
    source: 'RFC 3339 §5.6; JSON Schema 2020-12 Validation §7.3.1',
  },
  {
    name: 'instant-precision',
    permits:
      'A service stores an instant without parts of a microsecond, and a schema states `format: date-time` or `time`. If the description of the member states another precision, as in "Kept to milliseconds" or "Fractions of seconds are dropped", this precision is permitted.',
    not: 'A fraction of up to six digits that is truncated although no description states it, any truncation if the description states that the value is stored as it was sent, and an instant that a surface truncates.',
    source:
      'RFC 3339 §5.6 sets no limit to the digits of a fraction; practice: six digits are the default of `TIMESTAMP` in SQL (ISO/IEC 9075-2) and the precision of PostgreSQL and of `datetime` in Python',
  },
  {
    name: 'uuid-spelling',
    permits: 'The letters of a UUID have a different case and a schema states `format: uuid`.',
    not: 'A different UUID, a UUID without its hyphens or in braces, and any text whose schema does not have the format `uuid`.',
    source: 'RFC 9562 §4: the letters are case-insensitive when they are read, and may be written in either case',
  },
  {
    name: 'uri-spelling',
    permits:
      'An `http` or `https` URI has a different spelling and a schema states `format: uri`, `iri` or `url`: `http://a.example` and `http://a.example/` are equal, and the case of the scheme and the host, and the default port, may differ.',
    not: 'A different path, query or fragment, a URI of another scheme, and any text whose schema has none of these formats.',
    source: 'RFC 9110 §4.2.3: an empty path is equivalent to `/`, and the scheme and host are case-insensitive',
  },
  {
    name: 'default-sent',
    permits:
      "A surface sends the contract's `default` of a parameter or member that the input omits; the report has a note about it.",
    not: 'Any other value for an omitted parameter or member.',
    source:
      'JSON Schema 2020-12 Validation §9.2; OpenAPI 3.1 §4.8.24: the service assumes the default if no value is given',
  },
  {
    name: 'write-only',
    permits:
      'A `writeOnly` member is missing from a reply and from the value that a caller sees, even if the member is required.',
    not: 'A missing member that is not `writeOnly`.',
    source: 'JSON Schema 2020-12 Validation §9.4: the value is never present when it is retrieved',
  },
  {
    name: 'read-only',
    permits: 'A `readOnly` member is missing from a request, even if the member is required.',
    not: 'A missing member that is not `readOnly`.',
    source:
      'JSON Schema 2020-12 Validation §9.4: the service owns the value, and may ignore or reject an attempt to set it',
  },
  {
    name: 'unknown-members',
    permits:
      "A caller does not see members that no schema names, if the configuration of the surface states `unknownMembers: 'lost'`; the report has a note about it.",
    not: 'A missing member that a schema names, a lost entry of an object with `additionalProperties`, and any lost member without the configuration.',
    source:
      'Practice: types that are generated from a contract contain only its members; RFC 9457 §3.2: clients ignore unknown extensions',
  },
  {
    name: 'null-for-nothing',
    permits: 'A caller sees null or an empty text where the reply has no body.',
    not: 'Any other value where the reply has no body.',
    source: 'Practice: many languages have no other way to return nothing',
  },
  {
    name: 'prose-for-nothing',
    permits: 'The result of a tool is a text, such as `Deleted.`, where the reply has no body.',
    not: 'Structured content, or a text that is the JSON of an object or a list, where the reply has no body.',
    source:
      'MCP 2025-11-25, Tools, Text Content: a model reads the text; without structured content, a tool returns no value that could differ',
  },
  {
    name: 'redirection-followed',
    permits: 'A surface sends a further request to the `Location` of a redirection, without being asked.',
    not: 'A further request after any other reply.',
    source: 'RFC 9110 §15.4: the user agent MAY automatically redirect its request',
  },
  {
    name: 'idle-content-type',
    permits: 'A request without a body has an unexpected `Content-Type`, or lacks the expected one.',
    not: 'A body with a media type that differs from the expected one.',
    source: 'RFC 9110 §8.3: the field describes content, and the request has none',
  },
];

/**
 * Returns `applies`. A comparison calls this function where it permits a difference, so that the code contains the name
 * of the tolerance.
 */
export function tolerates(_: ToleranceName, applies: boolean): boolean {
  return applies;
}
