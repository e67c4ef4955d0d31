import type { SchemaSource } from '../contract.js';
import { type Json, ownValue } from '../json/json.js';
import type { Parameter } from '../operation.js';
import { schemasInPlace } from '../wire/decode-value.js';

/** The examples of a parameter, and then those of its schema, of which `example` is the older form. */
export function statedExamples(schemas: SchemaSource, { examples, schema }: Parameter): readonly Json[] {
  const inSchema = [...schemasInPlace(schemas, schema).values()].flatMap((stated): readonly Json[] => {
    const [all, one] = [ownValue(stated, 'examples'), ownValue(stated, 'example')];
    return [...(Array.isArray(all) ? (all as readonly Json[]) : []), ...(one === undefined ? [] : [one])];
  });
  return [...examples.map(({ value }) => value), ...inSchema];
}
