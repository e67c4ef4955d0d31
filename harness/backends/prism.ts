import type { PrismHttpComponents } from '@stoplight/prism-http';
import router from '@stoplight/prism-http/dist/router/index.js';

/** The parts of Prism that the mock uses. In the package, a bundle of these parts replaces this module. */
export { createLogger } from '@stoplight/prism-core';
export { getHttpOperationsFromSpec } from '@stoplight/prism-http';
export { createServer } from '@stoplight/prism-http-server';

export type Route = PrismHttpComponents['route'];

/**
 * The imported module is CommonJS. In Node, the import is the router function itself; in Vitest, the import is an
 * object whose member `default` is the router function.
 */
const imported: { readonly default: Route } | Route = router;

export const route: Route = 'default' in imported ? imported.default : imported;
