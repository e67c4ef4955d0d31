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
      default: 'the first browser that starts: a browser of the system, of Playwright, or of `@sparticuz/chromium`',
      ...TEXT,
    },
    forms: {
      description:
        'for [a card of your own](other-projects.md#a-card-of-your-own): operation ids, each with CSS selectors for its form and for the controls of its arguments.',
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
      description: 'with `forms`: CSS selectors for the elements that the card shows after a call.',
      type: 'object',
      required: ['success', 'failure'],
      additionalProperties: false,
      properties: { success: TEXT, failure: TEXT, refusal: TEXT, status: TEXT, value: TEXT, problem: TEXT },
    },
    address: {
      description:
        'with `forms`: the query or the fragment of the address of the page, with the placeholders `{url}`, `{url:SERVER}` and `{token}`.',
      type: 'string',
      pattern: '^[?#]',
    },
    settings: {
      description:
        'with `forms`: CSS selectors of other controls, each with the text to enter. The text may have the placeholders `{url}`, `{url:SERVER}` and `{token}`.',
      ...SELECTORS,
    },
  },
  required: [['page']],
  isCostly: true,
  runs: { whole: 8, quick: 0.0625, edges: 0.5 },
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
