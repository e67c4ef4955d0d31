import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { GeneratedKind } from '../surface-kind.js';
import type { DriverConfig, GeneratorName } from './kind-configs.js';
import { DRIVEN_KINDS, GENERATOR_NAMES, SURFACE_KINDS, generatorNamed } from './surface-kinds.js';

const FOLDER = join(import.meta.dirname, '..');

test('the folders with a driver or a generator are exactly the listed kinds of surfaces', () => {
  const folders = readdirSync(FOLDER).filter((name) =>
    ['driver.ts', 'generate.ts'].some((file) => existsSync(join(FOLDER, name, file))),
  );
  expect(SURFACE_KINDS.map(({ kind }) => kind).toSorted()).toEqual(folders.toSorted());
});

type Kind = (typeof SURFACE_KINDS)[number];
type ConfigOf<One> = One extends { describe(config: infer Config): string } ? Config : never;

test('the types of the configuration have the same kinds (checked by the compiler)', () => {
  expectTypeOf<DriverConfig>().toEqualTypeOf<ConfigOf<Kind>>();
  expectTypeOf<GeneratorName>().toEqualTypeOf<Extract<Kind, GeneratedKind<string>>['kind']>();
});

test('an option that several kinds have has the same schema in each', () => {
  const schemas = new Map<string, Set<string>>();
  for (const { options } of DRIVEN_KINDS) {
    for (const [name, schema] of Object.entries(options))
      schemas.set(name, (schemas.get(name) ?? new Set()).add(JSON.stringify(schema)));
  }
  expect([...schemas].filter(([, texts]) => texts.size > 1)).toEqual([]);
});

test('the required options of a kind are among its options', () => {
  const unknown = DRIVEN_KINDS.flatMap(({ required, options }) => required.flat().filter((name) => !(name in options)));
  expect(unknown).toEqual([]);
});

test.each(DRIVEN_KINDS)('the driver of $kind is loaded on use', async ({ implementation }) => {
  expect(Object.keys(await implementation()).toSorted()).toEqual(['driver', 'expectedInventory']);
});

test.each(GENERATOR_NAMES)('the generator %s is loaded on use', async (name) => {
  expect(await generatorNamed(name)).toMatchObject({ project: expect.any(Function), render: expect.any(Function) });
});
