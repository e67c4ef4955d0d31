import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import type { Path } from '../document/path.js';
import { placesOf } from '../document/document-walk.js';

export const examplesValid: ContractRule = {
  id: 'contract/examples-valid',
  severity: 'must',
  statement: 'Every example and every default is valid against its schema.',
  source:
    'OpenAPI 3.1 §4.8.14 and §4.8.19: an example should match its schema; JSON Schema 2020-12 Validation §9.2 and §9.5.',
  repair: 'Correct the example, or correct the schema if the service behaves as the example shows.',
  check: exampleFaults,
};

/** The path of an example and the path of the schema against which it must be valid. */
interface Claim {
  readonly schema: Path;
  readonly value: Path;
}

function* exampleFaults(contract: LintedContract): Generator<LintFault> {
  for (const { value, path, kind } of placesOf(contract.document)) {
    if (!isJsonObject(value)) continue;
    const claims = kind === 'schema' ? schemaClaims(value, path) : kind === 'other' ? holderClaims(value, path) : [];
    for (const claim of claims) {
      for (const fault of contract.judge(claim.schema, claim.value)) {
        yield { path: [...claim.value, ...fault.path], message: fault.message };
      }
    }
  }
}

/** The examples of a media type, parameter or header, each with the schema beside it. */
function holderClaims(holder: JsonObject, path: Path): readonly Claim[] {
  if (ownValue(holder, 'schema') === undefined) return [];
  const schema = [...path, 'schema'];
  const named = ownValue(holder, 'examples');
  const values = isJsonObject(named)
    ? Object.entries(named)
        .filter(hasValue)
        .map(([name]) => [...path, 'examples', name, 'value'])
    : [];
  if (Object.hasOwn(holder, 'example')) values.push([...path, 'example']);
  return values.map((value) => ({ schema, value }));
}

/**
 * Whether an entry of `examples` contains its value. An entry with `externalValue` contains only a URL, which is not
 * fetched.
 */
function hasValue([, example]: readonly [string, Json]): boolean {
  return isJsonObject(example) && Object.hasOwn(example, 'value');
}

function schemaClaims(schema: JsonObject, path: Path): readonly Claim[] {
  const values: Path[] = ['default', 'example']
    .filter((key) => Object.hasOwn(schema, key))
    .map((key) => [...path, key]);
  const listed = ownValue(schema, 'examples');
  if (Array.isArray(listed)) values.push(...listed.map((_, index) => [...path, 'examples', index]));
  return values.map((value) => ({ schema: path, value }));
}
