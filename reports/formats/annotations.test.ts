import { describe, expect, it } from 'vitest';
import { renderAnnotations } from './annotations.js';
import { hostileReport } from '../sample/hostile-report.js';
import { largeReport } from '../sample/large-report.js';
import { sampleReport } from '../sample/sample-report.js';

describe('renderAnnotations', () => {
  it('matches its snapshot', async () => {
    await expect(renderAnnotations(sampleReport())).toMatchFileSnapshot('../snapshots/sample.annotations.txt');
  });

  it.each([
    [
      'an open finding becomes an error',
      '::error file=contract/item-service.openapi.yaml,line=118,col=7,title=parity/same-request on sdk_',
    ],
    [
      'a waived finding becomes a notice',
      '::notice title=conformance/valid-accepted on rest%2C sdk_typescript%2C cli%2C mcp (waived)::',
    ],
    [
      'a note becomes an annotation of its severity',
      '::warning file=contract/item-service.openapi.yaml,line=64,col=7,title=contract-operation-description::Op',
    ],
    ['percent signs and line breaks are escaped', '%0Aexpected: "/items/a%252Fb"%0Areceived: "/items/a/b"%0A'],
  ])('%s', (_name, want) => {
    expect(renderAnnotations(sampleReport())).toContain(want);
  });

  it('writes one command on each line, whatever the texts of the report are', () => {
    const lines = renderAnnotations(hostileReport()).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    const command = /^::(error|warning|notice) (file=[^:,\p{Cc}]*,line=\d+,col=\d+,)?title=[^:,\p{Cc}]*::\P{Cc}*$/u;
    for (const line of lines) expect(line).toMatch(command);
    expect(lines.find((line) => line.includes('file=contract/a'))).toContain(
      String.raw`file=contract/a%2Cb%3Ac%25\n.yaml,line=1,col=1,`,
    );
  });

  it('writes the path of a file on Windows with slashes', () => {
    const report = sampleReport();
    const location = { file: 'contract\\api.yaml', line: 1, column: 1, pointer: '' };
    const notes = [{ kind: 'note', severity: 'error', code: 'a', message: 'b', location }] as const;
    expect(renderAnnotations({ ...report, findings: [], notes })).toContain('::error file=contract/api.yaml,line=1,');
  });

  it('writes at most ten annotations of each level, and counts the others in the last one', () => {
    const lines = renderAnnotations(largeReport()).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toContain('%0A(and 38 more in the report)');
  });

  it('writes nothing for a report without entries', () => {
    expect(renderAnnotations({ ...sampleReport(), findings: [], notes: [] })).toBe('');
  });
});
