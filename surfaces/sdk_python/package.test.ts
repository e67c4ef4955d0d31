import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hasMypy, isInstalled, python, strictMypy } from './fixtures/python.js';

const FOLDER = join(import.meta.dirname, 'reference');
const hasTomllib = isInstalled('python3', '-c', 'import tomllib');

/** The names of all Python packages in the folder, such as `template_service.generated`. */
function packages(): readonly string[] {
  const modules = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('__init__.py'),
  );
  return modules.map((file) => dirname(file).replaceAll(/[/\\]/g, '.')).toSorted();
}

test.skipIf(!hasTomllib)(
  'pyproject.toml lists the existing packages, and has no dependencies (skipped before Python 3.11)',
  () => {
    const text = python(
      ['-c', 'import json, tomllib; print(json.dumps(tomllib.load(open("pyproject.toml", "rb"))))'],
      FOLDER,
    );
    const { project, tool } = JSON.parse(text) as {
      readonly project: Readonly<Record<string, unknown>>;
      readonly tool: { readonly setuptools: { readonly packages: readonly string[] } };
    };
    expect(project).toMatchObject({ name: 'template-service', 'requires-python': '>=3.9', dependencies: [] });
    expect(tool.setuptools.packages.toSorted()).toEqual(packages());
  },
);

test('the package includes the marker file for typed packages (PEP 561)', () => {
  expect(existsSync(join(FOLDER, 'template_service/py.typed'))).toBe(true);
  expect(readFileSync(join(FOLDER, 'pyproject.toml'), 'utf8')).toContain('template_service = ["py.typed"]');
});

test.skipIf(!hasMypy)('the package and its worker pass mypy --strict (skipped without mypy)', () => {
  expect(strictMypy(['-p', 'template_service'], FOLDER)).toContain('Success');
  expect(strictMypy(['worker.py'], FOLDER)).toContain('Success');
});
