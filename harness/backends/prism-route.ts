import { PathIndex, type TemplateSegment } from '../../contract/wire/path-index.js';
import type { Route } from './prism.js';

type Resources = Parameters<Route>[0]['resources'];

/**
 * A faster router for Prism, whose own router compares each request with all operations. It passes to Prism only the
 * operations whose path has the same number of segments and the same literal segments, in their order. These include
 * every operation whose path matches, so that all replies stay the same, even for an unknown path or method.
 */
export function indexedRoute(prismRoute: Route, operations: Resources): Route {
  const index = new PathIndex(operations, ({ path }) => fragments(path).map(templateSegment));
  // Prism refuses every request if one path does not start with a slash.
  const isReadable = operations.every(({ path }) => path.startsWith('/'));
  return ({ resources, input }) => {
    const { path, baseUrl } = input.url;
    // With a base URL in the query, the reply depends on the servers of all operations.
    if (!isReadable || baseUrl !== undefined || resources !== operations) return prismRoute({ resources, input });
    const candidates = index.at(fragments(path));
    // Without a match, one operation is passed on, because Prism answers differently if a description has no
    // operations.
    const shown = candidates.length > 0 ? [...candidates] : operations.slice(0, 1);
    return prismRoute({ resources: shown, input });
  };
}

/** The segments of a path as Prism compares them. A segment that cannot be decoded stays encoded. */
function fragments(path: string): readonly string[] {
  return path.split('/').slice(1).map(decoded);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** A segment of a template. Prism treats a segment that contains anything in braces as a pattern. */
function templateSegment(fragment: string): TemplateSegment {
  return /{.+}/.test(fragment) ? undefined : fragment;
}
