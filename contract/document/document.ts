import { type Document, LineCounter, type Node } from 'yaml';
import type { ContractFault } from '../contract.js';
import { type DocumentPlaces, locatePointer, locationAt } from './document-places.js';
import { parseSyntax } from './document-syntax.js';
import { documentValue } from './document-values.js';
import type { Json } from '../json/json.js';
import type { SourceLocation } from '../json/source-location.js';

/** One parsed file of a contract. */
export interface ContractDocument {
  /**
   * The first part of every schema address in the file. It is the path relative to the root, so addresses are the same
   * on every machine.
   */
  readonly uri: string;
  /** Absolute URL of the file. Relative references in the file are resolved against it (RFC 3986 §5.1.3). */
  readonly base: string;
  /** The name of the file in messages. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly root: Json;
  /**
   * The line and column of a pointer. If the pointer does not exist, they are those of its nearest existing ancestor.
   */
  locate(pointer: string): SourceLocation;
  /** Converts a pointer in the file to a pointer in `root`. Set only if the document was converted from OpenAPI 3.0. */
  readonly upgradedPointer?: (written: string) => string;
}

export type DocumentReading =
  | { readonly kind: 'document'; readonly document: ContractDocument }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

export type DocumentSource = Pick<ContractDocument, 'uri' | 'base' | 'file' | 'bytes'>;

/** Parses YAML 1.2 or JSON, and keeps the location of every value. All syntax faults are returned; none is thrown. */
export function parseContractDocument(source: DocumentSource): DocumentReading {
  const start: SourceLocation = { file: source.file, line: 1, column: 1, pointer: '' };
  const text = decode(source.bytes);
  if (text === undefined) {
    return faults([
      {
        code: 'document-not-text',
        message: 'the file is not UTF-8 text',
        repair: 'Save the file as UTF-8.',
        location: start,
      },
    ]);
  }
  const lines = new LineCounter();
  const syntax = parseSyntax(text, lines);
  if (syntax.kind === 'document') return convert(source, text, syntax.document, lines);
  const place = (offset: number): SourceLocation => locationAt({ file: source.file, lines }, offset, '');
  return faults(syntax.faults.map(({ offset, ...fault }) => ({ ...fault, location: place(offset) })));
}

/** Decodes UTF-8, which JSON requires (RFC 8259 §8.1); YAML files must be UTF-8 too. A byte order mark is removed. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function convert(source: DocumentSource, text: string, parsed: Document.Parsed, lines: LineCounter): DocumentReading {
  const found: ContractFault[] = [];
  const report = (node: Node | null | undefined, code: string, message: string, repair: string): void => {
    const location = locationAt({ file: source.file, lines }, node?.range?.[0] ?? 0, '');
    found.push({ code, message, repair, location });
  };
  const isJson = /^\s*[[{]/.test(text);
  const { value, entries, targets } = documentValue(parsed, !isJson, report);
  if (found.length > 0) return faults(found);
  const places: DocumentPlaces = { file: source.file, contents: parsed.contents, lines, entries, targets };
  return {
    kind: 'document',
    document: { ...source, root: value, locate: (pointer) => locatePointer(places, pointer) },
  };
}

function faults(all: readonly ContractFault[]): DocumentReading {
  return { kind: 'faults', faults: all };
}
