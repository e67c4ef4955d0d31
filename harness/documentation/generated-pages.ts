import reportSchemaFile from '../../reports/stream/report.schema.json' with { type: 'json' };
import { PROTOCOL_SCHEMA } from '../../surfaces/protocol/message-schemas.js';
import { configurationPage } from './configuration-page.js';
import { failuresPage } from './failures-page.js';
import { rulesPage } from './rules-page.js';

/** Pages that are generated from the code; a test fails if one is stale. */
export const GENERATED_PAGES: readonly (readonly [file: string, render: () => string])[] = [
  ['docs/configuration.md', () => configurationPage()],
  ['docs/failures.md', failuresPage],
  ['docs/rules.md', rulesPage],
  // JSON schemas, for programs in other languages. Each file has one line.
  ['docs/report.schema.json', () => oneLine(reportSchemaFile)],
  ['docs/driver-protocol.schema.json', () => oneLine(PROTOCOL_SCHEMA)],
];

function oneLine(schema: object): string {
  return `${JSON.stringify(schema)}\n`;
}
