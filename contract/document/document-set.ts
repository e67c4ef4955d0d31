import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ContractDocument, type DocumentReading, type DocumentSource, parseContractDocument } from './document.js';
import { pathBelow } from './path-below.js';
import { type ReadBytes, readDocumentBytes } from './document-bytes.js';
import type { SourceLocation } from '../json/source-location.js';

/**
 * The maximum number of files, far above the number in any real description. Without it, reading might not end if each
 * file refers to a new path.
 */
const MAX_DOCUMENTS = 5000;

/** Maps a URL to which the contract refers to the local file that is read instead. */
export type SuppliedDocuments = Readonly<Record<string, string>>;

/** The files of one contract. Each file is read once, at its first reference. */
export class DocumentSet {
  readonly #root: string;
  readonly #supplied: SuppliedDocuments;
  readonly #readBytes: ReadBytes;
  /** The result of reading each file, in the order of first reference. The key is the URL of the file. */
  readonly #readings = new Map<string, DocumentReading>();
  readonly #documents = new Map<string, ContractDocument>();

  constructor(root: string, supplied: SuppliedDocuments = {}, readBytes: ReadBytes = readDocumentBytes) {
    this.#root = resolve(root);
    this.#supplied = supplied;
    this.#readBytes = readBytes;
  }

  /** Opens the file that the user named, relative to the root. */
  openFile(file: string): DocumentReading {
    const path = resolve(this.#root, file);
    const name = this.#displayName(path);
    return this.#open(pathToFileURL(path).href, path, { file: name, line: 1, column: 1, pointer: '' });
  }

  /** Opens the document at an absolute URL without a fragment. `location` is the place of the reference to the URL. */
  openUrl(url: string, location: SourceLocation): DocumentReading {
    const supplied = Object.hasOwn(this.#supplied, url) ? this.#supplied[url] : undefined;
    if (supplied !== undefined) return this.#open(url, resolve(this.#root, supplied), location);
    const path = filePath(url) ?? standardPath(url);
    if (path !== undefined) return this.#open(url, path, location);
    return {
      kind: 'faults',
      faults: [
        {
          code: 'reference-remote',
          message: `${url} is not a local file; contracts are read without network access`,
          repair: 'Save the document next to the contract and refer to that file.',
          location,
        },
      ],
    };
  }

  /** The document with this `uri`, with which all addresses of its schemas start. */
  byUri(uri: string): ContractDocument | undefined {
    return this.#documents.get(uri);
  }

  /** Every document read so far, in order of first reference. */
  all(): readonly ContractDocument[] {
    return [...this.#documents.values()];
  }

  /**
   * `sha256:<hex>` over the bytes of all documents in order of first reference. For a single file, the digest equals
   * the output of `sha256sum`.
   */
  digest(): string {
    const hash = createHash('sha256');
    for (const { bytes } of this.#documents.values()) hash.update(bytes);
    return `sha256:${hash.digest('hex')}`;
  }

  #open(url: string, path: string, location: SourceLocation): DocumentReading {
    const reading = this.#readings.get(url) ?? this.#read(url, path, location);
    this.#readings.set(url, reading);
    if (reading.kind === 'document') this.#documents.set(reading.document.uri, reading.document);
    return reading;
  }

  #read(url: string, path: string, location: SourceLocation): DocumentReading {
    const name = this.#displayName(path);
    if (this.#readings.size >= MAX_DOCUMENTS) {
      const message = `the contract refers to more than ${MAX_DOCUMENTS} files`;
      return {
        kind: 'faults',
        faults: [{ code: 'documents-too-many', message, repair: 'Bundle the contract into fewer files.', location }],
      };
    }
    const bytes = this.#readBytes(path, name, location);
    if (bytes.kind === 'fault') return { kind: 'faults', faults: [bytes.fault] };
    const source: DocumentSource = { uri: this.#uri(url, path), base: url, file: name, bytes: bytes.bytes };
    return parseContractDocument(source);
  }

  /**
   * The name of a file in messages: its path relative to the root, or its absolute path if the file is outside the
   * root.
   */
  #displayName(path: string): string {
    return pathBelow(this.#root, path) || path;
  }

  /**
   * The path of a file relative to the root, even if the file is outside the root. Addresses of schemas start with this
   * path. The fingerprints of findings contain these addresses, so they must not depend on the folders of one machine.
   */
  #uri(url: string, path: string): string {
    if (!url.startsWith('file:')) return url;
    return relative(this.#root, path).split(sep).map(encodeURIComponent).join('/');
  }
}

/**
 * The local file of a JSON Schema meta-schema, from the package of Ajv; `undefined` for any other URL. A contract may
 * refer to a meta-schema if its inputs are schemas.
 */
export function standardPath(url: string): string | undefined {
  const [, version, name] =
    /^https:\/\/json-schema\.org\/draft\/(20(?:19-09|20-12))\/(schema|meta\/[a-z-]+)$/.exec(url) ?? [];
  const older = /^http:\/\/json-schema\.org\/(draft-0[67])\/schema$/.exec(url)?.[1];
  if (name === undefined && older === undefined) return undefined;
  const file = older === undefined ? `json-schema-${version ?? ''}/${name ?? ''}` : `json-schema-${older}`;
  try {
    return createRequire(import.meta.url).resolve(`ajv/dist/refs/${file}.json`);
  } catch {
    return undefined;
  }
}

function filePath(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
