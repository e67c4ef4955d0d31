/** Where a comment is wrapped. */
const WIDTH = 120;

/** A documentation comment; nothing where there is nothing to say. */
export function documentation(lines: readonly string[], indent = ''): string {
  const wrapping = lines.flatMap((line) => line.split(/[\r\n\u2028\u2029]+/)).flatMap(wrapped);
  const texts = wrapping.map((line) => line.replaceAll('*/', String.raw`*\/`));
  if (texts.length === 0) return '';
  if (texts.length === 1) return `${indent}/** ${texts[0] ?? ''} */\n`;
  return `${indent}/**\n${texts.map((text) => `${indent} * ${text}\n`).join('')}${indent} */\n`;
}

/** Cut at spaces; a word longer than a line stays whole. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
