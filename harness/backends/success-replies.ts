import type { Contract } from '../../contract/contract.js';
import { isJsonObject } from '../../contract/json/json.js';
import type { Json } from '../../contract/json/json.js';
import type { MediaContent, Operation } from '../../contract/operation.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { withPart } from '../../contract/json/json-part.js';
import { placesOf } from '../cases/replies/json-places.js';
import { Random } from '../cases/scalars/random.js';
import { ValueSource } from '../cases/values/value-source.js';
import { exampleStream } from './stream-scripts.js';

/**
 * One success reply for each operation that returns JSON or an event stream. The replies are later sent with network
 * faults.
 * - The body is the contract's example, or is generated from the schema. An event stream must have an example.
 * - JSON must be an object or an array: if a fault cuts it in half, the client then certainly gets invalid JSON.
 * - If the schema allows it, one string has multi-byte characters, which a connection may deliver in two parts.
 */
export function successReplies(contract: Contract): ReadonlyMap<Operation, WholeResponse> {
  const values = new ValueSource(contract.schemas, 'response');
  return new Map(
    contract.operations.flatMap((operation) => {
      const reply = exampleStream(operation) ?? jsonReply(contract, operation, values);
      return reply === undefined ? [] : [[operation, reply] as const];
    }),
  );
}

/** A success reply with a JSON object or array: the example of the contract, or a value of its schema. */
export function jsonReply(contract: Contract, operation: Operation, values: ValueSource): WholeResponse | undefined {
  const spec = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  const content = spec?.content.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (spec === undefined || content === undefined) return undefined;
  const value = valueOf(contract, content, values);
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  return {
    kind: 'response',
    status: Number(spec.status),
    headers: [['content-type', content.mediaType]],
    body: Buffer.from(JSON.stringify(value)),
  };
}

function valueOf(contract: Contract, { examples, schema }: MediaContent, values: ValueSource): Json | undefined {
  const example = examples[0]?.value;
  if (schema === undefined) return example;
  const judge = contract.schemas.forDirection('output');
  const accepts = (made: Json): boolean => judge.accepts(schema, made);
  const value = example ?? values.valid(schema, Random.of('faults', schema), accepts);
  return value === undefined || !accepts(value) ? value : withLongCharacters(value, accepts);
}

/** Characters of two, three and four bytes in UTF-8. */
const LONG_CHARACTERS = 'äゆ🔧';
/** The maximum number of strings that are tried, because each try validates the whole value. */
const MOST_TRIED = 20;
const MOST_PLACES = 200;

/**
 * Appends multi-byte characters to the first string that may contain them. The schema must still accept the whole
 * value.
 */
function withLongCharacters(value: Json, accepts: (made: Json) => boolean): Json {
  if (hasLongCharacters(JSON.stringify(value))) return value;
  const texts = placesOf(value, MOST_PLACES).filter((place) => typeof place.value === 'string');
  for (const { path, value: text } of texts.slice(0, MOST_TRIED)) {
    const made = withPart(value, path, `${String(text)}${LONG_CHARACTERS}`);
    if (accepts(made)) return made;
  }
  return value;
}

function hasLongCharacters(text: string): boolean {
  return Buffer.byteLength(text) > text.length;
}
