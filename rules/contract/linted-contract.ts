import type { SchemaSource } from '../../contract/contract.js';
import type { Json } from '../../contract/json.js';
import { pointerTokens } from '../../contract/json-pointer.js';
import { ParityError } from '../../contract/parity-error.js';
import { type Place, placeUri } from '../../contract/reading/place.js';
import type { LintedContract, ValueFault } from './contract-rule.js';
import { lintedOperations } from './linted-operation.js';
import type { LintOptions } from './lint-options.js';
import { origin } from './origin.js';
import type { SpectralSources } from './spectral-source.js';

/**
 * What our rules see of the document that Spectral shows them, its `$ref`s followed. Schemas are judged where they are written:
 * the copies that stand in the place of references have lost their base and their dynamic anchors.
 */
export function lintedContract(document: Json, sources: SpectralSources, schemas: SchemaSource, options: LintOptions): LintedContract {
  return {
    document,
    operations: lintedOperations(document),
    options,
    judge: (schema, value) => valueFaults(schemas, origin(sources, schema), origin(sources, value)),
  };
}

function valueFaults(schemas: SchemaSource, schema: Place, value: Place): readonly ValueFault[] {
  try {
    return schemas.validate(placeUri(schema), value.value).map(({ pointer, message }) => ({ path: pointerTokens(pointer), message }));
  } catch (error) {
    if (!(error instanceof ParityError)) throw error;
    return [{ path: [], message: `cannot be judged: ${error.message}` }];
  }
}
