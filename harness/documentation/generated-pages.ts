import reportSchemaFile from '../../reports/stream/report.schema.json' with { type: 'json' };
import { configurationPage } from './configuration-page.js';
import { rulesPage } from './rules-page.js';

/** Pages that are generated from the code; a test fails if one is stale. */
export const GENERATED_PAGES: readonly (readonly [file: string, render: () => string])[] = [
  ['docs/configuration.md', () => configurationPage()],
  ['docs/rules.md', rulesPage],
  ['docs/report.schema.json', reportSchema],
];

/** A copy with an address of its own, for readers of `report.ndjson` in other languages; on one line, as it is shipped. */
function reportSchema(): string {
  return `${JSON.stringify(reportSchemaFile)}\n`;
}
