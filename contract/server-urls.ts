import { valueAt } from './json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from './json/json.js';

/**
 * The URLs in `servers` of a description, a path item or an operation (OpenAPI 3.1 §4.8.5). The service is available at
 * each of them. The list is empty if there is no `servers`. Variables are replaced by their defaults, and slashes at
 * the end are removed.
 */
export function serverUrls(holder: Json | undefined): readonly string[] {
  const servers = ownValue(holder, 'servers');
  if (!Array.isArray(servers)) return [];
  const urls = (servers as readonly Json[]).flatMap((server) => serverUrl(server) ?? []);
  return [...new Set(urls)];
}

function serverUrl(server: Json): string | undefined {
  const url = ownValue(server, 'url');
  if (typeof url !== 'string') return undefined;
  const variables = ownValue(server, 'variables');
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? ownValue(variables, name) : undefined;
    const value = ownValue(variable, 'default');
    return typeof value === 'string' ? value : whole;
  });
  return withoutSlash(filled);
}

/**
 * Whether the contract states that the base URL of its first server may end with a slash: "with or without a trailing
 * slash", in the description of the variable with which the URL ends.
 */
export function mayEndWithSlash(document: Json): boolean {
  const server = valueAt(document, '/servers/0');
  const [, name] = /\{([^{}]*)\}$/.exec(String(ownValue(server, 'url'))) ?? [];
  const description =
    name === undefined ? undefined : ownValue(ownValue(ownValue(server, 'variables'), name), 'description');
  return typeof description === 'string' && SLASH.test(description);
}

const SLASH = /\bwith or without (?:[\w-]+ ){0,6}(?:trailing|final) slash\b|\bmay (?:also )?end (?:with|in) a slash\b/i;

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/**
 * Paths at which a service may be found, if it does not answer at a base URL with the path `given`. `server` is the
 * path of the contract's server. For `/app` and `/v1`, they are `/app/v1` and `/v1`. If `server` starts with `given`,
 * as `/api/v1` starts with `/api`, the result is only `server`.
 */
export function likelyBasePaths(given: string, server: string): readonly string[] {
  return `${server}/`.startsWith(`${given}/`) ? [server] : [given + server, server];
}
