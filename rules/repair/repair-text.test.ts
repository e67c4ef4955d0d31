import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { Case, CaseInput } from '../../contract/case.js';
import { TRIAL_RULES } from '../catalogue/catalogue.js';
import type { Violation } from '../finding.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import { replied, things, trialOf } from '../fixtures/trials.js';
import { withRepair } from './repair-text.js';
import type { TrialRule } from '../rule.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

/** The repair of a violation of the rule with this id. */
function repairOf(
  id: string,
  violation: Partial<Violation>,
  given: Partial<Case> = {},
  trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{}], given),
): string | undefined {
  const found = TRIAL_RULES.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`there is no rule ${id}`);
  const whole: Violation = {
    surface: 'a',
    pointer: '',
    kind: 'changed',
    message: '',
    expected: null,
    received: null,
    blame: 'surface',
    ...violation,
  };
  const rule: TrialRule = withRepair({ ...found, check: () => [whole] });
  return rule.check(trial, { contract } as Parameters<TrialRule['check']>[1])?.[0]?.repair;
}

const OMITTED = '(omitted)';

describe('the repair of a violation', () => {
  it.each<readonly [string, string, Partial<Violation>, string]>([
    [
      'an omitted null',
      'parity/same-request',
      { pointer: '/body/note', kind: 'null-became-omitted', expected: null, received: OMITTED },
      '`/body/note` was given as null; the surface sent no such member. Pass null on in the body encoder of the surface.',
    ],
    [
      'a parameter that is missing',
      'parity/same-request',
      { pointer: '/query/limit', kind: 'missing', expected: '1', received: OMITTED },
      '`/query/limit` was given as "1"; the surface sent no such parameter. Pass the value on in the query encoder of the surface.',
    ],
    [
      'an added member',
      'parity/same-request',
      { pointer: '/body/n', kind: 'omitted-became-null', expected: OMITTED, received: null },
      '`/body/n` was omitted; the surface sent null. Omit the value if it was not given, instead of writing null, in the body encoder of the surface.',
    ],
    [
      'a different type',
      'parity/same-request',
      { pointer: '/body/n', kind: 'type-changed', expected: 1, received: '1' },
      '`/body/n` was given as 1; the surface sent "1". Keep the JSON type: number, not string, in the body encoder of the surface.',
    ],
    [
      'a changed value with a known relation',
      'parity/same-request',
      { pointer: '/body/n', expected: 'A b', received: 'A+b' },
      '`/body/n` was given as "A b"; the surface sent "A+b". A space becomes a plus sign: pass the value on unchanged in the body encoder of the surface.',
    ],
    [
      'a value cut at a reserved character',
      'parity/same-request',
      { pointer: '/path/id', kind: 'cut', expected: 'a?b', received: 'a' },
      'Percent-encode `/path/id` (RFC 3986 §2.2): "a?b" was sent as "a".',
    ],
    [
      'a different name of a parameter',
      'parity/same-request',
      { pointer: '/query/limit', kind: 'renamed', expected: 'limit', received: 'Limit' },
      '`/query/limit` has the name "limit"; the surface sent "Limit". Keep the name in the query encoder of the surface.',
    ],
    [
      'a different operation',
      'parity/same-operation',
      { pointer: '/request', expected: 'POST /things', received: 'PUT /things' },
      'Send `POST /things`; the surface sent `PUT /things`.',
    ],
    [
      'a wrong exit code',
      'parity/same-status',
      { expected: 'exit code 11 for 404', received: 'exit code 0' },
      'Report exit code 11 for 404 (failure table); the surface reports exit code 0.',
    ],
    [
      'a value that the caller sees',
      'parity/same-value',
      { pointer: '/outcome/value/items/2/price', expected: 0.1, received: 0 },
      '`/items/2/price` came from the service as 0.1; the surface returned 0. Pass the value on unchanged in the reply decoder of the surface.',
    ],
    [
      'a field that is lost',
      'state/echo',
      { pointer: '/response/body/quantity', kind: 'missing', expected: 1, received: OMITTED, blame: 'backend' },
      '`/quantity` was sent as 1; the service returned no such member. Pass the value on in what makeThing stores and returns, or mark `quantity` writeOnly in the contract.',
    ],
    [
      'a field that is returned with another value',
      'state/echo',
      { pointer: '/response/body/quantity', kind: 'changed', expected: 1, received: 2, blame: 'backend' },
      '`/quantity` was sent as 1; the service returned 2. Pass the value on unchanged in what makeThing stores and returns, or state in the description of `quantity` how the service changes it, or mark it readOnly if requests do not set it.',
    ],
    [
      'a wrong header of a reply',
      'conformance/response-headers',
      { pointer: '/response/header/allow', kind: 'missing', blame: 'backend' },
      'Send the header `allow` with this reply of makeThing, or document it as not required.',
    ],
    [
      'a body that breaks its schema',
      'conformance/response-body',
      {
        pointer: '/response/body/price',
        kind: 'type',
        expected: 'must be number',
        received: '1',
        blame: 'backend',
        location: { file: 'a.yaml', line: 3, column: 5, pointer: '' },
      },
      'The service sent "1" as `/price` of makeThing; the schema at a.yaml:3:5 requires: must be number. Send such a value, or correct the schema.',
    ],
    [
      'a request before its approval',
      'parity/same-gate',
      { kind: 'request-before-approval', received: 'POST /things' },
      'Decide the gate `gate` before the request is built; the surface sent `POST /things` without its approval.',
    ],
  ])('a repair names the place, the expected value and the received value: %s', (_, rule, violation, want) => {
    expect(repairOf(rule, violation)).toBe(want);
  });

  it.each<readonly [string, string, Partial<Case>, string]>([
    [
      'an invalid input',
      'conformance/invalid-rejected',
      { expect: { kind: 'rejected', keyword: 'maxLength', pointer: '/body/name' } },
      'Check `maxLength` of `/body/name` in each request of makeThing, and answer 4xx to an invalid value; the service answered 200. Or relax the schema so that it allows this input.',
    ],
    [
      'a call without a token',
      'conformance/authentication-enforced',
      { token: 'missing' },
      'Check the token of `POST /things` before anything else, and answer 401 to a call without a token; the service answered 200.',
    ],
  ])('a repair states what was sent and the status of the reply: %s', (_, rule, given, want) => {
    expect(repairOf(rule, { received: 200, blame: 'backend' }, given)).toBe(want);
  });

  it('a generated repair has a bounded length, and does not replace the repair of a violation or a repair for a mock', () => {
    const long = repairOf('parity/same-request', {
      pointer: '/body/a',
      expected: 'x'.repeat(9000),
      received: { deep: 'y'.repeat(9000) },
    });
    expect(long?.length).toBeLessThan(400);
    expect(repairOf('parity/same-request', { repair: 'Do this.' })).toBe('Do this.');
    expect(repairOf('conformance/valid-accepted', { blame: 'mock' })).toBeUndefined();
  });
});

