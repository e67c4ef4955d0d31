import type { SchemaSource } from '../contract.js';
import { type Json, ownValue } from '../json/json.js';
import type { Operation, Parameter, SchemaUri } from '../operation.js';
import { schemasInPlace } from '../wire/decode-value.js';

/** The examples of a parameter, followed by the examples of its schema (`examples`, and the older `example`). */
export function statedExamples(schemas: SchemaSource, { examples, schema }: Parameter): readonly Json[] {
  return [...examples.map(({ value }) => value), ...examplesIn(schemas, schema)];
}

/** The examples of the request bodies of an operation, followed by the examples of the schemas of these bodies. */
export function statedBodies(schemas: SchemaSource, { requestBody }: Operation): readonly Json[] {
  const content = requestBody?.content ?? [];
  return [
    ...content.flatMap(({ examples }) => examples.map(({ value }) => value)),
    ...content.flatMap(({ schema }) => (schema === undefined ? [] : examplesIn(schemas, schema))),
  ];
}

function examplesIn(schemas: SchemaSource, schema: SchemaUri): readonly Json[] {
  return [...schemasInPlace(schemas, schema).values()].flatMap((stated): readonly Json[] => {
    const [all, one] = [ownValue(stated, 'examples'), ownValue(stated, 'example')];
    return [...(Array.isArray(all) ? (all as readonly Json[]) : []), ...(one === undefined ? [] : [one])];
  });
}
