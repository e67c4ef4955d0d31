import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { GeneratedKind } from '../surface-kind.js';
import type { DriverConfig, GeneratorName } from './kind-configs.js';
import { DRIVEN_KINDS, GENERATOR_NAMES, SURFACE_KINDS, generatorNamed } from './surface-kinds.js';

const FOLDER = join(import.meta.dirname, '..');

test('the list of surface kinds has exactly the folders that contain a driver or a generator', () => {
  const folders = readdirSync(FOLDER).filter((name) =>
    ['driver.ts', 'generate.ts'].some((file) => existsSync(join(FOLDER, name, file))),
  );
  expect(SURFACE_KINDS.map(({ kind }) => kind).toSorted()).toEqual(folders.toSorted());
});

type Kind = (typeof SURFACE_KINDS)[number];
type ConfigOf<One> = One extends { describe(config: infer Config): string } ? Config : never;

test('the types of the configuration list the same kinds of surfaces (checked by the compiler)', () => {
  expectTypeOf<DriverConfig>().toEqualTypeOf<ConfigOf<Kind>>();
  expectTypeOf<GeneratorName>().toEqualTypeOf<Extract<Kind, GeneratedKind<string>>['kind']>();
});

test('if several kinds of surfaces share an option, its schema is the same', () => {
  const schemas = new Map<string, Set<string>>();
  for (const { options } of DRIVEN_KINDS) {
    for (const [name, schema] of Object.entries(options))
      schemas.set(name, (schemas.get(name) ?? new Set()).add(JSON.stringify(schema)));
  }
  expect([...schemas].filter(([, texts]) => texts.size > 1)).toEqual([]);
});

test('the required options of a kind of surface are among its options', () => {
  const unknown = DRIVEN_KINDS.flatMap(({ required, options }) => required.flat().filter((name) => !(name in options)));
  expect(unknown).toEqual([]);
});

test.each(DRIVEN_KINDS)('the driver of $kind can be loaded', async ({ implementation }) => {
  expect(Object.keys(await implementation()).toSorted()).toEqual(['driver', 'expectedInventory']);
});

test.each(GENERATOR_NAMES)('the generator %s can be loaded', async (name) => {
  expect(await generatorNamed(name)).toMatchObject({ project: expect.any(Function), render: expect.any(Function) });
});
