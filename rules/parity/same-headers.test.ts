import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { sameHeaders } from './same-headers.js';

let contract: Contract;
beforeAll(async () => {
  const headers = { 'Retry-After': { schema: { type: 'string' } } };
  const responses = { '200': { description: '' }, '429': { description: '', headers } };
  contract = await contractOf({ paths: { '/': { get: { operationId: 'readAll', responses } } } });
});

const WAIT: HeaderPair = ['Retry-After', '3'];
const MORE: HeaderPair = ['retry-after', '5'];

it.each<[string, number, readonly HeaderPair[], Readonly<Record<string, string>> | undefined, unknown]>([
  ['an error with the documented header', 429, [WAIT], { 'retry-after': '3' }, []],
  ['an error without any header', 429, [WAIT], {}, [['header-missing', '']]],
  ['an error with other headers', 429, [WAIT], { etag: 'a' }, [['header-missing', 'retry-after']]],
  ['an error with another value', 429, [WAIT], { 'retry-after': '4' }, [['other-header', 'retry-after']]],
  ['an error of a surface whose errors have no headers', 429, [WAIT], undefined, undefined],
  ['a reply without the documented header', 429, [], {}, []],
  ['a reply with two values of the header', 429, [WAIT, MORE], { 'retry-after': '3, 5' }, []],
  ['a reply with two values that are joined without a blank', 429, [WAIT, MORE], { 'retry-after': '3,5' }, []],
  ['only the first of two values', 429, [WAIT, MORE], { 'retry-after': '3' }, [['other-header', 'retry-after']]],
  ['only the last of two values', 429, [WAIT, MORE], { 'retry-after': '5' }, [['other-header', 'retry-after']]],
  ['an error of a status without documented headers', 500, [WAIT], {}, []],
  ['a success', 200, [WAIT], {}, undefined],
])(
  'the error that a surface throws must have the documented headers of the reply: %s (violations: $4)',
  (_, status, sent, headers, want) => {
    const outcome: Outcome = { kind: 'problem', status, native: { error: 'ApiError', ...(headers && { headers }) } };
    const response = { ...replied(status), headers: sent };
    const found = sameHeaders.check(trialOf(contract, 'readAll', {}, [{ response, outcome }]), contextOf(contract));
    expect(found?.map(({ kind, cause }) => [kind, cause])).toEqual(want);
  },
);
