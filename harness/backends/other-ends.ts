import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { jsonDataOf } from '../../rules/stream/event-data.js';
import { Random } from '../cases/scalars/random.js';
import { ValueSource } from '../cases/values/value-source.js';

/**
 * Terminal events of the types that the given example of an event stream does not contain: one event of each type, in
 * the order of the contract. Types for which no valid event was found are left out.
 */
export function otherEnds(
  { schemas }: Contract,
  operation: Operation,
  example: readonly StreamEvent[],
): readonly StreamEvent[] {
  const { event: schema, terminal = [] } = streamOf(operation) ?? {};
  const last = example.at(-1);
  if (last === undefined) return [];
  const types = terminal.filter((type) => !example.some(({ event }) => event === type));
  if (schema === undefined) return types.map((event) => ({ ...last, event }));
  const judge = schemas.forDirection('output');
  const values = new ValueSource(schemas, 'response');
  return types.flatMap((type) => {
    const [{ content } = {}] = jsonDataOf(schemas, schema, { ...last, event: type });
    const accepts = (value: Json): boolean => content === undefined || judge.accepts(content, value);
    const made = content && values.valid(content, Random.of('streams', type), accepts);
    const event = { ...last, event: type, ...(made !== undefined && { data: JSON.stringify(made) }) };
    return (content === undefined || made !== undefined) && judge.accepts(schema, { ...event }) ? [event] : [];
  });
}
