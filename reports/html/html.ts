import { createHash } from 'node:crypto';
import { anchors } from './parts/anchors.js';
import { pageFindings } from '../view/page-findings.js';
import { changesSection } from './sections/changes-section.js';
import { findingsSection } from './sections/findings-section.js';
import { historySection } from './sections/history-section.js';
import { html, type Markup, verbatim } from './parts/markup.js';
import { matrixSection } from './sections/matrix-table.js';
import { fixesSection } from './sections/fixes-section.js';
import { notesSection } from './sections/notes-section.js';
import { pageHeader, serviceName } from './sections/page-header.js';
import { runSection } from './sections/run-section.js';
import { SCRIPT } from './script.js';
import { coverageSection } from './sections/coverage-section.js';
import { STYLE } from './style.js';
import { verifiedSection } from './sections/verified-section.js';
import { reportMatrix } from '../view/matrix.js';
import type { Report } from '../report.js';
import { reportTotals } from '../view/totals.js';
import { unsteadySection } from './sections/unsteady-section.js';

export interface HtmlOptions {
  /** The maximum number of findings that are shown in full. The page states how many are omitted. */
  readonly maxFindings?: number;
  /**
   * True for the page of `check --watch`, which is written again after each run. The page then reloads itself while the
   * reader works in another window.
   */
  readonly isWatched?: boolean;
}

const MAX_FINDINGS = 500;

/** `index.html`: a page in a single file, which loads nothing else. The same report gives the same bytes. */
export function renderHtml(report: Report, options: HtmlOptions = {}): string {
  const totals = reportTotals(report);
  const findings = pageFindings(report, options.maxFindings ?? MAX_FINDINGS);
  const matrix = reportMatrix(report);
  const names = anchors(matrix);
  const changes = changesSection(report, findings);
  const history = historySection(report.history);
  const fixes = fixesSection(report, findings.shown.length);
  return html`<!doctype html>
<html lang="en"${options.isWatched === true ? html` data-watched="${Date.parse(report.header.startedAt)}"` : undefined}>
<head>
<meta charset="utf-8">
${contentPolicy()}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${totals.verdict}: ${serviceName(report.header)}, contract parity report</title>
<style>${verbatim(STYLE)}</style>
</head>
<body>
<a class="skip" href="#matrix">Skip to the results</a>
${pageHeader(report, totals, { changes, fixes, history })}<main>
${changes}${matrixSection(matrix, findings, names)}
${fixes}${history}${findingsSection(findings, names)}
${unsteadySection(report.unsteady)}${notesSection(report.notes)}
${verifiedSection(report)}
${coverageSection(report)}${runSection(report, totals)}
</main>
<footer>Written by ${report.header.tool}, report version ${report.header.version}.
Everything on this page is also in <code>report.ndjson</code>.</footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`.markup;
}

/**
 * The content security policy of the page. It forbids to load or send anything, and to show the page in a frame. It
 * allows only our own style and script, by their hashes (CSP Level 3 §6.7.2.3).
 */
function contentPolicy(): Markup {
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return html`<meta http-equiv="Content-Security-Policy" content="${verbatim(policy)}">`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
