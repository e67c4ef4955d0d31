import { parseAst } from 'rolldown/parseAst';

/**
 * Returns the code without white space, except that each statement and each class member is on its own line. Stack
 * traces contain line numbers, so they stay useful. A line end before a statement changes nothing, because the code has
 * all semicolons. `return` stays on the line of the statement before it: it is the most frequent statement.
 */
export function oneStatementALine(code: string): string {
  const starts = statementStarts(parseAst(code));
  return starts.map((start, index) => code.slice(index === 0 ? 0 : start, starts[index + 1])).join('\n');
}

/** The start positions of all statements (of the program, of blocks and of switch cases) and of all class members. */
function statementStarts(program: unknown): readonly number[] {
  const starts = new Set<number>();
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, part] of Object.entries(node)) {
      if (key === 'body' || key === 'consequent') for (const start of startsOf(part)) starts.add(start);
      pending.push(part);
    }
  }
  return [...starts].toSorted((one, other) => one - other);
}

/** The start positions of the nodes of a list. Empty if `part` is one node, such as the body of a loop. */
function startsOf(part: unknown): readonly number[] {
  if (!Array.isArray(part)) return [];
  return (part as readonly unknown[]).flatMap((each) => {
    const isNode = typeof each === 'object' && each !== null && 'start' in each && 'type' in each;
    return isNode && typeof each.start === 'number' && each.type !== 'ReturnStatement' ? [each.start] : [];
  });
}
