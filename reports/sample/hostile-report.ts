import type { OperationId } from '../../contract/operation.js';
import type { Proof } from '../../rules/proof.js';
import type { FindingEntry, NoteEntry, Report } from '../report.js';
import { sampleReport } from './sample-report.js';

const NUL = String.fromCharCode(0);
const ESC = String.fromCharCode(0x1b);
const RTL_OVERRIDE = String.fromCharCode(0x202e);
const LONE_SURROGATE = String.fromCharCode(0xd800);
const NON_CHARACTER = String.fromCharCode(0xfffe);
const LINE_SEPARATOR = String.fromCharCode(0x2028);

/**
 * Texts that do harm if a renderer does not escape them: markup, ends of CDATA sections and code fences, escape
 * sequences, log commands, invalid characters.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '</pre></article><img src=x onerror=alert(1)>',
  '" autofocus onfocus="alert(1)',
  '<![CDATA[ ]]> &amp; <!-- -->',
  'a | b \\| c ``` ```` ` ~~~',
  '\n::error file=x::y\r\n##vso[task.complete result=Succeeded] ##[set-env name=PATH]x',
  `${ESC}[31mred${ESC}[0m ${ESC}]0;title${String.fromCharCode(7)} ${String.fromCharCode(0x9b)}2J`,
  `abc${RTL_OVERRIDE}fdp.exe ${LINE_SEPARATOR}`,
  `${NUL} ${LONE_SURROGATE} ${NON_CHARACTER}`,
  '@everyone #1 [link](javascript:alert(1)) ![](https://evil.example/x.png) www.evil.example',
  '${{ secrets.TOKEN }} $(id) `id` %0A,a=b:c',
];

/** The sample report with one more finding and one more note, in which every text contains the hostile texts. */
export function hostileReport(): Report {
  const report = sampleReport();
  return { ...report, findings: [...report.findings, hostileFinding()], notes: [...report.notes, hostileNote()] };
}

function hostileFinding(): FindingEntry {
  const text = HOSTILE_TEXTS.join(' ');
  const members = HOSTILE_TEXTS.map((hostile, index) => [index % 2 === 0 ? hostile : `key ${index}`, hostile]);
  return {
    kind: 'finding',
    disposition: 'waived',
    waiver: { reason: text, owner: text, expires: '2026-12-31' },
    replay: `npx contract-parity replay ${text}`,
    finding: {
      id: '0badc0de',
      rule: 'conformance/<b>rule</b>|`x`',
      severity: 'should',
      surfaces: ['cli', 'rest'],
      backends: ['mock'],
      operations: ['getItem' as OperationId, '<i>op</i>' as OperationId],
      pointer: `/body/${text}`,
      kind: 'hostile',
      message: text,
      expected: { long: 'x'.repeat(100_000), ...Object.fromEntries(members) },
      received: [...HOSTILE_TEXTS, ...Array.from({ length: 500 }, (_, index) => index), nested(60)],
      blame: 'backend',
      repair: text,
      source: text,
      occurrences: 1,
      location: { file: 'contract/a,b:c%\n.yaml', line: 1, column: 1, pointer: '' },
      counterexample: {
        id: 'getItem/valid/1',
        operation: 'getItem' as OperationId,
        provenance: { kind: 'valid', name: text },
        token: 'wrong',
        gate: 'denied',
        input: {
          path: { item_id: text },
          query: { '<q>': HOSTILE_TEXTS },
          body: JSON.parse('{"__proto__": {"polluted": -0}}') as null,
        },
        expect: { kind: 'rejected', keyword: 'pattern', pointer: `/path/${text}` },
      },
      proof: hostileProof(text),
      evidence: [{ rule: text, surface: text, pointer: `/${text}`, message: text }],
    },
  };
}

function hostileProof(text: string): Proof {
  const headers = [[text, text]] as const;
  const exchanges = [
    { request: { method: text, target: text, headers, body: text }, response: { status: 200, headers, body: text } },
  ];
  const call = { surface: text, exchanges, outcome: text };
  return {
    ...call,
    sibling: { ...call, exchanges: [], outcome: `${text}!` },
    serviceLog: text,
    surfaceLog: text,
    curl: text,
    reproductions: [{ surface: text, language: 'sh', text: `${text} ` }],
  };
}

function hostileNote(): NoteEntry {
  const text = HOSTILE_TEXTS.join(' ');
  return { kind: 'note', severity: 'warning', code: text, message: text, repair: text };
}

function nested(depth: number): readonly never[] {
  let value: readonly unknown[] = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value as readonly never[];
}
