import type { ContractDocument, DocumentReading } from '../document/document.js';
import type { DocumentSet } from '../document/document-set.js';
import type { SourceLocation } from '../json/source-location.js';
import { type FoundPlace, findPlaces, isVersion30 } from './found-places.js';
import { ownValue } from '../json/json.js';
import { withCompatiblePatterns } from './compatible-patterns.js';
import { movedPointers, upgradedDocument } from './upgraded-document.js';

/** The documents of a contract after they have been converted to OpenAPI 3.1, which all readers expect. */
export type ContractDocuments = Pick<DocumentSet, 'all' | 'byUri' | 'openUrl' | 'digest'>;

/**
 * Converts the documents of an OpenAPI 3.0 description to 3.1. Pointers stay the same wherever 3.1 permits it, and
 * `locate` always returns places in the original file. In a document of another version, only patterns are rewritten.
 */
export function upgradedDocuments(documents: DocumentSet, entry: ContractDocument): ContractDocuments {
  if (!isVersion30(ownValue(entry.root, 'openapi'))) return withOwnPatterns(documents);
  const byDocument = new Map<ContractDocument, FoundPlace[]>();
  const found = findPlaces(documents, entry);
  for (const place of found.values()) {
    const known = byDocument.get(place.place.document);
    if (known === undefined) byDocument.set(place.place.document, [place]);
    else known.push(place);
  }
  const moved = new Map([...byDocument].map(([document, places]) => [document, movedPointers(places)] as const));
  const upgraded = new Map(
    [...byDocument].map(([document, places]) => [document, upgradedDocument(document, places, moved)] as const),
  );
  return new UpgradedDocuments(documents, (document) => upgraded.get(document) ?? document);
}

/**
 * The documents, rewritten so that their patterns compile with the `u` flag. Each file is rewritten when it is read.
 */
function withOwnPatterns(documents: DocumentSet): ContractDocuments {
  const known = new Map<ContractDocument, ContractDocument>();
  return new UpgradedDocuments(documents, (document) => {
    const made = known.get(document) ?? withCompatiblePatterns(document);
    known.set(document, made);
    return made;
  });
}

class UpgradedDocuments implements ContractDocuments {
  readonly #documents: DocumentSet;

  constructor(
    documents: DocumentSet,
    private readonly newest: (document: ContractDocument) => ContractDocument,
  ) {
    this.#documents = documents;
  }

  all(): readonly ContractDocument[] {
    return this.#documents.all().map((document) => this.newest(document));
  }

  byUri(uri: string): ContractDocument | undefined {
    const document = this.#documents.byUri(uri);
    return document && this.newest(document);
  }

  openUrl(url: string, location: SourceLocation): DocumentReading {
    const reading = this.#documents.openUrl(url, location);
    return reading.kind === 'document' ? { ...reading, document: this.newest(reading.document) } : reading;
  }

  digest(): string {
    return this.#documents.digest();
  }
}
