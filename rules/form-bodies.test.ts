import { expect, test } from 'vitest';
import type { CaseInput } from '../contract/case.js';
import { contractAt } from '../contract/fixtures/contracts.js';
import { requestValid } from './conformance/surface/request-valid.js';
import { contextOf, trialOf } from './fixtures/trials.js';
import { sameRequest } from './parity/same-request.js';

const contract = await contractAt('surfaces/fixtures/forms.openapi.yaml');
const FORM = { name: 'a b', tags: ['x', 'y'], at: { x: 1 } };

/** Sends a request with this body, checks it with two rules, and returns each violation as `rule kind pointer`. */
function said(input: CaseInput, body: string, contentType: string): readonly string[] {
  const sent = { headers: [['content-type', contentType]] as const, body: Buffer.from(body, 'latin1') };
  const trial = trialOf(contract, 'sendForm', input, [{ request: sent }]);
  return [sameRequest, requestValid].flatMap((rule) =>
    (rule.check(trial, contextOf(contract)) ?? []).map(({ kind, pointer }) => `${rule.id} ${kind} ${pointer}`),
  );
}

const URLENCODED = 'application/x-www-form-urlencoded';

test.each<readonly [string, string, readonly string[]]>([
  ['a form with fields in a different order and spelling', 'tags=x&at=%7B%20%22x%22:1.0%7D&name=a%20b&tags=y', []],
  ['a form without one of its fields', 'name=a+b&at=%7B%22x%22%3A1%7D', ['parity/same-request missing /body/tags']],
  [
    'a different value of a field',
    'name=a%2Bb&tags=x&tags=y&at=%7B%22x%22%3A1%7D',
    ['parity/same-request changed /body/name'],
  ],
  [
    'a missing element of a list',
    'name=a+b&tags=x&at=%7B%22x%22%3A1%7D',
    ['parity/same-request elements-missing /body/tags'],
  ],
  [
    'a member of a different type',
    'name=a+b&tags=x&tags=y&at=%7B%22x%22%3A%22one%22%7D',
    ['parity/same-request type-changed /body/at/x', 'conformance/request-valid type /body/at/x'],
  ],
])('a URL-encoded form is compared by its fields: %s (violations: $2)', (_, body, want) => {
  expect(said({ body: FORM }, body, URLENCODED)).toEqual(want);
});

function multipart(boundary: string, parts: readonly (readonly [string, string])[]): string {
  const written = parts.map(
    ([name, content]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
  );
  return `${written.join('')}--${boundary}--\r\n`;
}

const PARTS = [
  ['file', '\xFF'],
  ['at', '{"x": 1}'],
  ['tags', 'x'],
  ['tags', 'y'],
  ['name', 'a b'],
] as const;

test.each<readonly [string, string, string, readonly string[]]>([
  ['a multipart form with a different boundary', multipart('own', PARTS), 'multipart/form-data; boundary=own', []],
  [
    'wrong bytes',
    multipart('own', [['file', '\xC3\xBF'], ...PARTS.slice(1)]),
    'multipart/form-data; boundary=own',
    ['parity/same-request mis-decoded /body/file'],
  ],
  [
    'no boundary in the header',
    multipart('own', PARTS),
    'multipart/form-data',
    ['parity/same-request type-changed /body', 'conformance/request-valid not-a-form /body'],
  ],
])('a multipart form is compared by its parts: %s (violations: $3)', (_, body, contentType, want) => {
  expect(said({ body: { ...FORM, file: '\xFF' }, mediaType: 'multipart/form-data' }, body, contentType)).toEqual(want);
});
