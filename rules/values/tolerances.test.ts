import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TOLERANCES } from './tolerances.js';

const ROOM = join(import.meta.dirname, '..');

/** The names of tolerances that occur in the code and the comments of the rules. */
function usedNames(): readonly string[] {
  const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const texts = files
    .filter((name) => !name.endsWith('/tolerances.ts'))
    .map((name) => readFileSync(join(ROOM, name), 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/tolerates\(([^,]*)|tolerance `([a-z-]+)`|tolerance: '([a-z-]+)'/g)].flatMap(
      ([, code, comment, field]) => [
        ...(code ?? '').matchAll(/'([a-z]+-[a-z-]+)'/g),
        ...[comment, field].filter((name) => name !== undefined).map((name) => ['', name]),
      ],
    ),
  );
  return [...new Set(names.map(([, name = '']) => name))].toSorted();
}

it('the rules name exactly the tolerances of the list', () => {
  expect(usedNames()).toEqual(TOLERANCES.map(({ name }) => name).toSorted());
});

it.each(TOLERANCES.map((tolerance) => [tolerance.name, tolerance] as const))(
  '%s states what it permits, its limits and its reason',
  (_, { name, permits, not, source }) => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
    for (const text of [permits, not]) expect(text).toMatch(/^[A-Z].*\.$/s);
    expect(source.length).toBeGreaterThan(10);
  },
);
