export interface UiCardOptions {
  /** One HTML file that contains the whole card. */
  readonly page: string;
  /** Path of a Chromium executable; by default an installed one is searched. */
  readonly browser?: string;
}

export interface UiCardConfig extends UiCardOptions {
  readonly driver: 'ui_card';
}
