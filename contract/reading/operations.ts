import { isJsonObject, type JsonObject, ownValue } from '../json/json.js';
import type { Method, Operation, OperationId } from '../operation.js';
import { readRequestBodySpec, readResponses } from './content.js';
import { readExtensions } from './extensions.js';
import { assignIds, type FoundOperation } from './operation-id.js';
import { readParameterSpecs } from './parameters.js';
import { checkTemplate, withTemplateParameters } from './path-template.js';
import { childPlace, entryPlaces, type Place, placeLocation, textAt } from '../document/place.js';
import type { Reader } from './reader.js';
import { readSecurity } from './security.js';
import { serverUrls } from '../server-urls.js';

const METHODS: readonly Method[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations that were read, and the ids of the operations that are left out. */
export interface ReadOperations {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly OperationId[];
}

/**
 * Every operation below `paths`, in the order of the file. `webhooks` and `callbacks` are skipped, because they
 * describe calls that the service makes. If one operation of a path is left out, all operations of the path are left
 * out: a check also sends undocumented methods to each path.
 */
export function readOperations(reader: Reader, document: Place): ReadOperations {
  const found = findOperations(reader, childPlace(document, 'paths'));
  const ids = assignIds(reader, found);
  const all = found.map((operation) => {
    // `assignIds` gives an id to every operation.
    const id = ids.get(operation) as OperationId;
    return readOperation(reader, document, operation, id);
  });
  const isLeftOut = ({ path }: Operation): boolean => reader.leftOut.has(path);
  return {
    operations: all.filter((operation) => !isLeftOut(operation)),
    leftOut: all.filter((operation) => isLeftOut(operation)).map(({ id }) => id),
  };
}

function findOperations(reader: Reader, paths: Place | undefined): readonly FoundOperation[] {
  if (paths !== undefined && !isJsonObject(paths.value)) {
    reader.fault(paths, 'shape', '`paths` is not an object', 'Write a mapping from path to path item.');
  }
  const found: FoundOperation[] = [];
  const templates: Parameters<typeof checkTemplate>[3] = new Map();
  for (const [path, entry] of entryPlaces(paths)) {
    if (path.startsWith('x-')) continue;
    checkTemplate(reader, path, entry, templates);
    for (const pathItem of pathItems(reader, entry)) found.push(...itemOperations(reader, path, pathItem));
  }
  return found;
}

/**
 * A path item and the target of its `$ref` (OpenAPI 3.1 §4.8.9). Unlike a Reference Object, a path item may have other
 * members beside `$ref`. If both define the same operation, the specification leaves the result undefined; here, the
 * operation beside the `$ref` is used.
 */
function pathItems(reader: Reader, entry: Place): readonly Place[] {
  if (!isJsonObject(entry.value)) {
    reader.fault(entry, 'shape', 'a path item is not an object', 'Write a mapping from method to operation.');
    return [];
  }
  if (textAt(entry, '$ref') === undefined) return [entry];
  const target = reader.followObject(entry, 'path item');
  if (target === undefined) return [];
  const own = METHODS.filter((method) => Object.hasOwn(entry.value as JsonObject, method));
  return own.length === 0 ? [target] : [entry, without(target, own)];
}

function without(place: Place, methods: readonly Method[]): Place {
  const kept = Object.entries(place.value as JsonObject).filter(([key]) => !methods.some((method) => method === key));
  return { ...place, value: Object.fromEntries(kept) };
}

function itemOperations(reader: Reader, path: string, pathItem: Place): readonly FoundOperation[] {
  const found: FoundOperation[] = [];
  for (const [key, place] of entryPlaces(pathItem)) {
    const method = METHODS.find((known) => known === key);
    // OpenAPI does not define a `$ref` in place of an operation. It is followed, because bundlers support it and large
    // descriptions use it.
    const operation = method === undefined ? undefined : reader.followObject(place, 'operation');
    if (method !== undefined && operation !== undefined) found.push({ method, path, pathItem, place: operation });
  }
  return found;
}

function readOperation(
  reader: Reader,
  document: Place,
  { method, path, pathItem, place }: FoundOperation,
  id: OperationId,
): Operation {
  const body = childPlace(place, 'requestBody');
  const requestBody = body && readRequestBodySpec(reader, body);
  const operation: Operation = {
    id,
    method,
    path,
    summary: textAt(place, 'summary') ?? textAt(pathItem, 'summary') ?? '',
    description: textAt(place, 'description') ?? textAt(pathItem, 'description') ?? '',
    parameters: readParameterSpecs(reader, pathItem, place),
    ...(requestBody && { requestBody }),
    responses: readResponses(reader, place),
    security: readSecurity(reader, document, place),
    ...ownServers(document, pathItem, place),
    ...(ownValue(place.value, 'deprecated') === true && { deprecated: true as const }),
    ...readExtensions(reader, place),
    location: placeLocation(place),
  };
  return withTemplateParameters(reader, operation, place);
}

/**
 * The servers of an operation, if they differ from the servers of the description. Servers of the operation take
 * precedence over servers of its path item, which take precedence over servers of the description (OpenAPI 3.1 §4.8.9,
 * §4.8.10).
 */
function ownServers(document: Place, pathItem: Place, place: Place): Pick<Operation, 'servers'> {
  const common = serverUrls(document.value);
  const own = [place, pathItem].map(({ value }) => serverUrls(value)).find((urls) => urls.length > 0);
  // Without servers, the base URL of a description is `/` (OpenAPI 3.1 §4.8.1).
  const base = common.length === 0 ? [''] : common;
  return own === undefined || own.some((url) => base.includes(url)) ? {} : { servers: own };
}
