import { configurationPage } from './configuration-page.js';
import { rulesPage } from './rules-page.js';

/** Pages that are generated from the code; a test fails if one is stale. */
export const GENERATED_PAGES: readonly (readonly [file: string, render: () => string])[] = [
  ['docs/configuration.md', () => configurationPage()],
  ['docs/rules.md', rulesPage],
];
