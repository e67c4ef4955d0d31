import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';

/** The URL of the first server of a description (OpenAPI 3.1 §4.8.5), with the defaults of its variables. */
export function serverUrl(document: Json): string {
  const servers = ownValue(document, 'servers');
  const first = Array.isArray(servers) ? (servers as readonly Json[])[0] : undefined;
  const url = ownValue(first, 'url');
  const variables = ownValue(first, 'variables');
  if (typeof url !== 'string') return '/';
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? ownValue(variables, name) : undefined;
    const value = ownValue(variable, 'default');
    return typeof value === 'string' ? value : whole;
  });
}

/** The path below which the servers of a description offer their operations; empty for the root. */
export function serverPath(document: Json): string {
  const url = serverUrl(document);
  const base = 'http://127.0.0.1';
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : '';
}
