import { pointerTokens } from '../../contract/json/json-pointer.js';

/**
 * The lines of a JSON text that show the value at `pointer` and the members that lead to it. `…` replaces all other
 * members and items. `lines` is the text as `jsonLines` formats it. `undefined` if there is no value at `pointer`.
 */
export function focusedLines(lines: readonly string[], pointer: string): readonly string[] | undefined {
  const tokens = pointerTokens(pointer);
  let [start, end] = [0, lines.length - 1];
  const before: string[] = [];
  const after: string[] = [];
  for (const [depth, token] of tokens.entries()) {
    const starts = startsAt(lines, start, end, depth + 1);
    const at = lines[start]?.trimEnd().endsWith('[') === true ? Number(token) : starts.findIndex(named(lines, token));
    const found = starts[at];
    if (found === undefined) return undefined;
    const next = starts[at + 1] ?? end;
    before.push(lines[start] ?? '', ...(at > 0 ? ['…,'] : []));
    after.unshift(...(next < end ? ['…'] : []), lines[end] ?? '');
    [start, end] = [found, next - 1];
  }
  return [...before, ...lines.slice(start, end + 1), ...after];
}

/**
 * The indexes of the lines at which the members or items of a value begin. The value occupies the lines from `start` to
 * `end`.
 */
function startsAt(lines: readonly string[], start: number, end: number, depth: number): readonly number[] {
  const indent = '  '.repeat(depth);
  const isStart = (line: string): boolean => line.startsWith(indent) && /^[^\s\]}]/.test(line.slice(indent.length));
  return Array.from({ length: Math.max(end - start - 1, 0) }, (_, index) => start + 1 + index).filter((index) =>
    isStart(lines[index] ?? ''),
  );
}

function named(lines: readonly string[], token: string): (index: number) => boolean {
  const name = `${JSON.stringify(token)}: `;
  return (index) => lines[index]?.trimStart().startsWith(name) === true;
}
