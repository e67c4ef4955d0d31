/** A Markdown table. Pipes are escaped, because they would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The first line of a generated page. It asks the reader not to edit the page. */
export function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by \`npm run docs\`. Do not edit. -->`;
}
