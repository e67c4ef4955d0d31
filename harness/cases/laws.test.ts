import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { type Case, type CaseInput, ISSUED } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { readings } from '../../contract/wire/decode-value.js';
import { deserialiseParameter } from '../../contract/wire/deserialise-parameter.js';
import { encodeRequest } from '../../contract/wire/request/encode.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { parameterTexts } from '../../contract/wire/parameter-texts.js';
import { serialiseParameter } from '../../contract/wire/serialise-parameter.js';
import { splitRequest } from '../../contract/wire/request/split-request.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { lawRuns } from '../../contract/fixtures/law-runs.js';
import { type CaseKind, CaseMaker, type KnownValues } from './make-cases.js';

const KINDS: readonly CaseKind[] = ['example', 'boundary', 'valid', 'invalid', 'gate'];
const VALUES: ReadonlyMap<string, KnownValues> = new Map([
  ['item_id', { known: ['item-0001', 'a/b'], only: false }],
  ['cursor', { known: [], only: true }],
]);
const FILES = [
  'contract/item-service.openapi.yaml',
  'contract/science-runtime.openapi.yaml',
  'contract/fixtures/edge-cases.openapi.yaml',
];
const CONTRACTS = await Promise.all(FILES.map((file) => contractAt(file)));
const OPERATIONS = CONTRACTS.flatMap((contract) =>
  contract.operations.map((operation) => [operation.id, contract, operation] as const),
);
const RUNS = lawRuns(20, 40);
const NEVER = new Set(['impossible', 'endless']);

function maker(contract: Contract, runs: number, seed = 7): CaseMaker {
  return new CaseMaker(contract, { seed, runs, values: VALUES });
}

const USED = new Map<Contract, CaseMaker>();

/** A case maker that has already made all cases of its contract, in the opposite order. */
function usedMaker(contract: Contract): CaseMaker {
  const used = USED.get(contract) ?? maker(contract, RUNS);
  if (!USED.has(contract))
    for (const kind of KINDS.toReversed())
      for (const before of contract.operations.toReversed()) used.make(before, kind);
  USED.set(contract, used);
  return used;
}

