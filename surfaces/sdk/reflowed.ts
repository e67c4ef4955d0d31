/** Lines that CommonMark does not join: lists, headings, quotes, tables and fences. */
const BLOCK = /^(?:[-*+>#|]|\d{1,9}[.)]\s|```|~~~)/;
const FENCE = /^(?:```|~~~)/;

/**
 * A description as lines of at most `width` characters; a longer word gets its own line. CommonMark reads a single line
 * end as a space, so lines are joined; empty lines between paragraphs become one empty line. Text between fences is
 * code and stays unchanged. Control characters become spaces, because they could end or hide a line.
 */
export function reflowed(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let isFenced = false;
  const close = (): void => {
    lines.push(...wrapped(paragraph.join(' '), width));
    paragraph = [];
  };
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/).map((each) => each.replace(/\p{Cc}/gu, ' ').trimEnd())) {
    const isFence = FENCE.test(line.trimStart());
    if (isFenced || isFence || BLOCK.test(line.trimStart())) close();
    if (isFence) isFenced = !isFenced;
    if (isFenced || isFence) lines.push(line);
    else if (line !== '') paragraph.push(line.trim());
    else {
      close();
      if ((lines.at(-1) ?? '') !== '') lines.push('');
    }
  }
  close();
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The lines of a text, which is cut at spaces. A word longer than a line stays whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
