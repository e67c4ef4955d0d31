/**
 * The start of a line that stays separate from the line before it in CommonMark: a list item, a heading, a quote, a
 * table or a fence.
 */
const BLOCK = /^(?:[-*+>#|]|\d{1,9}[.)]\s|```|~~~)/;
const FENCE = /^(?:```|~~~)/;

/**
 * Breaks a description into lines of at most `width` characters. The lines of a paragraph are joined first, because a
 * single line end is only a space in CommonMark. Several empty lines become one. A word that is longer than `width`
 * gets a line of its own. Code between fences stays unchanged. Control characters become spaces, because they could end
 * or hide a line.
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

/** Breaks a text into lines at spaces. A word that is longer than a line stays whole. */
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
