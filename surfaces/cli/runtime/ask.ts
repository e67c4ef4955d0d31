/**
 * Asks the person at the terminal and reads one line. Only `y` or `yes` approves. Any other answer, or the end of the
 * input, denies.
 */
export function ask(question: string): Promise<boolean> {
  process.stderr.write(question);
  return new Promise((resolve) => {
    const answer = (line: string): void => {
      process.stdin.pause();
      resolve(/^y(?:es)?$/i.test(line.trim()));
    };
    process.stdin.once('data', (data) => answer(data.toString()));
    process.stdin.once('end', () => answer(''));
  });
}
