import type { Contract, ContractReading } from '../contract.js';
import { type SuppliedDocuments, DocumentSet } from '../document/document-set.js';
import type { ContractDocument } from '../document/document.js';
import type { ReadBytes } from '../document/document-bytes.js';
import { withBinaryProperties } from './binary-properties.js';
import { readComponents } from './components.js';
import { readHead } from './head.js';
import { readRefusalOrder } from './extensions.js';
import { readOperations } from './operations.js';
import type { Place } from '../document/place.js';
import { Reader } from './reader.js';
import { createSchemaSource } from '../schema/judging/schema-source.js';
import { checkSchemas } from '../schema/check-schemas.js';
import { checkDialect } from '../schema/dialect.js';
import type { Operation } from '../operation.js';
import { isXmlMediaType } from '../wire/message.js';
import { SchemaReferences } from '../schema/references.js';
import { upgradedDocuments } from '../upgrade/upgraded-documents.js';

export interface ReadOptions {
  /** The folder from which relative paths, and the addresses of schemas, start. */
  readonly root: string;
  /** The vendor prefix of extensions: with `svc`, extensions such as `x-svc-mcp-tool` are read. */
  readonly prefix: string;
  /** Maps an http(s) URL to which the contract refers to a local file that is read instead. Nothing is ever fetched. */
  readonly supplied?: SuppliedDocuments;
  /** Reads the bytes of a file. By default, files are read from the disk. */
  readonly readBytes?: ReadBytes;
  /**
   * Whether the operations of a path are left out if it is unknown how to call them. Otherwise, a fault is reported.
   */
  readonly leavesOut?: boolean;
}

/**
 * Reads an OpenAPI 3.1 or 3.0 description (YAML or JSON) and all files to which it refers. Returns the contract, or all
 * faults with their locations and fixes. The promise never rejects because of the content of a file.
 */
export async function readContract(file: string, options: ReadOptions): Promise<ContractReading> {
  const documents = new DocumentSet(options.root, options.supplied, options.readBytes);
  const reading = documents.openFile(file);
  if (reading.kind === 'faults') return reading;
  const read = readOpened(documents, reading.document, options.prefix, options.leavesOut);
  return read.kind === 'contract' ? { kind: 'contract', contract: await withXml(read.contract) } : read;
}

/**
 * Reads a description whose entry document is already open. The operations of the returned contract have no functions
 * that read and write XML bodies.
 */
export function readOpened(
  documents: DocumentSet,
  document: ContractDocument,
  prefix: string,
  leavesOut?: boolean,
): ContractReading {
  const upgraded = upgradedDocuments(documents, document);
  return readEntry(new Reader(upgraded, prefix, leavesOut), upgraded.byUri(document.uri) ?? document);
}

/**
 * Adds functions that read and write XML bodies to the operations. The XML library is imported only if the contract has
 * XML bodies.
 */
async function withXml(contract: Contract): Promise<Contract> {
  const isXml = ({ requestBody, responses }: Operation): boolean =>
    [requestBody, ...responses].some((part) => part?.content.some(({ mediaType }) => isXmlMediaType(mediaType)));
  if (!contract.operations.some(isXml)) return contract;
  const { withXmlCodecs } = await import('./xml-codecs.js');
  const { schemas } = contract;
  return { ...contract, operations: contract.operations.map((operation) => withXmlCodecs(schemas, operation)) };
}

function readEntry(reader: Reader, document: ContractDocument): ContractReading {
  const entry: Place = { document, pointer: '', value: document.root };
  const head = readHead(reader, entry);
  // The rest of an unsupported description is not read: parts that its version allows would be reported as faults.
  if (!head.supported) return { kind: 'faults', faults: reader.faults.all() };
  const { operations, leftOut } = readOperations(reader, entry);
  const refusalOrder = readRefusalOrder(reader, entry);
  readComponents(reader, entry);
  const references = new SchemaReferences(reader.documents);
  checkDialect(entry, 'jsonSchemaDialect', reader.faults);
  checkSchemas(references, reader.schemas, reader.faults);
  const faults = reader.faults.all();
  const readAround = reader.readAround.all();
  if (faults.length > 0) return { kind: 'faults', faults: [...faults, ...readAround] };
  const schemas = createSchemaSource(references);
  const contract: Contract = {
    title: head.title,
    version: head.version,
    file: document.file,
    digest: reader.documents.digest(),
    operations: operations.map((operation) => withBinaryProperties(schemas, operation)),
    ...(refusalOrder && { refusalOrder }),
    schemas,
    ...(leftOut.length > 0 && { leftOut }),
    ...(readAround.length > 0 && { readAround }),
    document: document.root,
    locate: (pointer) => document.locate(pointer),
  };
  return { kind: 'contract', contract };
}
