import reportSchemaFile from '../../reports/stream/report.schema.json' with { type: 'json' };
import { configurationPage } from './configuration-page.js';
import { failuresPage } from './failures-page.js';
import { rulesPage } from './rules-page.js';

/** Pages that are generated from the code; a test fails if one is stale. */
export const GENERATED_PAGES: readonly (readonly [file: string, render: () => string])[] = [
  ['docs/configuration.md', () => configurationPage()],
  ['docs/failures.md', failuresPage],
  ['docs/rules.md', rulesPage],
  ['docs/report.schema.json', reportSchema],
];

/**
 * The JSON schema of the report, for programs in other languages that read `report.ndjson`. The file has one line.
 */
function reportSchema(): string {
  return `${JSON.stringify(reportSchemaFile)}\n`;
}
