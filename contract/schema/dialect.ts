import type { FaultLog } from '../document/fault-log.js';
import { childPlace, type Place, placeLocation } from '../document/place.js';

/**
 * Matches the URL of JSON Schema 2020-12, and those of the dialects of OpenAPI 3.1, which only add annotations (OpenAPI
 * 3.1 §4.8.24.1).
 */
const DIALECT =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/.+)#?$/;

/**
 * Reports a `$schema` or `jsonSchemaDialect` with an unsupported dialect, because keywords may have a different meaning
 * in it.
 */
export function checkDialect(place: Place, key: '$schema' | 'jsonSchemaDialect', faults: FaultLog): void {
  const dialect = childPlace(place, key);
  if (dialect === undefined || (typeof dialect.value === 'string' && DIALECT.test(dialect.value))) return;
  faults.add(
    placeLocation(dialect),
    'schema-dialect',
    `${key} ${JSON.stringify(dialect.value)} is not JSON Schema 2020-12`,
    'Write the schemas in JSON Schema 2020-12, and name the dialect https://json-schema.org/draft/2020-12/schema.',
  );
}