interface Fault {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * The contract violations of a case after it was encoded as a request and decoded again. The check does not use the
 * code that labels cases as valid or invalid.
 */
function faultsOf(contract: Contract, operation: Operation, input: CaseInput): readonly Fault[] {
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible') throw new Error(encoded.reason);
  const parameters = operation.parameters.flatMap((parameter) => parameterFaults(contract, parameter, input));
  const { body, mediaType } = splitRequest(operation, encoded);
  const content = operation.requestBody?.content[0];
  if (content?.schema === undefined) return parameters;
  const value =
    body.kind === 'json' ? body.value : body.kind === 'bytes' ? Buffer.from(body.bytes).toString() : undefined;
  if (value === undefined)
    return [
      ...parameters,
      ...(operation.requestBody?.required === true ? [{ keyword: 'required', pointer: '/body' }] : []),
    ];
  expect([mediaType, isJsonMediaType(mediaType)]).toEqual([content.mediaType, body.kind === 'json']);
  return [...parameters, ...violations(contract, content.schema, value, '/body')];
}

function parameterFaults(contract: Contract, parameter: Parameter, input: CaseInput): readonly Fault[] {
  const pointer = joinPointer('', parameter.in, parameter.name);
  const value = Object.hasOwn(input[parameter.in] ?? {}, parameter.name)
    ? input[parameter.in]?.[parameter.name]
    : undefined;
  const received = value === undefined ? undefined : receivedValue(contract, parameter, value);
  if (received === undefined) return parameter.required ? [{ keyword: 'required', pointer }] : [];
  return violations(contract, parameter.schema, received, pointer);
}

function receivedValue(contract: Contract, parameter: Parameter, value: Json): Json | undefined {
  const serialised = serialiseParameter(parameter, value);
  if (serialised.kind === 'pairs' && serialised.pairs.length === 0) return undefined;
  if (parameter.contentType !== undefined) {
    const read = deserialiseParameter(parameter, serialised, 'scalar');
    return JSON.parse(read?.kind === 'scalar' ? read.text : '') as Json;
  }
  const texts = parameterTexts(value);
  const read = typeof texts === 'string' ? undefined : deserialiseParameter(parameter, serialised, texts.kind);
  if (read === undefined) throw new Error(`${JSON.stringify(value)} cannot be read back`);
  return read.kind === 'list' && read.texts.length === 0
    ? undefined
    : readings(contract.schemas, parameter.schema, read)[0];
}

function violations(contract: Contract, schema: Parameter['schema'], value: Json, at: string): readonly Fault[] {
  return contract.schemas
    .forDirection('input')
    .validate(schema, value)
    .map(({ keyword, pointer, schema: broken }) => ({
      keyword,
      pointer: at + pointer + (keyword === 'required' ? `/${broken.split('/').at(-1) ?? ''}` : ''),
    }));
}

describe.each(OPERATIONS)('the cases of the operation `%s`', (id, contract, operation) => {
  const made = new Map(KINDS.map((kind) => [kind, maker(contract, RUNS).make(operation, kind)] as const));
  const cases = (...kinds: readonly CaseKind[]): readonly Case[] => kinds.flatMap((kind) => made.get(kind) ?? []);

  test('an operation with a valid input has cases', () => {
    if (NEVER.has(id)) expect(cases(...KINDS)).toEqual([]);
    else
      expect([cases('boundary').length > 3, cases('valid').length > 3, cases('invalid').length > 0]).toEqual([
        true,
        true,
        true,
      ]);
  });

  test('every example, boundary and generated case is still valid after it was encoded and decoded', () => {
    for (const { input, id: name } of cases('example', 'boundary', 'valid', 'gate')) {
      expect([name, faultsOf(contract, operation, input)]).toEqual([name, []]);
    }
  });

  test('every invalid case breaks only the keyword that it is labelled with, at the labelled place', () => {
    for (const { input, expect: promised, id: name } of cases('invalid')) {
      const faults = faultsOf(contract, operation, input);
      if (promised.kind !== 'rejected' || promised.keyword === ISSUED) expect([name, faults]).toEqual([name, []]);
      else {
        expect([name, new Set(faults.map(({ pointer }) => pointer))]).toEqual([name, new Set([promised.pointer])]);
        expect(
          faults.map(({ keyword }) => keyword),
          name,
        ).toContain(promised.keyword);
      }
    }
  });

  test('no case occurs twice, even with a different order of members', () => {
    for (const kind of KINDS) {
      const texts = cases(kind).map(({ input, token, gate, gateWay = null, bodyWay = null, raw = null }) =>
        canonicalJson([input, token, gate, gateWay, bodyWay, raw] as unknown as Json),
      );
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
    const ids = cases(...KINDS).map(({ id: name }) => name);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the same options give the same cases, independent of earlier calls', () => {
    const used = usedMaker(contract);
    for (const kind of KINDS.toReversed()) expect(used.make(operation, kind)).toEqual(made.get(kind));
  });

  test('a larger number of runs only adds cases', () => {
    for (const kind of KINDS) {
      const fewer = maker(contract, 5).make(operation, kind);
      expect(cases(kind).slice(0, fewer.length)).toEqual(fewer);
    }
  });
});

test('a different seed gives different generated cases', () => {
  const [contract] = CONTRACTS;
  const operation = contract?.operations.find(({ id }) => id === 'createItem');
  if (contract === undefined || operation === undefined) throw new Error('no createItem');
  const inputs = [7, 8].map((seed) =>
    maker(contract, 20, seed)
      .make(operation, 'valid')
      .map(({ input }) => JSON.stringify(input)),
  );
  expect(inputs[0]?.filter((text) => inputs[1]?.includes(text) === true).length).toBeLessThan(3);
});
