import { expect, it } from 'vitest';
import type { RequestMessage } from '../../contract/wire/message.js';
import { WrittenBytes } from './written-request.js';

const HEAD = 'POST /a%2fb?x=1 HTTP/1.1\r\nhost: h:1\r\nX-Case:\t One \r\nx-case: \xe9\r\nempty:\r\n\r\n';
const REQUEST: RequestMessage = {
  method: 'POST',
  target: '/a%2fb?x=1',
  headers: [
    ['host', 'h:1'],
    ['X-Case', 'One'],
    ['x-case', '\xe9'],
    ['empty', ''],
  ],
  body: new Uint8Array(0),
};
const CHUNKED = `${HEAD.slice(0, -2)}transfer-encoding: chunked\r\n\r\n`;
const BODY = Buffer.from([0, 13, 10, 13, 10, 255]);
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each<[string, { given: readonly (string | Uint8Array)[]; want: RequestMessage | undefined }]>([
  ['a head that is written as one string', { given: [HEAD], want: REQUEST }],
  ['a head and a body in two writes', { given: [HEAD, BODY], want: { ...REQUEST, body: BODY } }],
  [
    'a body that is written in two halves',
    { given: [HEAD, BODY.subarray(0, 3), BODY.subarray(3)], want: { ...REQUEST, body: BODY } },
  ],
  [
    'a complete chunked body',
    {
      given: [CHUNKED, '3\r\n', BODY.subarray(0, 3), '\r\n3\r\n', BODY.subarray(3), '\r\n0\r\n\r\n'],
      want: { ...REQUEST, headers: [...REQUEST.headers, ['transfer-encoding', 'chunked']], body: BODY },
    },
  ],
  [
    'an incomplete chunked body',
    {
      given: [CHUNKED, 'a\r\n', BODY.subarray(0, 3)],
      want: { ...REQUEST, headers: [...REQUEST.headers, ['transfer-encoding', 'chunked']], body: BODY.subarray(0, 3) },
    },
  ],
  ['a head and a body in one write', { given: [Buffer.concat([bytes(HEAD), BODY])], want: { ...REQUEST, body: BODY } }],
  [
    'a string that contains the head and a part of the body',
    { given: [`${HEAD}ab`, 'c'], want: { ...REQUEST, body: bytes('abc') } },
  ],
  [
    'a head that is written in two parts',
    { given: [HEAD.slice(0, 30), bytes(HEAD.slice(30)), BODY], want: { ...REQUEST, body: BODY } },
  ],
  ['no request for an incomplete head', { given: [HEAD.slice(0, 30)], want: undefined }],
  ['no request if nothing was written', { given: [], want: undefined }],
])('a request is read from the bytes that were written to the connection: %s', (_, { given, want }) => {
  const written = new WrittenBytes();
  for (const part of given) written.push(part);
  const read = written.read();
  expect(read && { ...read, body: Buffer.from(read.body) }).toEqual(want && { ...want, body: Buffer.from(want.body) });
});
