import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { addExactKeywords } from '../../../../contract/schema/judging/exact-keywords.js';
import type { NamedSchemas } from '../../closed-schemas.js';
import type { Route, RouteContent } from '../../runtime/route.js';
import { inputFaults } from './fault-detail.js';
import type { InputFault } from '../reply/problem.js';

/** The decoded input of a request. `body` is omitted if the request has no body. */
export interface RouteInput {
  readonly path: JsonObject;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly body?: Json;
}

/** Returns the faults of an input, or an empty list for a valid input. `size` is the length of the body in bytes. */
export type InputChecker = (
  route: Route,
  content: RouteContent | undefined,
  input: RouteInput,
  size: number,
) => readonly InputFault[];

/**
 * The maximum size of a body for which all faults are reported. For a longer body, only the first fault is reported.
 * Otherwise a long body could cause a fault for each of its items, and `uniqueItems` would take a time that is
 * quadratic in the number of items.
 */
const THOROUGH_UP_TO = 16_384;

export function createInputChecker(routes: readonly Route[], schemas: NamedSchemas): InputChecker {
  const thorough = validators(routes, schemas, true);
  let hasty: typeof thorough | undefined;
  return (route, content, input, size) => {
    const chosen = size > THOROUGH_UP_TO ? (hasty ??= validators(routes, schemas, false)) : thorough;
    const validate = chosen.get(key(route, content));
    if (validate === undefined) throw new Error(`no validator for ${key(route, content)}`);
    return validate(input) ? [] : inputFaults(validate.errors ?? []);
  };
}

/**
 * Returns a function that validates a value against the schema `name`. It is used for values that are not part of a
 * request.
 */
export function createSchemaChecker(schemas: NamedSchemas, name: string): (value: Json) => readonly InputFault[] {
  const validate: ValidateFunction = ajvWith(schemas, true).compile(reference(name));
  return (value) => (validate(value) ? [] : inputFaults(validate.errors ?? []));
}

function validators(
  routes: readonly Route[],
  schemas: NamedSchemas,
  allErrors: boolean,
): ReadonlyMap<string, ValidateFunction> {
  const ajv = ajvWith(schemas, allErrors);
  const compiled = new Map<string, ValidateFunction>();
  for (const route of routes) {
    for (const content of [undefined, ...(route.body?.content ?? [])]) {
      compiled.set(key(route, content), ajv.compile(inputSchema(route, content)));
    }
  }
  return compiled;
}

function key(route: Route, content: RouteContent | undefined): string {
  return `${route.operationId} ${content?.mediaType ?? '(no body)'}`;
}

/**
 * The configured validator. It checks formats. With `ownProperties`, an inherited member such as `toString` does not
 * count as a property. Numbers are compared as decimals, because with binary numbers one in seven amounts in cents
 * would fail `multipleOf: 0.01`.
 */
function ajvWith(schemas: NamedSchemas, allErrors: boolean): Ajv2020 {
  const checks = { strict: false, validateSchema: false, meta: false, logger: false } as const;
  const ajv = new Ajv2020({ allErrors, verbose: true, ownProperties: true, ...checks });
  ajvFormats.default(ajv);
  addExactKeywords(ajv);
  return ajv.addSchema({ $defs: schemas }, 'contract');
}

/**
 * One schema for the whole input of a request. The pointers in the errors of Ajv are then the pointers that the
 * contract requires, such as `/query/limit`.
 */
function inputSchema(route: Route, content: RouteContent | undefined): JsonObject {
  const locations = (['path', 'query', 'header'] as const).map((location) => {
    const parameters = route.parameters.filter((parameter) => parameter.in === location);
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, reference(schema)]));
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
    return [location, { properties, required }] as const;
  });
  return {
    properties: {
      ...Object.fromEntries(locations),
      ...(content === undefined ? {} : { body: reference(content.schema) }),
    },
  };
}

function reference(name: string): JsonObject {
  return { $ref: `contract#/$defs/${name}` };
}
