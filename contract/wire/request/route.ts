import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { pathTemplateOf } from './encode.js';
import { PathIndex, type TemplateSegment } from '../path-index.js';
import { matchPathTemplate } from '../path-template.js';

export interface MatchedRoute {
  readonly operation: Operation;
  /** The values of the path parameters, in the order of the template. They are still percent-encoded. */
  readonly values: readonly string[];
}

/**
 * The operation that a method and a path invoke. A path without parameters takes precedence over a template (OpenAPI
 * 3.1 §4.8.8.1), and the path is chosen before the method. For example, if `/items/mine` has no DELETE, the DELETE of
 * `/items/{item_id}` is not used.
 */
export function routeRequest(contract: Contract, method: string, pathname: string): MatchedRoute | undefined {
  let chosen: Operation | undefined;
  for (const operation of candidates(contract, pathname)) {
    if (chosen !== undefined && !isOnSamePath(operation, chosen)) return undefined;
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    // A parameter cannot be empty, so `/items/` does not match `/items/{item_id}`.
    if (values === undefined || values.includes('')) continue;
    chosen = operation;
    if (operation.method.length === method.length && operation.method.toUpperCase() === method)
      return { operation, values };
  }
  return undefined;
}

/** All operations of the path template that a request path matches. */
export function operationsAt(contract: Contract, pathname: string): readonly Operation[] {
  const found = candidates(contract, pathname).find((operation) => {
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    return values !== undefined && !values.includes('');
  });
  return found === undefined ? [] : operationsBeside(contract, found);
}

/** All operations of the path of an operation, including this operation. */
export function operationsBeside(contract: Contract, operation: Operation): readonly Operation[] {
  return routesOf(contract).ofShape.get(shapeOf(operation)) ?? [];
}

/**
 * Whether two operations have the same path. Templates that differ only in the names of their parameters are the same
 * path (OpenAPI 3.1 §4.8.8).
 */
function isOnSamePath(one: Operation, other: Operation): boolean {
  return one.path === other.path || shapeOf(one) === shapeOf(other);
}

/**
 * Whether another path may take precedence over the path of the operation, for some requests. Only the numbers of
 * segments are compared, so the result may be `true` even if no request matches both paths.
 */
export function hasRivals(contract: Contract, operation: Operation): boolean {
  const segments = templateSegments(operation).length;
  const first = routesOf(contract).first.get(segments);
  return first === undefined || !isOnSamePath(first, operation);
}

/**
 * The operations that a request path may match, in order of precedence. Operations with the same path template follow
 * each other.
 */
function candidates(contract: Contract, pathname: string): readonly Operation[] {
  return routesOf(contract).index.at(pathname.split('/'));
}

interface Routes {
  readonly index: PathIndex<Operation>;
  /** Maps a number of segments to the operation that takes precedence among the paths with this number of segments. */
  readonly first: ReadonlyMap<number, Operation>;
  /** Maps the path of operations, without the names of its parameters, to these operations in their stated order. */
  readonly ofShape: ReadonlyMap<string, readonly Operation[]>;
}

/**
 * Caches the sorted operations of a contract. The key is the list of operations, because copies of a contract share
 * this list.
 */
const known = new WeakMap<Contract['operations'], Routes>();

/**
 * The operations of a contract, in order of precedence: paths with fewer parameters first, then paths with more literal
 * text. They are sorted once.
 */
function routesOf({ operations }: Contract): Routes {
  let routes = known.get(operations);
  if (routes === undefined) {
    const ordered = operations.toSorted(comparePaths);
    const last = ordered.toReversed().map((operation) => [templateSegments(operation).length, operation] as const);
    const ofShape = new Map<string, Operation[]>();
    for (const operation of operations)
      ofShape.set(shapeOf(operation), [...(ofShape.get(shapeOf(operation)) ?? []), operation]);
    routes = { index: new PathIndex(ordered, templateSegments), first: new Map(last), ofShape };
    known.set(operations, routes);
  }
  return routes;
}

const PARAMETER = '{}';

/**
 * The segments of the path template of an operation. Literals are percent-encoded, so a brace in the text always
 * belongs to a parameter.
 */
function templateSegments(operation: Operation): readonly TemplateSegment[] {
  const segments = shapeOf(operation).split('/');
  return segments.map((segment) => (segment.includes(PARAMETER) ? undefined : segment));
}

/** The path of an operation, with `{}` in place of each parameter. */
function shapeOf(operation: Operation): string {
  return pathTemplateOf(operation).literals.join(PARAMETER);
}

/** Compares two paths; negative if the path of `a` takes precedence. */
function comparePaths(a: Operation, b: Operation): number {
  const parameters = pathTemplateOf(a).names.length - pathTemplateOf(b).names.length;
  const [own, other] = [a, b].map((operation) => `${shapeOf(operation)} ${operation.path}`) as [string, string];
  return parameters || literalLength(b) - literalLength(a) || (own < other ? -1 : Number(own > other));
}

function literalLength(operation: Operation): number {
  return pathTemplateOf(operation).literals.reduce((length, literal) => length + literal.length, 0);
}
