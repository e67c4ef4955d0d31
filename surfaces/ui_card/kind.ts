import { TEXT } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { UiCardConfig } from './config.js';

export const uiCardKind: DrivenKind<UiCardConfig> & GeneratedKind<'ui_card'> = {
  kind: 'ui_card',
  options: {
    page: { description: 'one HTML file that contains the whole card.', ...TEXT },
    browser: {
      description: 'the path of a Chromium.',
      default: 'the first that starts: of the system, of Playwright, of `@sparticuz/chromium`',
      ...TEXT,
    },
  },
  required: [['page']],
  isCostly: true,
  runs: { whole: 16, quick: 0.1 },
  describe: ({ page }) => page,
  files: ({ page }) => [page],
  async implementation() {
    const [{ uiCardDriver }, { uiCardExpectedInventory }] = await Promise.all([
      import('./driver.js'),
      import('./inventory.js'),
    ]);
    return { driver: uiCardDriver, expectedInventory: uiCardExpectedInventory };
  },
  generator: async () => (await import('./generate.js')).uiCardGenerator,
};
