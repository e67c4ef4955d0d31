import { renderAnnotations } from '../formats/annotations.js';
import { renderBadge } from '../formats/badge.js';
import { renderJunit } from '../formats/junit.js';
import { renderSarif } from '../formats/sarif.js';
import { renderHtml } from '../html/html.js';
import type { Report } from '../report.js';
import { renderNdjson } from '../stream/ndjson.js';
import { renderSummary } from '../summary/summary.js';
import { FORMAT_FILES, FORMAT_NAMES, type FormatName } from './format-names.js';

interface Format {
  readonly name: FormatName;
  /** The name of the file in a report folder. Omitted for a format that can only be printed. */
  readonly file?: string;
  readonly render: (report: Report) => string;
}

const RENDERERS: Readonly<Record<FormatName, Format['render']>> = {
  ndjson: renderNdjson,
  html: (report) => renderHtml(report),
  junit: renderJunit,
  sarif: renderSarif,
  summary: (report) => renderSummary(report),
  badge: renderBadge,
  annotations: renderAnnotations,
};

/** All formats with their renderers. `report.ndjson` comes first. */
export const FORMATS: readonly Format[] = FORMAT_NAMES.map((name) => {
  const file = FORMAT_FILES[name];
  return { name, ...(file !== undefined && { file }), render: RENDERERS[name] };
});
