import type { Contract } from '../../contract/contract.js';
import type { MediaContent, Operation, Parameter, SecurityScheme } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { parsePathTemplate } from '../../contract/wire/path-template.js';
import { ClosedSchemas, type NamedSchemas } from './closed-schemas.js';
import type { Route, RouteBody, RouteContent, RouteParameter, RouteSuccess } from './runtime/route.js';
import { defaultOf, propertyDefaults, textMeaning } from './schema-facts.js';

/** The part of the contract from which the route table and the schemas are generated. */
export type RestProjection = { readonly routes: readonly Route[]; readonly schemas: NamedSchemas };

/**
 * Selects the data that the generated route table and schemas contain. Throws a `ParityError` with the location if the
 * contract uses a feature that the reference service does not support.
 */
export function projectContract(contract: Contract): RestProjection {
  const closed = new ClosedSchemas(contract.schemas);
  const routes = contract.operations.map((operation) => projectOperation(operation, closed));
  return { routes, schemas: closed.named() };
}

function projectOperation(operation: Operation, closed: ClosedSchemas): Route {
  const body = projectBody(operation, closed);
  const { literals, names } = parsePathTemplate(operation.path);
  return {
    operationId: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    template: { literals, names },
    authenticated: needsToken(operation),
    parameters: operation.parameters.map((parameter) => projectParameter(parameter, closed)),
    ...(body === undefined ? {} : { body }),
    success: projectSuccess(operation, closed),
  };
}

/**
 * True if an operation needs a token. It needs none if one of its security alternatives is empty (`{}`, OpenAPI 3.1
 * §4.8.30).
 */
function needsToken(operation: Operation): boolean {
  if (operation.security.some((alternative) => alternative.length === 0)) return false;
  const bearer = operation.security.some(([scheme, ...more]) => more.length === 0 && isBearer(scheme));
  if (!bearer && operation.security.length > 0) {
    throw unsupported(
      operation.location,
      `${operation.id} does not offer bearer authentication`,
      'Add a security alternative whose only scheme is http bearer.',
    );
  }
  return bearer;
}

function isBearer(scheme: SecurityScheme | undefined): boolean {
  return scheme?.kind === 'http' && scheme.scheme.toLowerCase() === 'bearer';
}

function projectParameter(parameter: Parameter, closed: ClosedSchemas): RouteParameter {
  const schema = closed.add(parameter.schema);
  const schemas = closed.named();
  const meaning = textMeaning(schemas[schema] ?? true, schemas);
  const { name, in: location, required } = parameter;
  const plain = parameter.contentType === undefined && parameter.style === (location === 'query' ? 'form' : 'simple');
  if (location === 'cookie' || !plain || meaning === undefined) {
    throw unsupported(
      parameter.location,
      `the ${location} parameter '${name}' is not a scalar or a list of scalars in the default style`,
      'Use a scalar or an array of scalars in the default style, in the path, the query or a header.',
    );
  }
  const fallback = defaultOf(schemas[schema] ?? true, schemas);
  return {
    name,
    in: location,
    required,
    type: meaning.type,
    ...(meaning.list ? ({ list: location === 'query' && parameter.explode ? 'repeated' : 'comma' } as const) : {}),
    schema,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function projectBody(operation: Operation, closed: ClosedSchemas): RouteBody | undefined {
  const body = operation.requestBody;
  if (body === undefined) return undefined;
  return {
    required: body.required,
    content: body.content.map((content) => projectContent(content, body.location, closed)),
  };
}

function projectContent(content: MediaContent, location: SourceLocation, closed: ClosedSchemas): RouteContent {
  if (content.schema === undefined || !isJsonMediaType(content.mediaType)) {
    throw unsupported(
      location,
      `a body of type ${content.mediaType} cannot be validated by generated code`,
      'Use a JSON media type with a schema.',
    );
  }
  const schema = closed.add(content.schema);
  const schemas = closed.named();
  return { mediaType: content.mediaType, schema, defaults: propertyDefaults(schemas[schema] ?? true, schemas) };
}

function projectSuccess(operation: Operation, closed: ClosedSchemas): RouteSuccess {
  const response = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  if (response === undefined) {
    throw unsupported(
      operation.location,
      `${operation.id} has no success response`,
      'Document a response with a 2xx status.',
    );
  }
  const schema = response.content.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema;
  return { status: Number(response.status), ...(schema === undefined ? {} : { schema: closed.add(schema) }) };
}

function unsupported(location: SourceLocation, message: string, repair: string): ParityError {
  return new ParityError('unsupported-contract', message, repair, { location });
}
