import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonSchema } from '../../../contract/json/json.js';

type Draft = '2020-12' | 'draft-07' | 'draft-04';

/** One schema of the corpus, with the tests that its source contains. */
export interface SchemaGroup {
  readonly set: string;
  readonly name: string;
  readonly schema: JsonSchema;
  readonly draft: Draft;
  /** True if the schema has valid values. Not set if the source does not state it. */
  readonly satisfiable?: boolean;
  /** Values, each with the verdict that the source states. */
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}

interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}

/**
 * Every schema of two sources: the required part of the JSON Schema Test Suite, and the collection of
 * hypothesis-jsonschema.
 */
export function schemaGroups(corpus: string): readonly SchemaGroup[] {
  return [
    ...suiteGroups(join(corpus, 'json-schema/suite/tests/draft2020-12')),
    ...hypothesisGroups(join(corpus, 'json-schema/hypothesis')),
  ];
}

function suiteGroups(folder: string): readonly SchemaGroup[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.toSorted().flatMap((file) =>
    (read(join(folder, file)) as readonly SuiteGroup[]).map(({ description, schema, tests }): SchemaGroup => {
      const name = `${file.replace('.json', '')}: ${description}`;
      const known = tests.some(({ valid }) => valid) ? { satisfiable: true } : {};
      return {
        set: 'suite',
        name,
        schema,
        draft: '2020-12',
        tests: tests.map(({ data, valid }) => ({ data, valid })),
        ...known,
      };
    }),
  );
}

type Named = Readonly<Record<string, JsonSchema>>;

function hypothesisGroups(folder: string): readonly SchemaGroup[] {
  const [satisfiable, empty] = read(join(folder, 'corpus-suite-schemas.json')) as readonly [Named, Named];
  const group = (set: string, schemas: Named, known: Pick<SchemaGroup, 'satisfiable'>): readonly SchemaGroup[] =>
    Object.entries(schemas).map(([name, schema]) => ({
      set,
      name,
      schema,
      draft: name.startsWith('draft4/') ? 'draft-04' : 'draft-07',
      tests: [],
      ...known,
    }));
  return [
    ...group('hypothesis', satisfiable, { satisfiable: true }),
    ...group('must-be-empty', empty, { satisfiable: false }),
    ...group('reported', read(join(folder, 'corpus-reported.json')) as Named, {}),
  ];
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The documents to which schemas of the corpus refer. Maps the URL of each document to its file. */
export function remoteFiles(corpus: string): Readonly<Record<string, string>> {
  const folder = join(corpus, 'json-schema/suite/remotes');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const urls = files.flatMap((name) => {
    // hypothesis-jsonschema refers to these documents without the folder of the draft.
    const short = name.startsWith('draft7/') ? [name.replace('draft7/', '')] : [];
    return [name, ...short].map((path) => [`http://localhost:1234/${path}`, join(folder, name)] as const);
  });
  return Object.fromEntries(urls);
}
