import type { CardMapping } from './mapped/card-mapping.js';

export interface UiCardOptions extends Partial<CardMapping> {
  /** One HTML file that contains the whole card. */
  readonly page: string;
  /** Path of a Chromium executable. By default, an installed Chromium is used. */
  readonly browser?: string;
}

export interface UiCardConfig extends UiCardOptions {
  readonly driver: 'ui_card';
}

/**
 * The part of the configuration that describes how to operate a card of the user. `undefined` for a card that has the
 * elements of the generated card.
 */
export function cardMapping({ forms, shows, address, settings }: UiCardOptions): CardMapping | undefined {
  if (forms === undefined || shows === undefined) return undefined;
  return { forms, shows, ...(address !== undefined && { address }), ...(settings !== undefined && { settings }) };
}
