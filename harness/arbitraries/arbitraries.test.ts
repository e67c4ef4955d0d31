import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../contract/fixtures/law-runs.js';
import { isValidInput } from '../../contract/inputs/input-violations.js';
import { operationNamed } from '../../contract/contract.js';
import { type JsonObject, type Json, isJsonObject } from '../../contract/json/json.js';
import { SingleSchema } from '../../contract/schema/judging/single-schema.js';
import { CaseMaker } from '../cases/make-cases.js';
import { namedSource } from '../cases/scalars/random.js';
import {
  type LabelledValue,
  caseArbitrary,
  invalidSchemaArbitrary,
  loadContract,
  schemaArbitrary,
} from './arbitraries.js';

const ITEM: JsonObject = {
  type: 'object',
  required: ['name', 'price'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    price: { type: 'number', minimum: 0, multipleOf: 0.01 },
    tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, maxItems: 5, uniqueItems: true },
    note: { type: ['string', 'null'] },
  },
};
const judge = new SingleSchema(ITEM);

describe('schemaArbitrary', () => {
  it('an arbitrary makes values that the schema accepts', () => {
    fc.assert(
      fc.property(schemaArbitrary(ITEM), (value) => judge.accepts(value)),
      { numRuns: lawRuns(100, 2000) },
    );
  });

  it('an arbitrary prefers edge cases in biased runs', () => {
    const atEdge = (value: Json): boolean =>
      isJsonObject(value) && typeof value['name'] === 'string' && [...value['name']].length === 40;
    const count = (unbiased: boolean): number =>
      fc.sample(schemaArbitrary(ITEM), { numRuns: 400, seed: 1, unbiased }).filter(atEdge).length;
    expect(count(false)).toBeGreaterThan(count(true));
  });

  it.each<[string, (value: Json) => boolean, Json]>([
    [
      'a note that is null',
      (value) => isJsonObject(value) && value['note'] === null,
      { name: 'a', price: 0, note: null },
    ],
    [
      'a price with cents',
      (value) => isJsonObject(value) && !Number.isInteger(value['price']),
      { name: 'a', price: 0.5 },
    ],
    [
      'two tags',
      (value) => isJsonObject(value) && Array.isArray(value['tags']) && value['tags'].length > 1,
      { name: 'a', price: 0, tags: ['a', 'b'] },
    ],
  ])('shrinks a failing value to %s', (_, fails, want) => {
    const details = fc.check(
      fc.property(schemaArbitrary(ITEM), (value) => !fails(value)),
      { numRuns: 500, seed: 7 },
    );
    expect(details.counterexample).toEqual([want]);
  });

  it('an arbitrary shrinks values in a tuple and mapped values', () => {
    const both = fc.tuple(
      schemaArbitrary({ type: 'integer', minimum: 0, maximum: 1000 }),
      schemaArbitrary(ITEM).map((value) => JSON.stringify(value)),
    );
    const details = fc.check(
      fc.property(both, ([count, text]) => Number(count) < 17 || !text.includes('null')),
      { numRuns: 1000, seed: 3 },
    );
    expect(details.counterexample).toEqual([[17, '{"name":"a","price":0,"note":null}']]);
  });

  it('an arbitrary replays a failure by its seed and path', () => {
    const property = fc.property(schemaArbitrary(ITEM), (value) => isJsonObject(value) && value['tags'] === undefined);
    const { seed, counterexamplePath, counterexample, numShrinks } = fc.check(property, { seed: 11 });
    expect(numShrinks).toBeGreaterThan(0);
    const again = fc.check(property, { seed, path: counterexamplePath ?? '' });
    expect([again.counterexample, again.numRuns]).toEqual([counterexample, 1]);
  });

  it('shrinks a value that the user passes as an example', () => {
    const given = { name: 'Zürich', price: 12.34, note: null };
    const details = fc.check(
      fc.property(schemaArbitrary(ITEM), (value) => !isJsonObject(value) || value['note'] !== null),
      { examples: [[given]] },
    );
    expect(details.counterexample).toEqual([{ name: 'a', price: 0, note: null }]);
  });

  it.each<[string, Json, string]>([
    ['no value satisfies', { type: 'string', minLength: 3, maxLength: 2 }, 'schema-unsatisfiable'],
    ['has a dangling reference', { $ref: '#/$defs/none' }, 'reference-dangling'],
  ])('throws an error for a schema that %s', (_, schema, code) => {
    expect(() => fc.sample(schemaArbitrary(schema), 1)).toThrow(expect.objectContaining({ code }) as Error);
  });
});

