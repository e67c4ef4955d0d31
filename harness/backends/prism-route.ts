import { PathIndex, type TemplateSegment } from '../../contract/wire/path-index.js';
import type { Route } from './prism.js';

type Resources = Parameters<Route>[0]['resources'];

/**
 * Prism's router compares each request with all operations, which takes most of the time on a large contract. This one
 * shows it only the operations whose path has the same number of segments and the same literal segments, in their
 * order. They contain every operation that the path matches, whatever its method, so that all replies are the same:
 * also those to an unknown path or method.
 */
export function indexedRoute(prismRoute: Route, operations: Resources): Route {
  const index = new PathIndex(operations, ({ path }) => fragments(path).map(templateSegment));
  // Prism refuses every request if one path does not start with a slash.
  const isReadable = operations.every(({ path }) => path.startsWith('/'));
  return ({ resources, input }) => {
    const { path, baseUrl } = input.url;
    // With a server in the query, the reply depends on the servers of all operations.
    if (!isReadable || baseUrl !== undefined || resources !== operations) return prismRoute({ resources, input });
    const candidates = index.at(fragments(path));
    // The reply to an unknown path differs from that of a description without operations.
    const shown = candidates.length > 0 ? [...candidates] : operations.slice(0, 1);
    return prismRoute({ resources: shown, input });
  };
}

/** The fragments of a path as Prism compares them: one that cannot be decoded stays encoded. */
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

/** Prism takes a fragment with anything in braces as a pattern. */
function templateSegment(fragment: string): TemplateSegment {
  return /{.+}/.test(fragment) ? undefined : fragment;
}
