import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import type { Json } from '../../../contract/json/json.js';
import { provenEmptiness } from '../nodes/emptiness.js';
import { SchemaCases } from '../schema-cases.js';

const NAMES = ['a', 'b', '__proto__'] as const;
const count = fc.nat({ max: 3 });
const scalar = fc.constantFrom<Json>(null, true, 0, 1, 2, -1, 0.5, '', 'a', 'ab');
const simple: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  true,
  false,
  {},
  { type: 'string' },
  { type: 'integer' },
  { const: 1 },
);

/** Schemas with a few keywords each. Most of the keywords interact with each other. */
const { schema } = fc.letrec<{ schema: Json; keyword: readonly [string, Json] }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 2 });
  const pairs = (keywords: readonly string[], value: fc.Arbitrary<Json>): fc.Arbitrary<readonly [string, Json]> =>
    fc.tuple(fc.constantFrom(...keywords), value);
  return {
    keyword: fc.oneof(
      pairs(['type'], fc.constantFrom('string', 'integer', 'number', 'array', 'object', 'null', 'boolean')),
      pairs(['const'], scalar),
      pairs(['enum'], fc.array(scalar, { minLength: 1, maxLength: 3 })),
      pairs(['minimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'], count),
      pairs(['minProperties', 'maxProperties', 'maxContains'], count),
      pairs(['multipleOf'], fc.constantFrom(0.5, 1, 2)),
      pairs(['pattern'], fc.constantFrom('^a', 'b$')),
      pairs(['uniqueItems'], fc.constant(true)),
      pairs(['required'], fc.subarray([...NAMES], { minLength: 1 })),
      pairs(['allOf', 'anyOf', 'oneOf', 'prefixItems'], list),
      pairs(['properties', 'dependentSchemas'], map),
      pairs(['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames', 'additionalProperties'], tie('schema')),
      pairs(['unevaluatedProperties', 'unevaluatedItems'], tie('schema')),
    ),
    schema: fc.oneof(
      { maxDepth: 3 },
      simple,
      fc.array(tie('keyword'), { minLength: 1, maxLength: 3 }).map((all) => Object.fromEntries(all)),
    ),
  };
});
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3 }),
  ),
}));

test('a schema, negated or not, is never proven to be empty if some value satisfies it', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 40, maxLength: 60 }), (given, probes) => {
      for (const either of [given, { not: given }]) {
        const cases = new SchemaCases(either);
        const taken = probes.filter((probe) => cases.accepts(probe));
        const answer = cases.satisfiability();
        if (answer.kind === 'satisfiable') expect(cases.accepts(answer.value)).toBe(true);
        if (answer.kind === 'satisfiable' || taken.length > 0)
          expect(provenEmptiness(cases.source.node(cases.uri))).toBeUndefined();
      }
    }),
    { numRuns: lawRuns(80, 2500), seed: 20 },
  );
});
