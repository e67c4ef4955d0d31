export interface RequestTarget {
  /** Raw, below the base path; `undefined` if the target is outside it. */
  readonly pathname: string | undefined;
  /** Raw, without the `?`. */
  readonly query: string;
}

/** Splits a request target into path and query. A server has to accept the absolute form as well (RFC 9112 §3.2.2). */
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
