import { isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import {
  contentEntries,
  type MappingEntry,
  isJsonType,
  type LintedOperation,
  responsesOf,
} from '../document/linted-operation.js';

export const examplesPresent: ContractRule = {
  id: 'contract/examples-present',
  severity: 'should',
  statement: 'Every JSON body of a request or a response has at least one example.',
  source: 'OpenAPI 3.1 §4.8.14; a mock replies with examples, and the examples phase runs them as cases.',
  repair: 'Add an example to the media type.',
  check: examplesPresentFaults,
};

function* examplesPresentFaults({ operations }: LintedContract): Generator<LintFault> {
  for (const operation of operations) {
    for (const { key, path, value } of bodies(operation)) {
      if (!isJsonType(key) || hasExample(value)) continue;
      yield { path, message: `${key} has no example` };
    }
  }
}

function bodies(operation: LintedOperation): readonly MappingEntry[] {
  const sent = contentEntries(ownValue(operation.value, 'requestBody'), [...operation.path, 'requestBody']);
  return [...sent, ...responsesOf(operation).flatMap(({ value, path }) => contentEntries(value, path))];
}

function hasExample(mediaType: MappingEntry['value']): boolean {
  const examples = ownValue(mediaType, 'examples');
  return Object.hasOwn(mediaType, 'example') || (isJsonObject(examples) && Object.keys(examples).length > 0);
}
