import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { REPORT_SCHEMA } from '../../reports/stream/entry-shape.js';
import { PROTOCOL_SCHEMA } from '../../surfaces/protocol/message-schemas.js';
import { COUNTEREXAMPLE_SCHEMA } from '../engine/minimise/counterexample.js';
import { CONFIG_SCHEMA } from './config-schema.js';

// Runs skip this validation, see `OWN_SCHEMA`.
it.each([
  ['report', REPORT_SCHEMA],
  ['protocol', PROTOCOL_SCHEMA],
  ['counterexample', COUNTEREXAMPLE_SCHEMA],
  ['configuration', CONFIG_SCHEMA],
])('the schema of the %s is valid', async (_, schema) => {
  const ajv = new Ajv2020();
  expect([await ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});
