import { expect, it } from 'vitest';
import { readHostMessage } from './host-message.js';

const cyclic: Record<string, unknown> = { jsonrpc: '2.0', id: 4 };
cyclic['result'] = cyclic;
let deep: unknown = 1;
for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
const unreadable = { kind: 'error', message: 'The host sent an unreadable answer.' };

it.each<[string, unknown, unknown]>([
  ['a result', { jsonrpc: '2.0', id: 1, result: { a: [null] } }, { kind: 'result', id: 1, result: { a: [null] } }],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }, { kind: 'error', id: 1, message: 'no' }],
  [
    'an error without a message',
    { jsonrpc: '2.0', id: 1, error: {} },
    { kind: 'error', id: 1, message: 'The host refused without a message.' },
  ],
  ['a request', { jsonrpc: '2.0', id: 'a', method: 'ping' }, { kind: 'request', id: 'a', method: 'ping' }],
  [
    'a notification',
    { jsonrpc: '2.0', method: 'm', params: { b: 1 } },
    { kind: 'notification', method: 'm', params: { b: 1 } },
  ],
  ['a request whose id is null', { jsonrpc: '2.0', method: 'm', id: null }, undefined],
  ['an answer whose id belongs to no request', { jsonrpc: '2.0', id: 'a', result: {} }, undefined],
  ['a method that is not a string', { jsonrpc: '2.0', method: 7 }, undefined],
  ['a message of a different version of JSON-RPC', { jsonrpc: '1.0', id: 1, result: {} }, undefined],
  ['a JSON text', '{"jsonrpc":"2.0","id":1,"result":{}}', undefined],
  ['the value null', null, undefined],
  ['a list', [{ jsonrpc: '2.0', id: 1 }], undefined],
  [
    'a result with a value that JSON does not have',
    { jsonrpc: '2.0', id: 2, result: { big: 1n } },
    { ...unreadable, id: 2 },
  ],
  ['a result with circular references', cyclic, { ...unreadable, id: 4 }],
  ['a result that is nested too deeply', { jsonrpc: '2.0', id: 5, result: deep }, { ...unreadable, id: 5 }],
  [
    'a result that is too long to be shown',
    { jsonrpc: '2.0', id: 6, result: 'x'.repeat(17 * 1024 * 1024) },
    { ...unreadable, id: 6 },
  ],
  ['a notification with circular references', { jsonrpc: '2.0', method: 'm', params: cyclic }, undefined],
])('reads a message of the host: %s → $2', (_, given, want) => {
  expect(readHostMessage(given)).toEqual(want);
});
