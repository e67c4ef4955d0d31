import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { HeaderSpec, ResponseSpec, SchemaUri } from '../../../contract/operation.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { BoundaryValues } from '../boundary/boundary-values.js';
import { Random } from '../scalars/random.js';
import { ValueSource } from '../values/value-source.js';

/** Makes values for the response headers that the contract documents. */
export class ReplyHeaders {
  readonly #source: ValueSource;
  readonly #boundary: BoundaryValues;

  constructor(private readonly schemas: SchemaSource) {
    this.#source = new ValueSource(schemas, 'response');
    this.#boundary = new BoundaryValues(this.#source);
  }

  /**
   * The required headers of a response. `undefined` if no valid value was found for one of them, because a reply
   * without it would be invalid.
   */
  required({ headers }: ResponseSpec): readonly HeaderPair[] | undefined {
    const required = headers.filter((header) => header.required);
    const made = required.map((header) => this.#made(header));
    return made.every((fields) => fields.length > 0) ? made.flat() : undefined;
  }

  all({ headers }: ResponseSpec): readonly HeaderPair[] {
    return headers.flatMap((header) => this.#made(header));
  }

  /**
   * The fields of one response header. Empty if HTTP cannot carry a valid value, or if the header describes the message
   * itself (for example, `Content-Length`).
   */
  #made({ name, schema }: HeaderSpec): readonly HeaderPair[] {
    const lower = name.toLowerCase();
    if (OF_THE_MESSAGE.has(lower)) return [];
    const accepts = (value: Json): boolean =>
      isFieldText(value) && (schema === undefined || this.schemas.forDirection('output').accepts(schema, value));
    const usual = USUAL.get(lower) ?? [];
    const list = [usual, usual.slice(0, 1)].find((values) => values.length > 0 && accepts(values.join(', ')));
    if (list !== undefined) return list.map((value) => [name, value]);
    const value = schema === undefined ? 'a' : this.#valueOf(name, schema, accepts);
    return value === undefined ? [] : [[name, String(value)]];
  }

  /**
   * A header value that HTTP can carry. Most random strings cannot be sent in a header, so a boundary value is tried
   * too.
   */
  #valueOf(name: string, schema: SchemaUri, accepts: (value: Json) => boolean): Json | undefined {
    const drawn = this.#source.valid(schema, Random.of('scripted', name), accepts);
    return drawn ?? this.#boundary.of(this.#source.node(schema)).find(accepts);
  }
}

/**
 * Returns true if HTTP can carry the value in a header (RFC 9110 §5.5, without `obs-text`). Items of an array must not
 * contain commas, because commas separate the items (OpenAPI 3.1 §4.8.21, style `simple`).
 */
function isFieldText(value: Json): boolean {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' || String(item).includes(',')))
    return false;
  return (Array.isArray(value) || !isJsonObject(value)) && /^[!-~](?:[ -~]*[!-~])?$/.test(String(value));
}

/**
 * Usual values of headers that clients parse. The schema of a header rarely states its grammar (RFC 9110 §10.2.1,
 * §11.6.1). These headers are lists, so each value is sent in a separate header field (RFC 9110 §5.3).
 */
const USUAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['allow', ['GET', 'OPTIONS']],
  ['www-authenticate', ['Bearer', 'DPoP algs="ES256"']],
]);

/**
 * Headers that scripted replies never set: headers about framing and encodings, and `Refresh`, which causes a redirect.
 */
const OF_THE_MESSAGE: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'refresh',
  'retry-after',
  'transfer-encoding',
  'upgrade',
]);
