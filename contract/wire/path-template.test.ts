import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillPathTemplate, matchPathTemplate, parsePathTemplate } from './path-template.js';

test.each([
  ['/items', ['/items'], []],
  ['/items/{item_id}', ['/items/', ''], ['item_id']],
  ['/a/{b}/c/{d}.{e}', ['/a/', '/c/', '.', ''], ['b', 'd', 'e']],
  ['/items/{item_id}:copy', ['/items/', ':copy'], ['item_id']],
  ['/ä b/{c}', ['/%C3%A4%20b/', ''], ['c']],
  ['/a%20b/{c}', ['/a%20b/', ''], ['c']],
  ['/a%zz', ['/a%25zz'], []],
  ['/open{brace', ['/open%7Bbrace'], []],
])('the path template %s is split at its braces', (path, literals, names) => {
  expect(parsePathTemplate(path)).toEqual({ literals, names });
});

test.each<readonly [string, string, readonly string[] | undefined]>([
  ['/items', '/items', []],
  ['/items', '/items/', undefined],
  ['/items', '/item', undefined],
  ['/items/{a}', '/items/x', ['x']],
  ['/items/{a}', '/items/x/', undefined],
  ['/items/{a}', '/items/', ['']],
  ['/items/{a}', '/items', undefined],
  ['/items/{a}', '/items/x/y', undefined],
  ['/items/{a}', '/items/x%2Fy', ['x%2Fy']],
  ['/items/{a}', '/Items/x', undefined],
  ['/items/{a}/parts', '/items/x/parts', ['x']],
  ['/items/{a}/parts', '/items/x/partss', undefined],
  ['/items/{a}/parts', '/items/parts', undefined],
  ['/{a}/{b}', '/x/y', ['x', 'y']],
  ['/{a}.{b}', '/x.y.z', ['x', 'y.z']],
  ['/{a}.{b}', '/xy', undefined],
  ['/{a}-{b}/{c}', '/x-y/z', ['x', 'y', 'z']],
  ['/{a}-{b}/{c}', '/x/y-z', undefined],
  ['/{a}{b}', '/xy', undefined],
  ['/{a}-', '/-', ['']],
])('the template %s is matched with the path %s → $2', (path, pathname, want) => {
  expect(matchPathTemplate(parsePathTemplate(path), pathname)).toEqual(want);
});

test.each<readonly [string, string, readonly string[] | undefined]>([
  ['/items/{a}', '/items/x/y', ['x/y']],
  ['/items/{a}/parts', '/items/x/y/parts', ['x/y']],
  ['/items/{a}/parts/{b}', '/items/x/parts/y/parts/z', ['x', 'y/parts/z']],
  ['/items/{a}', '/items', undefined],
])('with slashes allowed in parameters, the template %s is matched with the path %s → $2', (path, pathname, want) => {
  expect(matchPathTemplate(parsePathTemplate(path), pathname, true)).toEqual(want);
});

test('the values in a filled template are found again if a slash separates the parameters', () => {
  const segment = fc.string({ unit: fc.constantFrom('a', '.', '-', '~', '%2F'), minLength: 1 });
  fc.assert(
    fc.property(
      fc.constantFrom('/{a}', '/x/{a}', '/{a}/y', '/{a}/{b}', '/x{a}/y{b}z/{c}'),
      fc.tuple(segment, segment, segment),
      (path, texts) => {
        const template = parsePathTemplate(path);
        const values = texts.slice(0, template.names.length);
        expect(matchPathTemplate(template, fillPathTemplate(template, values))).toEqual(values);
      },
    ),
  );
});
