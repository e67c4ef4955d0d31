import type { Options } from 'ajv';

/**
 * Options for schemas of this project. Validating a schema by its meta-schema takes longer than compiling it, so a test
 * does that instead of each run.
 */
export const OWN_SCHEMA = { strict: false, validateSchema: false, meta: false, logger: false } satisfies Options;
