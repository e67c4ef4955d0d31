import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocumentSet } from '../../document/document-set.js';
import type { Json } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { createSchemaSource } from './schema-source.js';
import { SchemaReferences } from '../references.js';

/** The JSON Schema Test Suite (draft 2020-12): schemas and values with the expected verdicts. */
const SUITE = resolve(import.meta.dirname, '../../../../shared/corpus/json-schema/suite');

/**
 * Tests of the suite whose verdicts differ here, each with the reason. The test fails if one of these verdicts is no
 * longer different.
 */
const DEPARTURES: Readonly<Record<string, { readonly reason: string; readonly tests: readonly string[] }>> = {
  'format.json': {
    reason: 'known formats are asserted here; in the suite they are annotations by default',
    tests: [
      'email',
      'idn-email',
      'regex',
      'ipv4',
      'ipv6',
      'hostname',
      'date',
      'date-time',
      'time',
      'json-pointer',
      'relative-json-pointer',
      'iri',
      'iri-reference',
      'uri',
      'uri-reference',
      'uri-template',
      'uuid',
      'duration',
    ].map((format) => `${format} format: invalid ${format} string is only an annotation by default`),
  },
  'vocabulary.json': {
    reason: 'a dialect without the validation vocabulary is a fault when the contract is read',
    tests: [
      'schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates',
    ],
  },
};

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

describe.skipIf(!existsSync(SUITE))(
  `JSON Schema Test Suite (${relative(process.cwd(), SUITE)}; skipped if it is missing)`,
  () => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'suite-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    const tests = join(SUITE, 'tests/draft2020-12');
    const remotes = remoteFiles();

    test.each(existsSync(tests) ? readdirSync(tests).filter((name) => name.endsWith('.json')) : [])(
      'the verdicts for %s are as expected',
      (name) => {
        const groups = JSON.parse(readFileSync(join(tests, name), 'utf8')) as readonly Group[];
        const wrong = groups.flatMap((group, index) => judge(group, `${name}-${index}.json`));
        expect(wrong).toEqual(DEPARTURES[name]?.tests ?? []);
      },
    );

    function judge(group: Group, file: string): readonly string[] {
      writeFileSync(join(folder, file), JSON.stringify(group.schema));
      const documents = new DocumentSet(folder, remotes);
      if (documents.openFile(file).kind === 'faults') return [`${group.description}: not read`];
      const schemas = createSchemaSource(new SchemaReferences(documents));
      return group.tests.flatMap(({ description, data, valid }) => {
        const got = verdict(() => schemas.accepts(`${file}#` as SchemaUri, data));
        const explained = verdict(() => schemas.validate(`${file}#` as SchemaUri, data).length === 0);
        return got === valid && explained === valid ? [] : [testName(group, description, got, explained)];
      });
    }
  },
);

/**
 * The name of a test of the suite, as `DEPARTURES` lists it. If the validation throws, or if `accepts` and `validate`
 * disagree, the results are added to the name, so that `DEPARTURES` cannot list it.
 */
function testName(group: Group, description: string, got: boolean | string, explained: boolean | string): string {
  const name = `${group.description}: ${description}`;
  return typeof got === 'boolean' && got === explained ? name : `${name}: ${String(got)}, ${String(explained)}`;
}

function verdict(judge: () => boolean): boolean | string {
  try {
    return judge();
  } catch (error) {
    return String(error);
  }
}

function remoteFiles(): Record<string, string> {
  const folder = join(SUITE, 'remotes');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(files.map((name) => [`http://localhost:1234/${name}`, join(folder, name)]));
}
