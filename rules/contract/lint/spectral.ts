/** The parts of Spectral that the lint uses. The build replaces this module by a bundle that contains them. */
export { Spectral } from '@stoplight/spectral-core';
export * as formats from '@stoplight/spectral-formats';
export * as functions from '@stoplight/spectral-functions';
export { Resolver } from '@stoplight/spectral-ref-resolver';
export { migrateRuleset } from '@stoplight/spectral-ruleset-migrator';
export { oas } from '@stoplight/spectral-rulesets';
