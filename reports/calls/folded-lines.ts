import type { BlockLine } from './call-blocks.js';

/** A block with at most this number of lines is always shown completely. */
const MAX_WHOLE = 16;
/** The number of unchanged lines that are shown before and after a line that differs, and at both ends of a block. */
const CONTEXT = 3;

/** A line that is shown, or the number of lines that are omitted. */
export type FoldedLine = BlockLine | { readonly omitted: number };

/**
 * The lines of a block. Of a long block, only these lines are kept: lines that differ, some unchanged lines around
 * them, and the first and last lines. Numbers of omitted lines replace the rest.
 */
export function foldedLines(body: readonly BlockLine[]): readonly FoldedLine[] {
  if (body.length <= MAX_WHOLE) return body;
  const near = body.map((_, index) =>
    body.slice(Math.max(index - CONTEXT, 0), index + CONTEXT + 1).some(({ differs }) => differs),
  );
  const isShown = (index: number): boolean => near[index] === true || index < CONTEXT || index >= body.length - CONTEXT;
  const folded: FoldedLine[] = [];
  for (const [index, line] of body.entries()) {
    const last = folded.at(-1);
    if (isShown(index)) folded.push(line);
    else if (last !== undefined && 'omitted' in last) folded[folded.length - 1] = { omitted: last.omitted + 1 };
    else folded.push({ omitted: 1 });
  }
  return folded;
}
