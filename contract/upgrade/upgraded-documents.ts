import type { ContractDocument, DocumentReading } from '../document/document.js';
import type { DocumentSet } from '../document/document-set.js';
import type { SourceLocation } from '../json/source-location.js';
import { type FoundPlace, findPlaces, isVersion30 } from './found-places.js';
import { ownValue } from '../json/json.js';
import { movedPointers, upgradedDocument } from './upgraded-document.js';

/** The documents of a contract, in the form that the readers need. */
export type ContractDocuments = Pick<DocumentSet, 'all' | 'byUri' | 'openUrl' | 'digest'>;

/**
 * Converts the documents of an OpenAPI 3.0 description to 3.1. Pointers stay the same wherever 3.1 allows it, and
 * `locate` always returns places in the original file. Documents of other versions are returned unchanged.
 */
export function upgradedDocuments(documents: DocumentSet, entry: ContractDocument): ContractDocuments {
  if (!isVersion30(ownValue(entry.root, 'openapi'))) return documents;
  const byDocument = new Map<ContractDocument, FoundPlace[]>();
  const found = findPlaces(documents, entry);
  for (const place of found.values()) {
    const known = byDocument.get(place.place.document);
    if (known === undefined) byDocument.set(place.place.document, [place]);
    else known.push(place);
  }
  return new UpgradedDocuments(documents, byDocument);
}

class UpgradedDocuments implements ContractDocuments {
  readonly #documents: DocumentSet;
  readonly #upgraded: ReadonlyMap<ContractDocument, ContractDocument>;

  constructor(documents: DocumentSet, places: ReadonlyMap<ContractDocument, readonly FoundPlace[]>) {
    this.#documents = documents;
    const moved = new Map([...places].map(([document, found]) => [document, movedPointers(found)] as const));
    this.#upgraded = new Map(
      [...places].map(([document, found]) => [document, upgradedDocument(document, found, moved)] as const),
    );
  }

  all(): readonly ContractDocument[] {
    return this.#documents.all().map((document) => this.#newest(document));
  }

  byUri(uri: string): ContractDocument | undefined {
    const document = this.#documents.byUri(uri);
    return document && this.#newest(document);
  }

  openUrl(url: string, location: SourceLocation): DocumentReading {
    const reading = this.#documents.openUrl(url, location);
    return reading.kind === 'document' ? { ...reading, document: this.#newest(reading.document) } : reading;
  }

  digest(): string {
    return this.#documents.digest();
  }

  #newest(document: ContractDocument): ContractDocument {
    return this.#upgraded.get(document) ?? document;
  }
}
