import { expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

/** A crash with an exit code, at a reply with a status. */
function crash(exitCode: number, status: number, rule = 'conformance/outcome'): GivenTrial {
  const code = `exit code ${exitCode}`;
  const violation: Given = { rule, kind: 'crash', pointer: '/outcome', crash: code, cause: `${code} ${rule}`, status };
  return { violations: [violation] };
}

const UNEXPECTED = 'conformance/unexpected-reply';
const FAULT = 'conformance/fault-reported';

it.each<[string, readonly GivenTrial[], number]>([
  ['each exit code is the status modulo 256', [crash(166, 422), crash(46, 302, UNEXPECTED), crash(247, 503, FAULT)], 1],
  [
    'only one exit code is the status modulo 256',
    [crash(166, 422), crash(1, 302, UNEXPECTED), crash(1, 503, FAULT)],
    3,
  ],
  ['failures with three statuses have exit codes of their own', [crash(3, 422), crash(4, 404), crash(5, 500)], 1],
  ['failures with two statuses have exit codes of their own', [crash(3, 422), crash(4, 404)], 2],
])('crashes are grouped into findings: %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
