import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { contextOf, things, trialOf } from '../fixtures/trials.js';
import { sameOperation } from './same-operation.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const PATH = '/gr%C3%B6%C3%9Fe~';

it.each<[string, string, Partial<RequestMessage>, readonly string[]]>([
  ['a different spelling of the path', 'a/ä', { target: '/gr%c3%b6%c3%9fe%7E/a%2f%c3%a4' }, []],
  ['an identifier with an unencoded slash', 'a/b', { target: `${PATH}/a/b` }, ['no-operation /path/thing_id']],
  [
    'an identifier that starts with an unencoded question mark',
    '?a',
    { target: `${PATH}/?a` },
    ['no-operation /path/thing_id'],
  ],
  [
    'an identifier that starts with an unencoded number sign',
    '#a',
    { target: `${PATH}/#a` },
    ['no-operation /path/thing_id'],
  ],
  ['a path without its identifier', 'a', { target: `${PATH}/` }, ['no-operation /request']],
  ['a path with an additional slash at its end', 'a', { target: `${PATH}/a/` }, ['no-operation /request']],
  ['a path above the base URL', 'a', { target: `/../${PATH}/a` }, ['no-operation /request']],
  ['the method of a different operation', 'a', { method: 'HEAD' }, ['other-operation /request']],
  ['a method in lower case', 'a', { method: 'get' }, ['no-operation /request']],
])('the path of a request must be the path of the called operation: %s (violations: $3)', (_, id, request, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: id } }, [{ request }]);
  expect(
    (sameOperation.check(trial, contextOf(contract)) ?? []).map(({ kind, pointer }) => `${kind} ${pointer}`),
  ).toEqual(want);
});
