import type { Contract } from '../../contract/contract.js';
import { isJsonObject } from '../../contract/json/json.js';
import type { Json } from '../../contract/json/json.js';
import type { MediaContent, Operation } from '../../contract/operation.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import { Random } from '../cases/scalars/random.js';
import { ValueSource } from '../cases/values/value-source.js';
import { exampleStream } from './stream-scripts.js';

/**
 * One success for each operation whose success is an event stream with an example, or a JSON object or array: half of its
 * text is not JSON. The value is the contract's example, or one that is generated from the schema.
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

function jsonReply(contract: Contract, operation: Operation, values: ValueSource): WholeResponse | undefined {
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
  if (example !== undefined || schema === undefined) return example;
  const judge = contract.schemas.forDirection('output');
  return values.valid(schema, Random.of('faults', schema), (made) => judge.accepts(schema, made));
}
