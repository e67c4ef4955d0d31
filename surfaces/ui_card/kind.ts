import { streamsOrAll } from '../../contract/stream-of.js';
import { TEXT } from '../kind-options.js';
import type { DrivenKind, GeneratedKind } from '../surface-kind.js';
import type { UiCardConfig } from './config.js';

const SELECTORS = { type: 'object', additionalProperties: TEXT } as const;
const CONTROL = {
  type: 'object',
  required: ['control'],
  additionalProperties: false,
  properties: { control: TEXT, null: TEXT, omitted: TEXT, json: { const: true } },
} as const;

export const uiCardKind: DrivenKind<UiCardConfig> & GeneratedKind<'ui_card'> = {
  kind: 'ui_card',
  options: {
    page: { description: 'one HTML file that contains the whole card.', ...TEXT },
    browser: {
      description: 'the path of a Chromium executable.',
      default: 'the first browser that starts: of the system, of Playwright, of `@sparticuz/chromium`',
      ...TEXT,
    },
    forms: {
      description:
        'for a card with other conventions, by the id of the operation: its form and the controls of the arguments, as CSS selectors: see [a card of your own](other-projects.md#a-card-of-your-own).',
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        type: 'object',
        required: ['form'],
        additionalProperties: false,
        properties: {
          open: TEXT,
          form: TEXT,
          fields: { type: 'object', additionalProperties: { if: { type: 'string' }, then: TEXT, else: CONTROL } },
          body: { const: 'members' },
          submit: TEXT,
        },
      },
    },
    shows: {
      description: 'with `forms`: the elements that the card shows after a call, as CSS selectors.',
      type: 'object',
      required: ['success', 'failure'],
      additionalProperties: false,
      properties: { success: TEXT, failure: TEXT, refusal: TEXT, status: TEXT, value: TEXT, problem: TEXT },
    },
    address: {
      description:
        'with `forms`: the query or the fragment of the page; `{url}`, `{url:SERVER}` and `{token}` are replaced.',
      type: 'string',
      pattern: '^[?#]',
    },
    settings: {
      description:
        'with `forms`: texts to enter into other controls, by CSS selector; `{url}`, `{url:SERVER}` and `{token}` are replaced.',
      ...SELECTORS,
    },
  },
  required: [['page']],
  isCostly: true,
  runs: { whole: 8, quick: 0.1, edges: 0.5 },
  describe: ({ page }) => page,
  files: ({ page }) => [page],
  async implementation() {
    const [{ uiCardDriver }, { SharedBrowsers }, { uiCardExpectedInventory }] = await Promise.all([
      import('./driver.js'),
      import('./browser/shared-browser.js'),
      import('./inventory.js'),
    ]);
    const browsers = new SharedBrowsers();
    return { driver: (config) => uiCardDriver(config, browsers), expectedInventory: uiCardExpectedInventory };
  },
  offered: streamsOrAll,
  generator: async () => (await import('./generate.js')).uiCardGenerator,
};
