import { PathIndex, type TemplateSegment } from '../../contract/wire/path-index.js';
import type { Route } from './prism.js';

type Resources = Parameters<Route>[0]['resources'];

/**
 * A faster router for Prism. The router of Prism compares each request with all operations. This router passes to Prism
 * only operations whose path could match: paths with the same number of segments and the same literal segments. All
 * replies stay the same, even for an unknown path or method.
 */
export function indexedRoute(prismRoute: Route, operations: Resources): Route {
  const index = new PathIndex(operations, ({ path }) => fragments(path).map(templateSegment));
  // Prism refuses every request if any path of the contract does not start with a slash.
  const isReadable = operations.every(({ path }) => path.startsWith('/'));
  return ({ resources, input }) => {
    const { path, baseUrl } = input.url;
    // If the query contains a base URL, the reply depends on the servers of all operations.
    if (!isReadable || baseUrl !== undefined || resources !== operations) return prismRoute({ resources, input });
    const candidates = index.at(fragments(path));
    // If no operation matches, one arbitrary operation is passed to Prism. Prism would answer differently to a
    // description without operations.
    const shown = candidates.length > 0 ? [...candidates] : operations.slice(0, 1);
    return prismRoute({ resources: shown, input });
  };
}

/** The segments of a path as Prism compares them: percent-decoded. A segment that cannot be decoded stays encoded. */
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

/**
 * The literal text of one segment of a path template. `undefined` if the segment contains an expression in braces,
 * because Prism treats the whole segment as a pattern.
 */
function templateSegment(fragment: string): TemplateSegment {
  return /{.+}/.test(fragment) ? undefined : fragment;
}
