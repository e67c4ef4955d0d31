import { createGeneratorSync } from 'json-schema-faker';
import { Random } from '../cases/scalars/random.js';
import { ValueSource } from '../cases/values/value-source.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { servedContract } from './runs/contract.js';
import { type Figure, paired, timed } from './runs/figure.js';

/**
 * The number of values per schema. It is small, because json-schema-faker needs tens of milliseconds for some schemas.
 */
const VALUES = 20;
const ROUNDS = 3;

/**
 * The number of valid values per second that are made for the schemas of the contract, relative to json-schema-faker on
 * the same schemas.
 */
export async function valueThroughput(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const schemas = componentSchemas(contract);
  const source = new ValueSource(contract.schemas, 'response');
  const generator = createGeneratorSync({ seed: 1 });
  const invalid = { ours: 0, theirs: 0 };
  const ours = (round: number): void => {
    for (const { uri } of schemas) {
      for (let index = 0; index < VALUES; index += 1) {
        const value = source.valid(uri, Random.of(round, uri, index), (candidate) =>
          contract.schemas.accepts(uri, candidate),
        );
        if (value === undefined) invalid.ours += 1;
      }
    }
  };
  const made: (readonly [SchemaUri, Json])[] = [];
  const theirs = (): void => {
    for (const { uri, schema } of schemas)
      for (let index = 0; index < VALUES; index += 1) made.push([uri, generator.generate(schema) as Json]);
  };
  let round = 0;
  // This warm-up compiles the schemas before the measurement.
  ours(0);
  const [our, their] = await paired(
    ROUNDS,
    () => timed(async () => ours((round += 1))),
    () => timed(async () => theirs()),
  );
  invalid.theirs = made.filter(([uri, value]) => !contract.schemas.accepts(uri, value)).length;
  const rate = (milliseconds: number): string => ((VALUES * schemas.length * 1000) / milliseconds).toFixed(0);
  const share = (count: number): string => `${((100 * count) / (VALUES * schemas.length * ROUNDS)).toFixed(1)}%`;
  return [
    {
      ratio: their / our,
      aim: '≥ 1',
      what: 'validated values per second, divided by the unvalidated values per second of json-schema-faker 0.6',
      detail: `${rate(our)} values/s (${share(invalid.ours)} missing), ${rate(their)} values/s (${share(invalid.theirs)} invalid), ${schemas.length} schemas`,
      limit: 'No physical limit. json-schema-faker does not validate its values, and some of them are invalid.',
    },
  ];
}

/** Each schema of the contract, with the other schemas as definitions for its references. */
function componentSchemas({
  document,
  operations,
}: Contract): readonly { readonly uri: SchemaUri; readonly schema: Record<string, unknown> }[] {
  const components = ownValue(document, 'components');
  const schemas = ownValue(components, 'schemas');
  // The address of a schema starts with the file name of its OpenAPI description.
  const [file = ''] = (
    operations.flatMap(({ requestBody }) => requestBody?.content ?? []).find(({ schema }) => schema)?.schema ?? ''
  ).split('#');
  return Object.keys(isJsonObject(schemas) ? schemas : {}).map((name) => ({
    uri: joinPointer(`${file}#`, 'components', 'schemas', name) as SchemaUri,
    schema: { $ref: joinPointer('#', 'components', 'schemas', name), components },
  }));
}
