import { reflowed } from '../../sdk/reflowed.js';

/** The maximum length of a line in a documentation comment. */
const WIDTH = 120;

/**
 * A documentation comment: paragraphs, then tags such as `@throws`. Returns an empty string if there are neither
 * paragraphs nor tags.
 */
export function documentation(paragraphs: readonly string[], indent = '', tags: readonly string[] = []): string {
  const texts = paragraphs.map((text) => reflowed(text, WIDTH).map(withoutTag)).filter((lines) => lines.length > 0);
  const tagged = tags.flatMap((tag) =>
    reflowed(tag, WIDTH).map((line, index) => (index === 0 ? line : withoutTag(line))),
  );
  const lines = [...texts.flatMap((each, index) => (index === 0 ? each : ['', ...each])), ...tagged];
  const safe = lines.map((line) => line.replaceAll('*/', String.raw`*\/`));
  const [only] = safe;
  if (only === undefined) return '';
  if (safe.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/**
 * Escapes an `@` at the start of a line, because tools would read the line as a tag. Markdown shows the escaped line in
 * the same way.
 */
function withoutTag(line: string): string {
  return line.replace(/^\s*@/, (mark) => mark.replace('@', String.raw`\@`));
}
