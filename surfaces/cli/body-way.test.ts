import { expect, it } from 'vitest';
import { alternated } from './body-way.js';

it.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['a body of three bytes', ['--limit=1', '--body=123', '--x=2'], ['--limit=1', '--body-file=-', '--x=2'], '123'],
  ['its bytes count, not its characters', ['--body="é'], ['--body-file=-'], '"é'],
  ['a body of four bytes', ['--body=null'], ['--body=null'], undefined],
  ['no body', ['--limit=100'], ['--limit=100'], undefined],
])('%s', (_, given, args, stdin) => {
  expect(alternated({ kind: 'arguments', args: given })).toEqual({ kind: 'arguments', args, ...(stdin && { stdin: Buffer.from(stdin) }) });
});

it('a body that is on standard input already stays there', () => {
  const vector = { kind: 'arguments', args: ['--body-file=-'], stdin: Buffer.from('abc') } as const;
  expect(alternated(vector)).toBe(vector);
});
