import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const PACKAGES = ['surfaces/cli', 'surfaces/mcp/reference', 'surfaces/sdk_typescript'];

function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  return { ...dependencies, ...devDependencies };
}

test.each(PACKAGES)('the example %s depends on the package versions that the repository installs', (folder) => {
  const installed = dependenciesOf('.');
  const own = Object.entries(dependenciesOf(folder));
  expect(own.filter(([name, version]) => installed[name] !== version)).toEqual([]);
});
