import { LineCounter, type Node, parseDocument, type Document, type YAMLError } from 'yaml';
import type { ContractFault } from './contract.js';
import { type DocumentPlaces, locatePointer, locationAt } from './document-places.js';
import { documentValue } from './document-values.js';
import type { Json } from './json.js';
import type { SourceLocation } from './source-location.js';

/** One file of a contract, read. */
export interface ContractDocument {
  /** First part of every schema address in it: the path from the root, so that addresses are the same on every machine. */
  readonly uri: string;
  /** Absolute URL against which its relative references resolve (RFC 3986 §5.1.3). */
  readonly base: string;
  /** As messages name it. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly root: Json;
  /** Where a pointer stands; the nearest enclosing place if it leads nowhere. */
  locate(pointer: string): SourceLocation;
}

export type DocumentReading =
  | { readonly kind: 'document'; readonly document: ContractDocument }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

export type DocumentSource = Pick<ContractDocument, 'uri' | 'base' | 'file' | 'bytes'>;

/** Parses YAML 1.2 or JSON, with the place of everything. Every fault of syntax is collected; none is thrown. */
export function parseContractDocument(source: DocumentSource): DocumentReading {
  const start: SourceLocation = { file: source.file, line: 1, column: 1, pointer: '' };
  const text = decode(source.bytes);
  if (text === undefined) {
    return faults([{ code: 'document-not-text', message: 'not UTF-8 text', repair: 'Save the file as UTF-8.', location: start }]);
  }
  const lines = new LineCounter();
  const parsed = parse(text, lines);
  if (parsed === undefined) {
    return faults([{ code: 'document-too-deep', message: 'nested too deeply to be read', repair: 'Flatten the file.', location: start }]);
  }
  if (parsed.errors.length > 0) return faults(parsed.errors.map((error) => syntaxFault(error, source.file, lines)));
  return convert(source, text, parsed, lines);
}

/** JSON texts are UTF-8 (RFC 8259 §8.1), and so are the YAML files we read; a byte order mark is taken off. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * JSON is read as YAML 1.2, whose subset it is, so that one reader finds the places of both. `schema: 'core'` also where a
 * `%YAML 1.1` directive asks for the old types (`no` as a boolean, dates): OpenAPI 3.1 §4.3 wants those of JSON.
 */
function parse(text: string, lines: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, { lineCounter: lines, uniqueKeys: false, schema: 'core', merge: false, prettyErrors: false, logLevel: 'silent' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
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
  return { kind: 'document', document: { ...source, root: value, locate: (pointer) => locatePointer(places, pointer) } };
}

function syntaxFault(error: YAMLError, file: string, lines: LineCounter): ContractFault {
  return {
    code: 'document-syntax',
    message: `not YAML or JSON: ${error.message}`,
    repair: 'Correct the syntax at this place.',
    location: locationAt({ file, lines }, error.pos[0], ''),
  };
}

function faults(all: readonly ContractFault[]): DocumentReading {
  return { kind: 'faults', faults: all };
}
