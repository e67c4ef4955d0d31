import { isJsonObject, ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import { contentOf, type Entry, isJsonType, type LintedOperation, responsesOf } from './document/linted-operation.js';

export const examplesPresent: ContractRule = {
  id: 'contract/examples-present',
  severity: 'should',
  statement: 'Every JSON body, sent or received, has at least one example.',
  source: 'OpenAPI 3.1 §4.8.14; a mock answers with examples, and the examples phase runs them.',
  repair: 'Add a named example to the media type.',
  check: examplesPresentFaults,
};

function* examplesPresentFaults({ operations }: LintedContract): Generator<Fault> {
  for (const operation of operations) {
    for (const { key, path, value } of bodies(operation)) {
      if (!isJsonType(key) || hasExample(value)) continue;
      yield { path, message: `${key} has no example` };
    }
  }
}

function bodies(operation: LintedOperation): readonly Entry[] {
  const sent = contentOf(ownValue(operation.value, 'requestBody'), [...operation.path, 'requestBody']);
  return [...sent, ...responsesOf(operation).flatMap(({ value, path }) => contentOf(value, path))];
}

function hasExample(mediaType: Entry['value']): boolean {
  const examples = ownValue(mediaType, 'examples');
  return Object.hasOwn(mediaType, 'example') || (isJsonObject(examples) && Object.keys(examples).length > 0);
}
