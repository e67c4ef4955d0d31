import { readFileSync } from 'node:fs';
import type { ContractDocument, DocumentReading } from '../document/document.js';
import { standardPath } from '../document/document-set.js';
import type { Json } from '../json/json.js';
import { type Dialect, inNewestDialect } from './older-dialects.js';
import type { SchemaDocuments } from './references.js';
import type { SourceLocation } from '../json/source-location.js';

/** Schema documents that the caller supplies, by their absolute URL without a fragment. */
export type SchemasByUrl = ReadonlyMap<string, Json>;

/** Schema documents that are in memory: one schema, and the schemas to which it may refer. Nothing is fetched. */
export class MemoryDocuments implements SchemaDocuments {
  readonly #documents = new Map<string, ContractDocument>();

  constructor(
    root: { readonly url: string; readonly schema: Json },
    private readonly others: SchemasByUrl,
    private readonly dialect: Dialect,
  ) {
    this.#add(root.url, root.schema);
  }

  all(): readonly ContractDocument[] {
    return [...this.#documents.values()];
  }

  byUri(uri: string): ContractDocument | undefined {
    return this.#documents.get(uri);
  }

  openUrl(url: string, location: SourceLocation): DocumentReading {
    const known = this.#documents.get(url);
    if (known !== undefined) return { kind: 'document', document: known };
    const supplied = this.others.get(url) ?? this.others.get(`${url}#`) ?? standardSchema(url);
    if (supplied !== undefined) return { kind: 'document', document: this.#add(url, supplied) };
    const repair = 'Pass the document under this URL.';
    return {
      kind: 'faults',
      faults: [{ code: 'reference-remote', message: `no document was supplied for ${url}`, repair, location }],
    };
  }

  #add(url: string, schema: Json): ContractDocument {
    const locate = (pointer: string): SourceLocation => ({ file: url, line: 1, column: 1, pointer });
    const root = inNewestDialect(schema, this.dialect);
    const document: ContractDocument = { uri: url, base: url, file: url, bytes: new Uint8Array(), root, locate };
    this.#documents.set(url, document);
    return document;
  }
}

function standardSchema(url: string): Json | undefined {
  const path = standardPath(url);
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as Json);
}
