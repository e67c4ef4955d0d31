import { expect, it } from 'vitest';
import { readHostMessage } from './host-message.js';

const cyclic: Record<string, unknown> = { jsonrpc: '2.0', id: 4 };
cyclic['result'] = cyclic;
let deep: unknown = 1;
for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
const unreadable = { kind: 'error', message: 'The host sent an answer that cannot be read.' };

it.each<[string, unknown, unknown]>([
  ['a result', { jsonrpc: '2.0', id: 1, result: { a: [null] } }, { kind: 'result', id: 1, result: { a: [null] } }],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }, { kind: 'error', id: 1, message: 'no' }],
  ['an error without words', { jsonrpc: '2.0', id: 1, error: {} }, { kind: 'error', id: 1, message: 'The host refused without a word.' }],
  ['a request', { jsonrpc: '2.0', id: 'a', method: 'ping' }, { kind: 'request', id: 'a', method: 'ping' }],
  ['a notification', { jsonrpc: '2.0', method: 'm', params: { b: 1 } }, { kind: 'notification', method: 'm', params: { b: 1 } }],
  ['a call for no answer', { jsonrpc: '2.0', method: 'm', id: null }, undefined],
  ['an answer to nobody', { jsonrpc: '2.0', id: 'a', result: {} }, undefined],
  ['a method that is none', { jsonrpc: '2.0', method: 7 }, undefined],
  ['another version', { jsonrpc: '1.0', id: 1, result: {} }, undefined],
  ['text', '{"jsonrpc":"2.0","id":1,"result":{}}', undefined],
  ['nothing', null, undefined],
  ['a list', [{ jsonrpc: '2.0', id: 1 }], undefined],
  ['what JSON has not', { jsonrpc: '2.0', id: 2, result: { big: 1n } }, { ...unreadable, id: 2 }],
  ['a circle', cyclic, { ...unreadable, id: 4 }],
  ['a well', { jsonrpc: '2.0', id: 5, result: deep }, { ...unreadable, id: 5 }],
  ['more than a page can show', { jsonrpc: '2.0', id: 6, result: 'x'.repeat(17 * 1024 * 1024) }, { ...unreadable, id: 6 }],
  ['a notification of such', { jsonrpc: '2.0', method: 'm', params: cyclic }, undefined],
])('reads %s', (_, given, want) => {
  expect(readHostMessage(given)).toEqual(want);
});
