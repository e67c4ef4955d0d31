/** The parts of Spectral that the lint uses. The build replaces this module by a bundle that contains them. */
export { Spectral } from '@stoplight/spectral-core';
export { Resolver } from '@stoplight/spectral-ref-resolver';
export { oas } from '@stoplight/spectral-rulesets';
