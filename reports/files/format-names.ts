/*
 * The names of all formats and of their files, without the renderers: help texts and the start of a run do not need
 * these.
 */

export const FORMAT_NAMES = ['ndjson', 'html', 'junit', 'sarif', 'summary', 'badge', 'annotations'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** The names of the files in a report folder, by format. A format that is missing here can only be printed. */
export const FORMAT_FILES: Readonly<Partial<Record<FormatName, string>>> = {
  ndjson: 'report.ndjson',
  html: 'index.html',
  junit: 'junit.xml',
  sarif: 'parity.sarif',
  summary: 'summary.md',
  badge: 'badge.json',
};

/** The names of the files that are rendered from a report: all files except `report.ndjson`. */
export const PAGES: readonly string[] = Object.values(FORMAT_FILES).slice(1);
