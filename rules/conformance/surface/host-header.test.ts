import { expect, test } from 'vitest';
import type { HeaderPair } from '../../../contract/wire/message.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { hostHeader } from './host-header.js';

const contract = await things();

test.each<[string, readonly HeaderPair[], readonly string[]]>([
  ['the authority of the base URL', [['host', '127.0.0.1:4010']], []],
  ['another name with the same port', [['Host', 'host.docker.internal:4010']], []],
  ['an IPv6 address with the same port', [['Host', '[::1]:4010']], []],
  ['no Host, as in HTTP/1.0', [], []],
  ['a host without its port', [['Host', '127.0.0.1']], ['other-host']],
  ['a host of a different server', [['HOST', 'localhost:3000']], ['other-host']],
  ['an IPv6 address without a port', [['Host', '[::4010]']], ['other-host']],
  ['an empty Host', [['Host', '']], ['other-host']],
])('the header Host of a request must have the port of the base URL: %s (violations: $2)', (_, headers, want) => {
  const request = { method: 'GET', target: '/things/a', headers, body: new Uint8Array(0) };
  const judged = (authority: string | undefined): readonly string[] | undefined => {
    const exchange = { request, response: replied(200), ...(authority !== undefined && { authority }) };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ exchanges: [exchange, exchange] }]);
    return hostHeader.check(trial, contextOf(contract))?.map(({ kind }) => kind);
  };
  expect(judged('127.0.0.1:4010')).toEqual(want);
  expect(judged(undefined)).toEqual([]);
});
