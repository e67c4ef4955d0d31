import { renderAnnotations } from '../formats/annotations.js';
import { renderBadge } from '../formats/badge.js';
import { renderJunit } from '../formats/junit.js';
import { renderSarif } from '../formats/sarif.js';
import { renderHtml } from '../html/html.js';
import type { Report } from '../report.js';
import { renderNdjson } from '../stream/ndjson.js';
import { renderSummary } from '../summary/summary.js';
import { FORMAT_NAMES, type FormatName } from './format-names.js';

interface Format {
  readonly name: FormatName;
  /** The file in a folder of reports; absent for a format that is only printed. */
  readonly file?: string;
  readonly render: (report: Report) => string;
}

const BY_NAME: Readonly<Record<FormatName, Omit<Format, 'name'>>> = {
  ndjson: { file: 'report.ndjson', render: renderNdjson },
  html: { file: 'index.html', render: (report) => renderHtml(report) },
  junit: { file: 'junit.xml', render: renderJunit },
  sarif: { file: 'parity.sarif', render: renderSarif },
  summary: { file: 'summary.md', render: (report) => renderSummary(report) },
  badge: { file: 'badge.json', render: renderBadge },
  annotations: { render: renderAnnotations },
};

/** What a report can be rendered to only from its stream; `report.ndjson` comes first. */
export const FORMATS: readonly Format[] = FORMAT_NAMES.map((name) => ({ name, ...BY_NAME[name] }));
