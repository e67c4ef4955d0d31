/**
 * The maximum number of lines of a text that is compared. The comparison needs a table whose size is the product of
 * both numbers of lines.
 */
const MAX_LINES = 400;

export interface CommonLines {
  readonly left?: ReadonlySet<number>;
  readonly right?: ReadonlySet<number>;
}

/**
 * The indexes of the lines that two texts have in common, in the same order (a longest common subsequence). Empty if a
 * text has more than `MAX_LINES` lines, or if only brackets are common: the texts then count as completely different.
 */
export function commonLines(left: readonly string[], right: readonly string[]): CommonLines {
  if (left.length > MAX_LINES || right.length > MAX_LINES) return {};
  const lengths = commonLengths(left, right);
  const common = { left: new Set<number>(), right: new Set<number>() };
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (sameLine(left[row], right[column])) {
      common.left.add(row);
      common.right.add(column);
      row += 1;
      column += 1;
    } else if (lengths(row + 1, column) >= lengths(row, column + 1)) row += 1;
    else column += 1;
  }
  return [...common.left].some((index) => !/^\s*[[\]{}],?$/.test(left[index] ?? '')) ? common : {};
}

/**
 * Returns a function that counts the lines which the rests of both texts have in common. The rest of `left` begins at
 * `row`, and the rest of `right` at `column`.
 */
function commonLengths(left: readonly string[], right: readonly string[]): (row: number, column: number) => number {
  const width = right.length + 1;
  const table = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      table[row * width + column] = sameLine(left[row], right[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
}

/** True if two lines are equal. A comma at the end of a line is ignored, because it is not part of the value. */
function sameLine(one: string | undefined, other: string | undefined): boolean {
  return one?.replace(/,$/, '') === other?.replace(/,$/, '');
}
