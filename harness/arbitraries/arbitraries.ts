/** The entry point `contract-parity/fast-check`: arbitraries of fast-check for JSON Schemas and OpenAPI contracts. */
export type { Case, CaseInput } from '../../contract/case.js';
export type { Contract } from '../../contract/contract.js';
export { ParityError } from '../../contract/parity-error.js';
export { type CaseArbitraryOptions, caseArbitrary } from './case-arbitrary.js';
export { type LabelledValue, invalidSchemaArbitrary } from './invalid-schema-arbitrary.js';
export { loadContract } from './load-contract.js';
export { schemaArbitrary } from './schema-arbitrary.js';