describe('invalidSchemaArbitrary', () => {
  it('an invalid arbitrary labels each value with the keyword that it breaks', () => {
    const isLabelled = ({ value, keyword, pointer }: LabelledValue): boolean => {
      const found = judge.accepts(value) ? [] : judge.validate(value);
      return (
        found.length > 0 && found.every((violation) => violation.keyword === keyword && violation.pointer === pointer)
      );
    };
    fc.assert(fc.property(invalidSchemaArbitrary(ITEM), isLabelled), { numRuns: lawRuns(50, 1000) });
  });

  it('makes values that break each keyword of the schema', () => {
    const keywords = new Set(
      fc.sample(invalidSchemaArbitrary(ITEM), { numRuns: 150, seed: 1 }).map(({ keyword }) => keyword),
    );
    const all = [
      'type',
      'required',
      'additionalProperties',
      'minLength',
      'maxLength',
      'minimum',
      'multipleOf',
      'pattern',
      'maxItems',
      'uniqueItems',
    ];
    expect([...keywords].toSorted()).toEqual(all.toSorted());
  });

  it('shrinks to the smallest value that breaks the same keyword', () => {
    const details = fc.check(
      fc.property(invalidSchemaArbitrary(ITEM), ({ keyword }) => keyword !== 'uniqueItems'),
      { numRuns: 1000, seed: 5 },
    );
    expect(details.counterexample?.[0]).toMatchObject({
      keyword: 'uniqueItems',
      pointer: '/tags',
      value: { name: 'a', price: 0, tags: ['a', 'a'] },
    });
  });

  it('throws an error for a schema that accepts every value', () => {
    expect(() => fc.sample(invalidSchemaArbitrary(true), 1)).toThrow(
      expect.objectContaining({ code: 'schema-accepts-all' }) as Error,
    );
  });
});

describe('caseArbitrary', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const createItem = operationNamed(contract, 'createItem');
  if (createItem === undefined) throw new Error('the contract has no createItem');

  it('a case arbitrary makes inputs that the contract allows', () => {
    const property = fc.property(
      caseArbitrary(contract, 'createItem'),
      ({ input, expect: promised }) => isValidInput(contract, createItem, input) && promised.kind === 'accepted',
    );
    fc.assert(property, { numRuns: lawRuns(60, 1000) });
  });

  it('invalid cases break the contract in one place', () => {
    const property = fc.property(
      caseArbitrary(contract, 'createItem', { kind: 'invalid' }),
      ({ input, expect: promised }) => !isValidInput(contract, createItem, input) && promised.kind === 'rejected',
    );
    fc.assert(property, { numRuns: lawRuns(25, 500) });
  });

  it.each<['valid' | 'invalid', (body: Json | undefined) => boolean, Json]>([
    ['valid', (body) => isJsonObject(body) && body['note'] === null, { body: { name: 'a', note: null } }],
    ['invalid', (body) => isJsonObject(body) && body['name'] === undefined, { body: {} }],
  ])('shrinks a case of the kind %s to a smaller case of this kind', (kind, fails, want) => {
    const details = fc.check(
      fc.property(caseArbitrary(contract, 'createItem', { kind }), ({ input }) => !fails(input.body)),
      { numRuns: 500, seed: 2 },
    );
    expect(details.counterexample?.[0].input).toEqual(want);
  });

  it('invalid cases break each constraint about equally often', () => {
    const cases = fc.sample(caseArbitrary(contract, 'createItem', { kind: 'invalid' }), { numRuns: 300, seed: 1 });
    const missingName = cases.filter(({ input: { body } }) => isJsonObject(body) && body['name'] === undefined);
    // The operation has about seventy constraints. If constraints were tried in their order, only one in a thousand
    // cases would break this constraint.
    expect(missingName.length).toBeGreaterThan(1);
  });

  it('a case arbitrary makes the same cases as a check with the same random source', () => {
    const maker = new CaseMaker(contract, { seed: 7, runs: 20, values: new Map() });
    const arbitrary = caseArbitrary(contract, 'createItem');
    const drawn = Array.from(
      { length: 20 },
      (_, index) => arbitrary.generate(namedSource([7, 'createItem', 'valid', index]), undefined).value.input,
    );
    expect(maker.make(createItem, 'valid').map(({ input }) => input)).toEqual(drawn);
  });

  it('a case arbitrary can be combined with arbitraries of other operations', () => {
    const [pair] = fc.sample(fc.tuple(caseArbitrary(contract, 'createItem'), caseArbitrary(contract, 'listItems')), {
      numRuns: 1,
      seed: 1,
    });
    expect(pair?.map(({ operation }) => operation)).toEqual(['createItem', 'listItems']);
  });

  it('throws an error for an operation that the contract does not have', () => {
    expect(() => caseArbitrary(contract, 'deleteAll')).toThrow(/has no operation deleteAll/);
  });

  it('throws an error for a contract that cannot be read', async () => {
    await expect(loadContract('contract/none.yaml')).rejects.toThrow(/none\.yaml cannot be used/);
  });
});
