import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Place, placeUri } from '../../../contract/document/place.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { DocumentSet } from '../../../contract/document/document-set.js';
import { type ContractDocuments, upgradedDocuments } from '../../../contract/upgrade/upgraded-documents.js';
import type { ContractDocument } from '../../../contract/document/document.js';

/** The documents of a contract, each under the name that Spectral gives it: a file path in place of a URL. */
export class SpectralSources {
  /** The documents against whose schemas examples are validated. A document of OpenAPI 3.0 is rewritten to 3.1. */
  readonly upgraded: ContractDocuments;

  constructor(
    readonly documents: DocumentSet,
    readonly main: ContractDocument,
  ) {
    this.upgraded = upgradedDocuments(documents, main);
  }

  /** The name that Spectral gives to the document that is linted. */
  get mainSource(): string {
    return fileURLToPath(this.main.base);
  }

  /** The address of the schema at a place in the files. */
  schemaUri({ document, pointer }: Place): SchemaUri {
    const upgraded = this.upgraded.byUri(document.uri)?.upgradedPointer?.(pointer) ?? pointer;
    return placeUri({ document, pointer: upgraded });
  }

  /**
   * Returns the document with this name. Throws if there is no such document; Spectral then reports an error at the
   * `$ref`.
   */
  document(source: string): ContractDocument {
    if (source === this.mainSource) return this.main;
    const url = /^[a-z][a-z0-9+.-]+:/i.test(source) ? source : pathToFileURL(source).href;
    const reading = this.documents.openUrl(url, this.main.locate(''));
    if (reading.kind === 'document') return reading.document;
    throw new Error(reading.faults[0]?.message ?? `${source} cannot be read`);
  }
}
