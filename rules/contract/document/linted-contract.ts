import type { SchemaValidator, SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Place } from '../../../contract/document/place.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { LintedContract, ValueFault } from './contract-rule.js';
import { lintedOperations } from './linted-operation.js';
import type { LintOptions } from './lint-options.js';
import { origin } from './origin.js';
import type { Path } from './path.js';
import type { SpectralSources } from './spectral-source.js';

/**
 * Prepares a document with resolved `$ref`s for our rules. Values are validated against the schema in its source file:
 * a schema that was copied in place of a `$ref` has lost its base URI and its dynamic anchors.
 */
export function lintedContract(
  document: Json,
  sources: SpectralSources,
  schemas: SchemaSource,
  options: LintOptions,
): LintedContract {
  return {
    document,
    operations: lintedOperations(document),
    options,
    judge: (schema, value) =>
      valueFaults(judgesOf(schemas, schema, value), sources.schemaUri(origin(sources, schema)), origin(sources, value)),
  };
}

/**
 * The validators for an example. The example is valid if one of them accepts it. An example of a request is validated
 * as an input (without `readOnly` members), and one of a response as an output (without `writeOnly` members). An
 * example in a schema may be either.
 */
function judgesOf(schemas: SchemaSource, schema: Path, value: Path): readonly SchemaValidator[] {
  const isOwn = schema.every((token, index) => value[index] === token);
  const isInput = schema.some(
    (token) => token === 'requestBody' || token === 'requestBodies' || token === 'parameters',
  );
  const isOutput = schema.some((token) => token === 'responses' || token === 'headers');
  if (isOwn || isInput === isOutput) return [schemas, schemas.forDirection('input'), schemas.forDirection('output')];
  return [schemas.forDirection(isInput ? 'input' : 'output')];
}

function valueFaults(judges: readonly SchemaValidator[], uri: SchemaUri, value: Place): readonly ValueFault[] {
  try {
    if (judges.some((judge) => judge.accepts(uri, value.value))) return [];
    return (judges[0]?.validate(uri, value.value) ?? []).map(({ pointer, message }) => ({
      path: pointerTokens(pointer),
      message,
    }));
  } catch (error) {
    if (!(error instanceof ParityError)) throw error;
    return [{ path: [], message: `cannot be validated: ${error.message}` }];
  }
}
