import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DocumentSet } from '../../../contract/document/document-set.js';
import type { ContractDocument } from '../../../contract/document/document.js';

/** The documents of a contract by the names that Spectral uses: paths instead of URLs. */
export class SpectralSources {
  constructor(
    readonly documents: DocumentSet,
    readonly main: ContractDocument,
  ) {}

  /** Spectral's name for the document under lint. */
  get mainSource(): string {
    return fileURLToPath(this.main.base);
  }

  /** Throws if there is no such document. Spectral reports that as a result at the `$ref`. */
  document(source: string): ContractDocument {
    if (source === this.mainSource) return this.main;
    const url = /^[a-z][a-z0-9+.-]+:/i.test(source) ? source : pathToFileURL(source).href;
    const reading = this.documents.openUrl(url, this.main.locate(''));
    if (reading.kind === 'document') return reading.document;
    throw new Error(reading.faults[0]?.message ?? `${source} cannot be read`);
  }
}
