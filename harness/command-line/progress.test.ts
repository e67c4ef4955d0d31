import { describe, expect, it, onTestFinished } from 'vitest';
import { progressOf } from './progress.js';

/** What a run says of itself on a terminal of these properties. */
function told(isTTY: boolean, term: string, columns = 80): string {
  const before = process.env['TERM'];
  process.env['TERM'] = term;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TERM'];
    else process.env['TERM'] = before;
  });
  const written: string[] = [];
  const progress = progressOf({ isTTY, columns, write: (text: string | Uint8Array) => written.push(String(text)) > 0 });
  progress.phase('freshness', 'generated code of \u001b]0;Hostile\u0007 Service');
  progress.cases('mock', 'rest', 7, 7);
  progress.end();
  return written.join('');
}

describe('progressOf', () => {
  it.each([
    ['a log', false, 'xterm'],
    ['a terminal that moves no cursor', true, 'dumb'],
  ])('writes plain lines to %s', (_name, isTTY, term) => {
    const lines = ['parity: freshness: generated code of \\u001b]0;Hostile\\u0007 Service', 'parity: mock: rest: 7 cases', ''];
    expect(told(isTTY, term)).toBe(lines.join('\n'));
  });

  it('keeps its line within the terminal, and shows where it is cut', () => {
    const escape = String.fromCharCode(0x1b);
    const [line = ''] = told(true, 'xterm', 30)
      .split(`\r${escape}[2K`)
      .filter((drawn) => drawn !== '');
    expect(line).toBe('freshness: generated code of…');
  });
});
