/** What begins a line of its own in CommonMark: a list, a heading, a quote, a table, a fence. */
const BLOCK = /^(?:[-*+>#|]|\d{1,9}[.)]\s|```|~~~)/;
const FENCE = /^(?:```|~~~)/;

/**
 * A description for people as lines of at most `width` characters, a longer word apart. CommonMark takes a single line end for a
 * space, so lines are joined; an empty line divides paragraphs, and is one line here as well. What stands
 * between fences is code, and stays as it is. Control characters would end a line, or hide one: they are spaces.
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

/** Cut at spaces; a word longer than a line stays whole. */
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
