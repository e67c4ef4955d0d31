import { describe, expect, it, onTestFinished } from 'vitest';
import { progressOf } from './progress.js';

/** The progress output of a run on a terminal of these properties. */
function output(isTTY: boolean, term: string, columns = 80): string {
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
    ['a terminal that cannot move the cursor', true, 'dumb'],
  ])('writes whole lines to %s', (_name, isTTY, term) => {
    const lines = [
      'parity: freshness: generated code of \\u001b]0;Hostile\\u0007 Service',
      'parity: mock: rest: 7 cases',
      '',
    ];
    expect(output(isTTY, term)).toBe(lines.join('\n'));
  });

  it('cuts the live line at the width of the terminal, with an ellipsis', () => {
    const escape = String.fromCharCode(0x1b);
    const [line = ''] = output(true, 'xterm', 30)
      .split(`\r${escape}[2K`)
      .filter((drawn) => drawn !== '');
    expect(line).toBe('freshness: generated code of…');
  });
});
