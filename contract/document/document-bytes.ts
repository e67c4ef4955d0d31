import { readFileSync, statSync } from 'node:fs';
import type { ContractFault } from '../contract.js';
import type { SourceLocation } from '../json/source-location.js';

/**
 * The maximum size of a description in bytes, far above the size of any real description. Parsing 20 MB takes about ten
 * seconds.
 */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

export type BytesReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: ContractFault };

/**
 * Reads a file by its absolute path, from the disk or from an earlier git revision. `name` is the name of the file in
 * messages.
 */
export type ReadBytes = (path: string, name: string, location: SourceLocation) => BytesReading;

/**
 * Reads the bytes of a file of the contract. `location` is the place of the reference to the file, for a fault. Files
 * are read synchronously, so that they are always read in the order of their first references. The digest depends on
 * this order.
 */
export function readDocumentBytes(path: string, name: string, location: SourceLocation): BytesReading {
  try {
    const stat = statSync(path);
    // Other kinds of files are rejected, because reading a pipe or a device may block or never end.
    if (!stat.isFile())
      return fault(location, 'document-unreadable', `${name} is not a file`, 'Give the path of a YAML or JSON file.');
    if (stat.size > MAX_DOCUMENT_BYTES) return tooLarge(name, stat.size, location);
    const bytes = readFileSync(path);
    return bytes.length > MAX_DOCUMENT_BYTES ? tooLarge(name, bytes.length, location) : { kind: 'bytes', bytes };
  } catch (error) {
    return unreadable(name, error, location);
  }
}

function tooLarge(name: string, size: number, location: SourceLocation): BytesReading {
  const message = `${name} has ${size} bytes; the limit is ${MAX_DOCUMENT_BYTES}`;
  return fault(
    location,
    'document-too-large',
    message,
    'Split the file into several files that refer to each other with $ref, or remove long examples.',
  );
}

function unreadable(name: string, error: unknown, location: SourceLocation): BytesReading {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return fault(location, 'document-missing', `${name} does not exist`, 'Correct the path, or create the file.');
  }
  return fault(
    location,
    'document-unreadable',
    `${name} cannot be read (${code})`,
    'Give the current user permission to read the file.',
  );
}

function fault(location: SourceLocation, code: string, message: string, repair: string): BytesReading {
  return { kind: 'fault', fault: { code, message, repair, location } };
}
