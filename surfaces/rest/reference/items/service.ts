import { type OperationName, routes } from '../../generated/routes.js';
import { schemas } from '../../generated/schemas.js';
import { readFixture } from './fixture.js';
import { createSchemaChecker } from '../input/input-checker.js';
import { type ItemStore, openItemStore } from './item-store.js';
import { handlers } from './operations.js';
import { type Application, type RunningService, SERVE_DEFAULTS, type ServeOptions, serve } from '../serving/serve.js';

export type { RunningService } from '../serving/serve.js';

export interface ServiceOptions extends ServeOptions {
  /** The path of the database file, or `:memory:`. */
  readonly database: string;
  readonly fixture?: string;
}

export const SERVICE_DEFAULTS = { ...SERVE_DEFAULTS, database: ':memory:' } as const satisfies Partial<ServiceOptions>;

/**
 * Starts the example service for items. Rejects with a `ParityError` if the port, the fixture or the database cannot be
 * used.
 */
export function startService(options: ServiceOptions): Promise<RunningService> {
  return serve(options, () => openItems(options));
}

function openItems({ database, fixture }: ServiceOptions): Application {
  const store = openItemStore(database);
  try {
    loadFixture(store, fixture);
  } catch (error) {
    store.close();
    throw error;
  }
  return {
    realm: 'items',
    routes,
    schemas,
    handle: (route, input) => handlers[route.operationId as OperationName](input, route, store),
    reset: () => store.reset(),
    close: () => store.close(),
  };
}

/**
 * Loads the fixture into the store. Items that are already in the store stay unchanged, so that a service with a
 * database file can be restarted.
 */
function loadFixture(store: ItemStore, fixture: string | undefined): void {
  const schema = routes.find(({ operationId }) => operationId === 'getItem')?.success.schema ?? 'Item';
  if (fixture !== undefined)
    for (const item of readFixture(fixture, createSchemaChecker(schemas, schema))) store.add(item);
  store.mark();
}
