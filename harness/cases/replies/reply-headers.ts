import type { SchemaSource } from '../../../contract/contract.js';
import type { HeaderSpec, ResponseSpec } from '../../../contract/operation.js';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { Random } from '../scalars/random.js';
import { ValueSource } from '../values/value-source.js';

/** Values of the headers that the contract documents for its responses. */
export class ReplyHeaders {
  readonly #source: ValueSource;

  constructor(private readonly schemas: SchemaSource) {
    this.#source = new ValueSource(schemas, 'response');
  }

  required({ headers }: ResponseSpec): readonly HeaderPair[] {
    return headers.filter(({ required }) => required).flatMap((header) => this.#made(header));
  }

  all({ headers }: ResponseSpec): readonly HeaderPair[] {
    return headers.flatMap((header) => this.#made(header));
  }

  /** Nothing if HTTP cannot carry the value, or if the header is about the message itself. */
  #made({ name, schema }: HeaderSpec): readonly HeaderPair[] {
    if (schema === undefined || OF_THE_MESSAGE.has(name.toLowerCase())) return [];
    const value = this.#source.valid(schema, Random.of('scripted', name), (made) =>
      this.schemas.forDirection('output').accepts(schema, made),
    );
    return value !== undefined && /^[!-~](?:[ -~]*[!-~])?$/.test(String(value)) ? [[name, String(value)]] : [];
  }
}

/** Framing, codings, and the redirection that a header causes on its own (`Refresh`). */
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
