/** The parts of Prism that the mock uses. The build replaces this module by a bundle that contains them. */
export { createLogger } from '@stoplight/prism-core';
export { getHttpOperationsFromSpec } from '@stoplight/prism-http';
export { createServer } from '@stoplight/prism-http-server';
