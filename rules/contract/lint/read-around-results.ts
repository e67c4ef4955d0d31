import type { ContractFault } from '../../../contract/contract.js';
import type { ContractDocument } from '../../../contract/document/document.js';
import type { DocumentSet } from '../../../contract/document/document-set.js';
import { readOpened } from '../../../contract/reading/read-contract.js';
import { readAround } from '../read-around.js';
import type { StatedResult } from './joined-results.js';

/**
 * Adds faults that our own reader of contracts found and tolerated, such as a path parameter without `required`. A
 * result of Spectral about the same fault is left out. If our reader cannot read the contract, the results are returned
 * unchanged, because every run reports this anyway.
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

/**
 * For each fault code of our reader: matches the results of Spectral that report the same fault. The matched text is
 * `<rule> <message>`.
 */
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
 * Whether a result of Spectral reports the same fault as our reader. Its place must be the same, or one level above or
 * below.
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
