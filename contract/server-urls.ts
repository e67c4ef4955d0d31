import { type Json, isJsonObject, ownValue } from './json/json.js';

/**
 * The URLs of `servers` in a description, a path item or an operation (OpenAPI 3.1 §4.8.5), with the defaults of their
 * variables and without a slash at the end. The URLs are alternatives. Empty if there are no servers.
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

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