it.each<[string, CaseInput, number, RegExp]>([
  [
    'a refused call without its optional body',
    {},
    422,
    /^Accept sellThing without a body .* or write `required: true`/,
  ],
  ['a refused call with its optional body', { body: {} }, 422, /restrict the schema .* configure `values`/],
  [
    'a call that is refused with an undocumented status',
    {},
    451,
    /restrict the schema so that it excludes the input\.$/,
  ],
  [
    'a call that is refused with a documented status',
    {},
    404,
    /or state in the description of sellThing or of its 404/,
  ],
])('the repair for a refused valid input depends on the call: %s', (_, input, received, want) => {
  const trial = trialOf(contract, 'sellThing', input, [{}]);
  const violation = { kind: 'valid-refused', blame: 'backend', received } as const;
  expect(repairOf('conformance/valid-accepted', violation, {}, trial)).toMatch(want);
});

it.each<[string, string, number, RegExp]>([
  [
    'a refused credential',
    'conformance/valid-accepted',
    401,
    /^If the service refuses all calls, correct the credential/,
  ],
  [
    'a reply that the service does not support',
    'conformance/no-server-error',
    501,
    /^Implement .* or remove the operation/,
  ],
  ['an error of the service', 'conformance/no-server-error', 500, /^Look in the service's log/],
  ['a service that is busy', 'conformance/no-server-error', 503, /If the service answers later calls, let a call wait/],
])('the repair for %s: %s, status %i', async (_, rule, received, want) => {
  const get = { operationId: 'read', security: [{ bearer: [] }], responses: { 200: { description: '' } } };
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } };
  const own = await contractOf({ paths: { '/things': { get } }, components: { securitySchemes } });
  const trial = trialOf(own, 'read', {}, [{ response: replied(received) }]);
  const kind = received === 503 ? 'unavailable' : 'valid-refused';
  expect(repairOf(rule, { kind, received, blame: 'backend' }, {}, trial)).toMatch(want);
});
