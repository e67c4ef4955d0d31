import type { ContractFault } from '../../../contract/contract.js';
import type { ContractDocument } from '../../../contract/document/document.js';
import type { DocumentSet } from '../../../contract/document/document-set.js';
import { readOpened } from '../../../contract/reading/read-contract.js';
import { readAround } from '../read-around.js';
import type { StatedResult } from './joined-results.js';

/**
 * Adds the faults that the reader of contracts works around to the results of Spectral, without the results of Spectral
 * that report the same fault. If the contract cannot be read, the results are returned unchanged, because every run
 * reports the faults of such a contract.
 */
export function withReadAround(
  results: readonly StatedResult[],
  documents: DocumentSet,
  main: ContractDocument,
  prefix: string,
): readonly StatedResult[] {
  const reading = readOpened(documents, main, prefix, true);
  const faults = reading.kind === 'contract' ? (reading.contract.readAround ?? []) : [];
  if (faults.length === 0) return results;
  return [...results.filter((each) => !faults.some((fault) => isSame(fault, each))), ...faults.map(stated)];
}

function stated({ message, repair, location }: ContractFault): StatedResult {
  const { id: rule, source } = readAround;
  return { statement: message, result: { rule, severity: 'error', message, repair, location, source } };
}

/** For each code of a fault, the results of Spectral that report it, as `<rule> <message>`. */
const SAID: Readonly<Record<string, RegExp>> = {
  'parameter-required': /"required" property|property "required"/,
  'boolean-text': /property must be (?:boolean|equal to constant)|"required" property that is set/,
  'path-parameter-undeclared': /must define parameter/,
  'path-parameter-unused': /must be used in path/,
  'parameter-duplicate': /defined multiple times|operation-parameters/,
  'parameter-schema': /"schema"|"content"|oneOf/,
  'parameter-style': /"style" property|unevaluated properties/,
  'path-duplicate': /must not be equivalent/,
  'operation-id-malformed': /"operationId" property/,
  'operation-id-duplicate': /operation-operationId-unique/,
  'info-missing': /"(?:info|title|version)"/,
  'security-unknown': /security-defined/,
  'security-scheme': /oas3-schema/,
  'responses-missing': /oas3-schema|operation-success-response/,
  'response-status': /unevaluated properties/,
};

/**
 * Whether a result of Spectral reports the same fault: at the place of the fault, at the object that directly contains
 * that place, or at a value directly in it.
 */
function isSame({ code, location }: ContractFault, { result }: StatedResult): boolean {
  const [here, there] = [location.pointer, result.location.pointer];
  const isNear = here === there || parentOf(here) === there || parentOf(there) === here;
  return (
    isNear &&
    location.file === result.location.file &&
    result.rule.startsWith('oas/') &&
    SAID[code]?.test(`${result.rule} ${result.message}`) === true
  );
}

function parentOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'));
}
