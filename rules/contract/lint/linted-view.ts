import type { Json } from '../../../contract/json/json.js';
import { createSchemaSource } from '../../../contract/schema/judging/schema-source.js';
import { SchemaReferences } from '../../../contract/schema/references.js';
import type { RulesetView } from '../catalogue.js';
import { lintedContract } from '../document/linted-contract.js';
import type { LintOptions } from '../document/lint-options.js';
import { directPath } from '../document/origin.js';
import type { SpectralSources } from '../document/spectral-source.js';

/**
 * Returns a function that prepares a document for our rules. Spectral calls it with a document whose `$ref`s are
 * resolved; `sources` has the files of the document.
 */
export function lintedView(sources: SpectralSources, options: LintOptions): (document: Json) => RulesetView {
  const schemas = createSchemaSource(new SchemaReferences(sources.upgraded));
  return (document) => ({
    contract: lintedContract(document, sources, schemas, options),
    path: (path) => directPath(sources, path),
  });
}
