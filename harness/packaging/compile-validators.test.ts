import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { OwnValidator } from '../../contract/schema/own-schema.js';
import { VALIDATORS as MESSAGES } from '../../surfaces/protocol/message-validators.js';
import { VALIDATORS as CONFIG } from '../configuration/config-validator.js';

type Validators = Readonly<Record<string, OwnValidator>>;

const REST = { rest: { driver: 'rest' } };
const OUTCOME = { kind: 'value', status: 200, value: { deep: [null] } };

/** Modules with validators, test values for each validator, and whether the compiled code contains errors. */
const MODULES: readonly (readonly [
  file: string,
  sources: Validators,
  values: readonly unknown[],
  hasErrors: boolean,
])[] = [
  [
    'harness/configuration/config-validator.js',
    CONFIG,
    [
      {},
      { contracts: ['a.yaml'], surfaces: REST },
      { contracts: [], surfaces: REST },
      { contracts: ['a.yaml'], surfaces: { rest: { driver: 'cli' } } },
      { contracts: ['a.yaml'], surfaces: { cli: { driver: 'cli', command: ['a'] } }, unknown: 1 },
      { contracts: ['a.yaml'], surfaces: REST, backends: ['mock', 'mock'] },
      { contracts: ['a.yaml'], surfaces: REST, token: 'ab' },
      { contracts: ['a.yaml'], surfaces: REST, service: { url: 'http://127.0.0.1:1' } },
    ],
    false,
  ],
  [
    'surfaces/protocol/message-validators.js',
    MESSAGES,
    [{}, { protocol: 1 }, { kind: 'greeting' }, { id: '1', outcome: OUTCOME }, { id: 1, outcome: { kind: 'none' } }],
    true,
  ],
];

/** An error without its place in the schema, which the compiled code does not contain. */
function withoutSchemaPath(error: object): object {
  return Object.fromEntries(Object.entries(error).filter(([name]) => name !== 'schemaPath'));
}

describe.each(MODULES)('the compiled validators of %s', (file, sources, values, hasErrors) => {
  it('a compiled validator has the same results as its source, and the same errors if it contains errors', async () => {
    const built = (await import(pathToFileURL(resolve('dist', file)).href)) as { readonly VALIDATORS: Validators };
    expect(Object.keys(built.VALIDATORS)).toEqual(Object.keys(sources));
    const results = (validators: Validators): readonly unknown[] =>
      Object.values(validators).flatMap((validate) =>
        values.map((value) => [validate(value), (hasErrors ? (validate.errors ?? []) : []).map(withoutSchemaPath)]),
      );
    const found = results(built.VALIDATORS);
    expect(found).toEqual(results(sources));
    expect(built.VALIDATORS).not.toBe(sources);
    expect(String(Object.values(built.VALIDATORS)[0])).toMatch(/^function \w+\(.*instancePath/);
  });
});
