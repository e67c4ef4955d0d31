import { expect, it } from 'vitest';
import { areBytes, byteChange, showsBytes } from './byte-relations.js';

/** Bytes that are not valid UTF-8, with a NUL and two kinds of line ends. */
const FILE = Buffer.from('a\xff\xe4\r\n\0b\n', 'latin1');
const TEXT = Buffer.from('größe\n');

it.each<[string, string, Buffer, boolean]>([
  ['the text of the bytes', 'größe\n', TEXT, true],
  ['one character for each byte', FILE.toString('latin1'), FILE, true],
  ['base64', FILE.toString('base64'), FILE, true],
  ['base64 for URLs', FILE.toString('base64url'), FILE, true],
  ['base64 in lines', `${FILE.toString('base64').slice(0, 4)}\n${FILE.toString('base64').slice(4)}\n`, FILE, true],
  ['a data URL', `data:image/png;base64,${FILE.toString('base64')}`, FILE, true],
  ['hex', FILE.toString('hex').toUpperCase(), FILE, true],
  ['the decoded text, in which bytes that are not UTF-8 are lost', FILE.toString(), FILE, false],
  ['another text', 'größe', TEXT, false],
  ['a message about the bytes', 'Saved 8 bytes.', FILE, false],
])('a surface shows bytes as a text: %s (stands for exactly these bytes: $3)', (_, text, bytes, want) => {
  expect(showsBytes(text, bytes)).toBe(want);
});

it.each<[string, string, Buffer, boolean]>([
  ['the text of the bytes', 'größe\n', TEXT, true],
  ['one character for each byte', FILE.toString('latin1'), FILE, true],
  ['base64', FILE.toString('base64'), FILE, false],
])('a surface prints bytes, and the text has %s (stands for exactly these bytes: $3)', (_, text, bytes, want) => {
  expect(areBytes(text, bytes)).toBe(want);
});

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each<[string, string, Buffer, string | undefined]>([
  ['decoded as UTF-8', FILE.toString(), FILE, 'decoded'],
  ['decoded as UTF-8, and then in base64', Buffer.from(FILE.toString()).toString('base64'), FILE, 'decoded'],
  ['decoded as Latin-1, and then in base64', Buffer.from(FILE.toString('latin1')).toString('base64'), FILE, 'decoded'],
  ['without bytes beyond ASCII', 'a\r\n\0b\n', FILE, 'decoded'],
  ['with a question mark for each byte beyond ASCII', 'a??\r\n\0b\n', FILE, 'decoded'],
  ['without the byte order mark', 'a', Buffer.from('\uFEFFa'), 'decoded'],
  ['with a further line feed', 'größe\n\n', TEXT, 'line-ends'],
  ['without the line feed at the end', 'größe', TEXT, 'line-ends'],
  ['without white space at both ends', 'a b', latin(' \ta b\r\n '), 'line-ends'],
  ['with a line feed for each line end', latin('a\xff\xe4\n\0b\n').toString('base64'), FILE, 'line-ends'],
  ['up to the first NUL', latin('a\xff\xe4\r\n').toString('latin1'), FILE, 'cut'],
  ['unchanged', FILE.toString('latin1'), FILE, undefined],
  ['a message about the bytes', 'Saved 8 bytes.', FILE, undefined],
  ['nothing', '', FILE, undefined],
  ['a text of white space only', '', latin('\r\n'), undefined],
])('finds how bytes were changed before a surface showed them: %s (result: $3)', (_, text, bytes, want) => {
  expect(byteChange(text, bytes)).toBe(want);
});
