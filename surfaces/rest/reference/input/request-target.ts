export interface RequestTarget {
  /** The path below the base path, without decoding. `undefined` if the target is outside the base path. */
  readonly pathname: string | undefined;
  /** The query without decoding and without the `?`. */
  readonly query: string;
}

/** Splits a request target into path and query. A server must also accept the absolute form (RFC 9112 §3.2.2). */
export function parseRequestTarget(target: string, basePath: string): RequestTarget {
  const origin = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  return { pathname: withoutBase(path, basePath), query: mark < 0 ? '' : origin.slice(mark + 1) };
}

function withoutBase(path: string, basePath: string): string | undefined {
  if (basePath === '') return path;
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
