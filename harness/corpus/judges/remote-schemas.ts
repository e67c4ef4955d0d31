import { readFileSync } from 'node:fs';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaGroup } from './schema-groups.js';

/** The remote documents to which schemas of a JSON Schema draft may refer. The key is the URL of the document. */
export function remoteSchemas(
  draft: SchemaGroup['draft'],
  remotes: Readonly<Record<string, string>>,
): ReadonlyMap<string, Json> {
  const own = Object.entries(remotes).filter(([url]) => isOf(draft, url));
  return new Map(own.map(([url, file]) => [url, JSON.parse(readFileSync(file, 'utf8')) as Json] as const));
}

/**
 * Returns true if a remote document belongs to the draft. Drafts older than 2020-12 use the documents outside all draft
 * folders.
 */
function isOf(draft: SchemaGroup['draft'], url: string): boolean {
  return draft === '2020-12' ? url.includes('/draft2020-12/') : !/\/(?:draft|v1)/.test(url);
}
