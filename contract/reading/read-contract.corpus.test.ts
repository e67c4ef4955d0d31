import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Contract } from '../contract.js';
import { contractAt } from '../fixtures/contracts.js';
import { lawRuns } from '../fixtures/law-runs.js';
import type { MediaContent, SchemaUri } from '../operation.js';

/** Published OpenAPI descriptions. Each of them must be readable, and all their schemas must be usable. */
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/openapi');
const OPERATIONS: Readonly<Record<string, number>> = {
  'adyen/LegalEntityService-v4.json': 34,
  'bluesky/api.json': 222,
  'galaxy/openapi.json': 9,
  'museum/openapi.yaml': 8,
  'oas-examples/parameters-style.json': 25,
  'oas-examples/petstore.json': 20,
  'oas-examples/schema-encoding-style.json': 1,
  'oas-examples/schema-types.json': 23,
  'oas-examples/security.json': 15,
  'oas-examples/webhooks.json': 0,
  'tictactoe/tictactoe.yaml': 3,
};

describe.skipIf(!existsSync(CORPUS))(
  `published descriptions (${relative(process.cwd(), CORPUS)}; skipped if it is missing)`,
  () => {
    test('this test lists every description of the corpus', () => {
      const names = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:json|yaml)$/.test(name),
      );
      expect(names.toSorted()).toEqual(Object.keys(OPERATIONS));
    });

    test.each(Object.entries(OPERATIONS))(
      'the description %s is read, and its schemas are usable',
      { timeout: 60_000 },
      async (name, count) => {
        const contract = await contractAt(join(CORPUS, name), { root: CORPUS });
        expect(contract.operations).toHaveLength(count);
        expect(new Set(contract.operations.map(({ id }) => id)).size).toBe(count);
        const schemas = schemasOf(contract);
        const step = Math.ceil(schemas.length / lawRuns(60, Infinity));
        for (const uri of schemas.filter((_, index) => index % Math.max(1, step) === 0)) {
          // `accepts` and `validate` must agree, and every violation must have a location.
          const violations = contract.schemas.validate(uri, { unknown: [1] });
          expect(violations.length === 0).toBe(contract.schemas.accepts(uri, { unknown: [1] }));
          for (const { schema } of violations)
            expect(contract.schemas.locate(keywordOwner(schema)).line).toBeGreaterThan(1);
        }
      },
    );
  },
);

function schemasOf(contract: Contract): readonly SchemaUri[] {
  return contract.operations.flatMap((operation) => {
    const replies: readonly MediaContent[] = operation.responses.flatMap((response) => response.content);
    const content = [...(operation.requestBody?.content ?? []), ...replies];
    const headers = operation.responses.flatMap((response) => response.headers);
    return [...operation.parameters, ...headers, ...content].flatMap(({ schema }) => schema ?? []);
  });
}

/**
 * The address of the schema that contains a violated keyword. `address` ends with the keyword. For `required`, it ends
 * with the keyword and the name of the missing member.
 */
function keywordOwner(address: SchemaUri): SchemaUri {
  return address.replace(/\/(?:required\/[^/]*|[^/]*)$/, '') as SchemaUri;
}
