/** A named leniency of a comparison. */
export interface Tolerance {
  readonly name: string;
  /** What it permits, one sentence. */
  readonly permits: string;
  /** What stays a finding just beyond it. */
  readonly not: string;
  /** Why: the clause, or the practice where no norm speaks. */
  readonly source: string;
}

/** Every leniency of the comparisons: there is none without a name. */
export const TOLERANCES = [
  {
    name: 'number-spelling',
    permits: 'A number is spelled differently: `1`, `1.0` and `1e0` are equal, in JSON and in parameters that take numbers.',
    not: 'A different number, or a number where a text is meant.',
    source: 'RFC 8259 §6; JSON Schema 2020-12 Core §4.2.2: numbers are equal by their mathematical value',
  },
  {
    name: 'instant-spelling',
    permits:
      'One instant is spelled differently where a schema states `format: date-time` or `time`: the offset, the case of `T` and `Z`, zeros at the end of the fraction.',
    not: 'A different instant, a cut fraction, a text without an offset, and any text that no schema gives that format.',
    source: 'RFC 3339 §5.6; JSON Schema 2020-12 Validation §7.3.1',
  },
  {
    name: 'default-sent',
    permits: "A surface sends the contract's `default` where the input omits the parameter or member; the report notes it.",
    not: 'Any other value in the place of an omitted one.',
    source: 'JSON Schema 2020-12 Validation §9.2; OpenAPI 3.1 §4.8.24: a default is what the service assumes where nothing is given',
  },
  {
    name: 'write-only',
    permits: 'A `writeOnly` member is missing from a reply, whether required or not, and from the value that a caller sees.',
    not: 'A missing member without that mark.',
    source: 'JSON Schema 2020-12 Validation §9.4: the value is never present when it is retrieved',
  },
  {
    name: 'read-only',
    permits: 'A `readOnly` member is missing from a request, whether required or not.',
    not: 'A missing member without that mark.',
    source: 'JSON Schema 2020-12 Validation §9.4: the service owns the value, and may ignore or reject an attempt to set it',
  },
  {
    name: 'null-for-nothing',
    permits: 'A caller sees null or an empty text where the reply has no body.',
    not: 'Any other value where the reply has no body.',
    source: 'Practice: many languages have no other way to return nothing',
  },
  {
    name: 'idle-content-type',
    permits: 'A request without a body has a `Content-Type`, or one with a body that is not sent lacks it.',
    not: 'A body under a media type that differs from the one asked for.',
    source: 'RFC 9110 §8.3: the field describes content, and there is none',
  },
] as const satisfies readonly Tolerance[];

export type ToleranceName = (typeof TOLERANCES)[number]['name'];

/** States by name that a comparison is lenient where `applies` holds. */
export function tolerates(_: ToleranceName, applies: boolean): boolean {
  return applies;
}
