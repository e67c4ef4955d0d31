import { type RunningService, type ServeOptions, serve } from '../reference/serving/serve.js';
import { type OperationName, routes } from './generated/routes.js';
import { schemas } from './generated/schemas.js';
import { handlers } from './operations.js';
import { RunStore } from './run-store.js';

/** Starts the example service for runs. Rejects with a `ParityError` if the port cannot be used. */
export function startScienceRuntime(options: ServeOptions): Promise<RunningService> {
  const runs = new RunStore();
  return serve(options, () => ({
    realm: 'runs',
    routes,
    schemas,
    handle: (route, input) => handlers[route.operationId as OperationName](input, route, runs),
    reset: () => runs.clear(),
    close: () => runs.clear(),
  }));
}
