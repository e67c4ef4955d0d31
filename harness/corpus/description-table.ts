import type { MeasuredDescription } from './measured-description.js';

/**
 * A Markdown table with one row for each OpenAPI description and one column for each step. A cell is `ok` or the first
 * fault of the step.
 */
export function descriptionTable(measured: readonly MeasuredDescription[]): string {
  const head = ['description', 'version', 'operations', 'read', 'lint', 'mock', 'generated', 'compiled', 'seconds'];
  const rows = measured.map((one) => [
    one.file,
    one.version,
    String(one.operations),
    one.read,
    one.lint,
    one.mock,
    one.generated,
    one.compiled,
    one.seconds.toFixed(1),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellText).join(' | ')} |`).join('\n');
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/**
 * Returns true if the description could be read, but could not be linted or mocked, or its generated code could not be
 * compiled.
 */
export function isBroken({ read, lint, mock, compiled }: MeasuredDescription): boolean {
  return read === 'ok' && !(lint.startsWith('ok') && mock === 'ok' && compiled === 'ok');
}
