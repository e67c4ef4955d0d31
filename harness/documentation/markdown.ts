/** A table in Markdown; a pipe in a cell would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Starts a generated page, so that nobody edits it by hand. */
export function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by \`npm run docs\`. Do not edit. -->`;
}
