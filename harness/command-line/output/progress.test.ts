import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { progressOf } from './progress.js';

/** The progress output of a run on a terminal with the given properties. */
function output(isTTY: boolean, term: string, columns = 80): string {
  const { TERM, CI } = process.env;
  const set = (given: { readonly TERM: string | undefined; readonly CI: string | undefined }): void => {
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  set({ TERM: term, CI: undefined });
  onTestFinished(() => set({ TERM, CI }));
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  const progress = progressOf(stream, () => 1000);
  progress.phase('freshness', 'generated code of \u001b]0;Hostile\u0007 Service');
  progress.cases('mock', 'rest', 1053, 1053);
  progress.end();
  return written.join('');
}

describe('progressOf', () => {
  it.each([
    ['a log', false, 'xterm'],
    ['a terminal that cannot move the cursor', true, 'dumb'],
  ])('the progress of a run is written as whole lines to %s', (_name, isTTY, term) => {
    const lines = [
      'parity: freshness: generated code of \\u001b]0;Hostile\\u0007 Service',
      'parity: mock: rest: 1,053 cases',
      '',
    ];
    expect(output(isTTY, term)).toBe(lines.join('\n'));
  });

  it('the progress line is truncated to the width of the terminal, with an ellipsis', () => {
    const escape = String.fromCharCode(0x1b);
    const [line = ''] = output(true, 'xterm', 30)
      .split(`\r${escape}[2K`)
      .filter((drawn) => drawn !== '');
    expect(line).toBe('freshness: generated c…  0:01');
  });

  it('a line is written to a log every half minute, with the remaining work and the differences so far', () => {
    let now = 0;
    const written: string[] = [];
    const stream = { isTTY: false, columns: 80, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
    const progress = progressOf(stream, () => now);
    progress.phase('live', 'Books: 400 cases × 1 surface');
    const { finding } = sampleReport().findings[0] ?? expect.fail('the sample has no finding');
    progress.entry({ kind: 'finding', finding, disposition: 'open' });
    for (let done = 1; done <= 100; done += 1) {
      now = done * 400;
      progress.cases('live', 'rest', done, 400);
    }
    expect(written.slice(1)).toEqual([
      'parity: live: Books: 400 cases × 1 surface  75/400 (18 %)  0:30, about 2:10 left  1 difference\n',
    ]);
  });
});
