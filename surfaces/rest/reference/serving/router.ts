import { matchPathTemplate } from '../../../../contract/wire/path-template.js';
import type { Route } from '../../runtime/route.js';

/** The routes of one path, and the undecoded values of its parameters in their order. */
export interface PathMatch<Name extends string> {
  readonly routes: readonly Route<Name>[];
  readonly values: readonly string[];
}

export type Router<Name extends string> = (pathname: string) => PathMatch<Name> | undefined;

/**
 * Returns a function that finds the routes of a path with any method. The caller checks the method, because a wrong
 * method is refused with 405, and an unknown path with 404.
 */
export function createRouter<Name extends string>(routes: readonly Route<Name>[]): Router<Name> {
  const paths = byPath(routes);
  return (pathname) => {
    for (const { template, routes: ofPath } of paths) {
      const values = matchPathTemplate(template, pathname);
      // An empty segment is not a parameter value: `/items/` is not the path of an item.
      if (values !== undefined && values.every((value) => value !== '')) return { routes: ofPath, values };
    }
    return undefined;
  };
}

interface PathRoutes<Name extends string> {
  readonly template: Route['template'];
  readonly routes: Route<Name>[];
}

/**
 * Groups routes by path and sorts the paths. Paths without parameters take precedence over templates (OpenAPI 3.1
 * §4.8.8.1).
 */
function byPath<Name extends string>(routes: readonly Route<Name>[]): readonly PathRoutes<Name>[] {
  const paths = new Map<string, PathRoutes<Name>>();
  for (const route of routes) {
    const known = paths.get(route.path);
    if (known === undefined) paths.set(route.path, { template: route.template, routes: [route] });
    else known.routes.push(route);
  }
  return [...paths.values()].toSorted((a, b) => a.template.names.length - b.template.names.length);
}
