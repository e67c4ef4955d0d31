import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { REPORT_SCHEMA } from '../../reports/stream/entry-shape.js';
import { PROTOCOL_SCHEMA } from '../../surfaces/protocol/message-schemas.js';
import { COUNTEREXAMPLE_SCHEMA } from '../engine/minimise/counterexample.js';
import { CONFIG_SCHEMA } from './config-schema.js';

// This test replaces the validation of schemas at run time; see `OWN_SCHEMA`.
it.each([
  ['report', REPORT_SCHEMA],
  ['protocol', PROTOCOL_SCHEMA],
  ['counterexample', COUNTEREXAMPLE_SCHEMA],
  ['configuration', CONFIG_SCHEMA],
])('the schema of the %s is valid', async (_, schema) => {
  const ajv = new Ajv2020();
  expect([await ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});

// Programs in other languages rely on the schema of the report, so it must describe a case completely. The schema of a
// counterexample must describe it in the same way.
it('the schemas of the report and of a counterexample describe a case in the same way', () => {
  const ofReport = shapeOf(REPORT_SCHEMA);
  const own = shapeOf(COUNTEREXAMPLE_SCHEMA);
  expect(own.names.length).toBeGreaterThan(10);
  expect(ofReport).toEqual(own);
});

/** The members of a case in a schema. For members with an `enum`, also the allowed values. */
function shapeOf(schema: unknown): { readonly names: readonly string[]; readonly words: unknown } {
  const { properties } = (schema as { $defs: { case: { properties: Record<string, { enum?: readonly string[] }> } } })
    .$defs.case;
  const words = Object.entries(properties).flatMap(([name, member]) => (member.enum ? [[name, member.enum]] : []));
  return { names: Object.keys(properties).toSorted(), words: Object.fromEntries(words) as unknown };
}
