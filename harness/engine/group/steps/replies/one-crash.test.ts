import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const crash = 'exit code 1';
const GATE: Given = {
  rule: 'parity/same-gate',
  kind: 'refusal-not-reported',
  pointer: '/gate',
  cause: 'denied',
  crash,
};
const USAGE: Given = { rule: 'conformance/outcome', kind: 'crash', pointer: '/outcome', cause: crash, crash };
const CLOSED: Given = { ...USAGE, cause: `${crash} closed-output` };
const FAULT: Given = {
  rule: 'conformance/fault-reported',
  kind: 'crash',
  pointer: '/outcome',
  cause: 'no-reply',
  crash,
};
const REFUSED: Given = { ...FAULT, cause: 'refused' };
const UNEXPECTED: Given = { ...USAGE, rule: 'conformance/unexpected-reply', status: 418 };
const REDIRECTED: Given = { ...UNEXPECTED, status: 302, received: 'crash: no result' };
const OTHER = { crash: 'exit code 7' } as const;
const UNNAMED = { crash: '' } as const;
const STRAY = { crash: 'stray output' } as const;

const trials = (...all: readonly Given[]): readonly GivenTrial[] => all.map((given) => ({ violations: [given] }));

describe('equal crashes are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'the same crash for a wrong argument, at a closed gate and without a reply is one finding',
      trials(GATE, USAGE, FAULT, REFUSED),
      ['a conformance/outcome /outcome +2'],
    ],
    [
      'the same crash in ordinary calls and with a closed output is one finding',
      trials(CLOSED, USAGE),
      ['a conformance/outcome /outcome +1'],
    ],
    [
      'the same crash in two unusual situations is two findings',
      trials(CLOSED, { ...CLOSED, cause: `${crash} token-line-end` }),
      ['a conformance/outcome /outcome +0', 'a conformance/outcome /outcome +0'],
    ],
    [
      'the same crash for two kinds of failures is two findings',
      trials(USAGE, FAULT),
      ['a conformance/outcome /outcome +0', 'a conformance/fault-reported /outcome +0'],
    ],
    [
      'crashes with unexpected text on standard output are one finding for a wrong argument and without a reply',
      trials({ ...USAGE, ...STRAY }, { ...FAULT, ...STRAY }),
      ['a conformance/outcome /outcome +1'],
    ],
    [
      'crashes with two exit codes are separate findings',
      trials(USAGE, FAULT, { ...GATE, ...OTHER }),
      ['a parity/same-gate /gate +0', 'a conformance/outcome /outcome +0', 'a conformance/fault-reported /outcome +0'],
    ],
    [
      'the same crash of two surfaces is two findings',
      trials(USAGE, FAULT, GATE, { ...USAGE, surface: 'b' }),
      ['a conformance/outcome /outcome +2', 'b conformance/outcome /outcome +0'],
    ],
    [
      'the same crash at an undocumented failure and at a refused connection is one finding',
      trials({ ...UNEXPECTED, ...UNNAMED }, { ...REFUSED, ...UNNAMED }),
      ['a conformance/unexpected-reply /outcome +1'],
    ],
    [
      'the same crash at an undocumented failure and without a reply is two findings',
      trials({ ...UNEXPECTED, ...UNNAMED }, { ...FAULT, ...UNNAMED }),
      ['a conformance/unexpected-reply /outcome +0', 'a conformance/fault-reported /outcome +0'],
    ],
    [
      'the same crash at a redirection and without a reply is one finding',
      trials({ ...REDIRECTED, ...UNNAMED }, { ...FAULT, ...UNNAMED, received: 'a crash: no result' }),
      ['a conformance/fault-reported /outcome +1'],
    ],
    [
      'different crashes at a redirection and without a reply are two findings',
      trials({ ...REDIRECTED, ...UNNAMED }, { ...FAULT, ...UNNAMED, received: 'a crash: no page' }),
      ['a conformance/unexpected-reply /outcome +0', 'a conformance/fault-reported /outcome +0'],
    ],
    [
      'two different crashes, at an undocumented failure and at a refused connection, are two findings',
      trials({ ...UNEXPECTED, ...OTHER }, REFUSED),
      ['a conformance/unexpected-reply /outcome +0', 'a conformance/fault-reported /outcome +0'],
    ],
  ])('%s', async (_, given, want) => {
    expect(await grouped(given)).toEqual(want);
  });
});

describe('crashes at failures are grouped into findings', () => {
  const at = (status: number, name: string, more: Partial<Given> = {}): Given => {
    return { ...USAGE, cause: name, crash: name, status, ...more };
  };
  const NOT_FOUND = at(404, 'NotFoundError');
  const INVALID = at(422, 'InvalidInputError');
  const INTERNAL = at(500, 'InternalError');
  const TEAPOT: Given = { ...UNEXPECTED, cause: 'ApiError', crash: 'ApiError' };

  it.each<[string, readonly Given[], readonly string[]]>([
    [
      'a crash with its own error for each of three statuses is one finding',
      [NOT_FOUND, INVALID, INTERNAL],
      ['a conformance/outcome /outcome +1'],
    ],
    [
      'crashes at two documented statuses and at an undocumented one are one finding',
      [TEAPOT, NOT_FOUND, INVALID],
      ['a conformance/outcome /outcome +2'],
    ],
    [
      'crashes at two statuses are two findings',
      [NOT_FOUND, INVALID],
      ['a conformance/outcome /outcome +0', 'a conformance/outcome /outcome +0'],
    ],
    [
      'a crash at a success is a separate finding',
      [NOT_FOUND, INVALID, INTERNAL, at(200, 'TypeError')],
      ['a conformance/outcome /outcome +1', 'a conformance/outcome /outcome +0'],
    ],
    [
      'three crashes at one status are three findings',
      [NOT_FOUND, at(404, 'TypeError'), at(404, 'RangeError')],
      ['a conformance/outcome /outcome +0', 'a conformance/outcome /outcome +0', 'a conformance/outcome /outcome +0'],
    ],
    [
      'crashes of two surfaces are two findings',
      [NOT_FOUND, INVALID, at(500, 'InternalError', { surface: 'b' })],
      ['a conformance/outcome /outcome +0', 'a conformance/outcome /outcome +0', 'b conformance/outcome /outcome +0'],
    ],
  ])('%s', async (_, given, want) => {
    expect(await grouped(trials(...given))).toEqual(want);
  });
});

describe('unreadable replies are grouped into findings', () => {
  const TAKEN: Given = {
    ...UNEXPECTED,
    kind: 'unreadable-reported-as-success',
    cause: '',
    status: 200,
  };
  const crashed = (fault: string): GivenTrial => ({ violations: [{ ...UNEXPECTED, status: 200 }], unexpected: fault });

  it.each<[string, readonly GivenTrial[], number]>([
    [
      'a crash at truncated JSON is one finding with an empty body that is reported as a success',
      [{ violations: [TAKEN], unexpected: 'empty body' }, crashed('truncated JSON')],
      1,
    ],
    [
      'a crash at an unknown status is a separate finding',
      [{ violations: [TAKEN], unexpected: 'empty body' }, crashed('status 599')],
      2,
    ],
  ])('%s (findings: $2)', async (_, given, want) => {
    expect(await grouped(given)).toHaveLength(want);
  });
});
