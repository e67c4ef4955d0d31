import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { pathTemplateOf } from './encode.js';
import { PathIndex, type TemplateSegment } from '../path-index.js';
import { matchPathTemplate } from '../path-template.js';

export interface MatchedRoute {
  readonly operation: Operation;
  /** Raw texts, in the order of the template's names. */
  readonly values: readonly string[];
}

/**
 * The operation that a method and a raw path invoke. The path is matched before the method, and a concrete path before
 * a template (OpenAPI 3.1 §4.8.8.1): if `/items/mine` has no DELETE, the DELETE of `/items/{item_id}` is not used.
 */
export function routeRequest(contract: Contract, method: string, pathname: string): MatchedRoute | undefined {
  let chosen: string | undefined;
  for (const operation of candidates(contract, pathname)) {
    if (chosen !== undefined && operation.path !== chosen) return undefined;
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    // An empty parameter is not a segment: `/items/` is a different resource than `/items/{item_id}`.
    if (values === undefined || values.includes('')) continue;
    chosen = operation.path;
    if (operation.method.length === method.length && operation.method.toUpperCase() === method)
      return { operation, values };
  }
  return undefined;
}

/** The operations of the path that a raw path matches, whatever their methods are. */
export function operationsAt(contract: Contract, pathname: string): readonly Operation[] {
  const found = candidates(contract, pathname).find((operation) => {
    const values = matchPathTemplate(pathTemplateOf(operation), pathname);
    return values !== undefined && !values.includes('');
  });
  return found === undefined ? [] : contract.operations.filter(({ path }) => path === found.path);
}

/** Whether a different path with the same number of segments is matched before the operation's path. */
export function hasRivals(contract: Contract, operation: Operation): boolean {
  const segments = templateSegments(operation).length;
  return routesOf(contract).first.get(segments)?.path !== operation.path;
}

/** The operations whose path a raw path may match, in the order of precedence; operations of one path are adjacent. */
function candidates(contract: Contract, pathname: string): readonly Operation[] {
  return routesOf(contract).index.at(pathname.split('/'));
}

interface Routes {
  readonly index: PathIndex<Operation>;
  /** Number of segments in a path → the first operation with such a path, in the order of precedence. */
  readonly first: ReadonlyMap<number, Operation>;
}

/** The keys are lists of operations, because copies of a contract share the same list. */
const known = new WeakMap<Contract['operations'], Routes>();

/** The paths of a contract, sorted once: first paths with fewer parameters, then paths with more literal text. */
function routesOf({ operations }: Contract): Routes {
  let routes = known.get(operations);
  if (routes === undefined) {
    const ordered = operations.toSorted(comparePaths);
    const last = ordered.toReversed().map((operation) => [templateSegments(operation).length, operation] as const);
    routes = { index: new PathIndex(ordered, templateSegments), first: new Map(last) };
    known.set(operations, routes);
  }
  return routes;
}

const PARAMETER = '{}';

/**
 * The segments of a template. A parameter never contains a slash. No literal contains a brace, because literals are
 * percent-encoded.
 */
function templateSegments(operation: Operation): readonly TemplateSegment[] {
  const segments = pathTemplateOf(operation).literals.join(PARAMETER).split('/');
  return segments.map((segment) => (segment.includes(PARAMETER) ? undefined : segment));
}

/** Negative if the path of `a` is matched before the path of `b`. */
function comparePaths(a: Operation, b: Operation): number {
  const parameters = pathTemplateOf(a).names.length - pathTemplateOf(b).names.length;
  return parameters || literalLength(b) - literalLength(a) || (a.path < b.path ? -1 : Number(a.path > b.path));
}

function literalLength(operation: Operation): number {
  return pathTemplateOf(operation).literals.reduce((length, literal) => length + literal.length, 0);
}
