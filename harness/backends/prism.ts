import type { PrismHttpComponents } from '@stoplight/prism-http';
import router from '@stoplight/prism-http/dist/router/index.js';

/** The parts of Prism that the mock uses. The build replaces this module by a bundle that contains them. */
export { createLogger } from '@stoplight/prism-core';
export { getHttpOperationsFromSpec } from '@stoplight/prism-http';
export { createServer } from '@stoplight/prism-http-server';

export type Route = PrismHttpComponents['route'];

/**
 * The imported module is CommonJS. In Node, the import is the function itself; in Vitest, the function is the member
 * `default`.
 */
const imported: { readonly default: Route } | Route = router;

export const route: Route = 'default' in imported ? imported.default : imported;
