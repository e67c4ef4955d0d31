/** The maximum depth of indentation. Deeper lines are not indented further. */
const MAX_DEPTH = 64;

/**
 * Formats a JSON text with one member on each line. Only white space between tokens changes. The spelling of numbers
 * and strings, the order of members and duplicate members stay as they are, because they may be what differs. JSON that
 * was shortened in the middle is formatted by its brackets. A text that is not JSON keeps its lines.
 */
export function jsonLines(text: string): readonly string[] {
  if (!isJson(text) && !/^[[{][^]*…\[shortened\]…/.test(text)) return text.split('\n');
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const flush = (): void => {
    if (line !== '') lines.push(line);
    line = '  '.repeat(Math.max(Math.min(depth, MAX_DEPTH), 0));
  };
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|["{}[\],:]/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === '}' || token === ']') {
      depth -= 1;
      if (!isOpening(tokens[index - 1])) flush();
      line += token;
    } else if (isOpening(token)) {
      depth += 1;
      line += token;
      if (!isClosing(tokens[index + 1])) flush();
    } else line += token === ':' ? ': ' : token;
    if (token === ',') flush();
  }
  return [...lines, line];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']';
}
