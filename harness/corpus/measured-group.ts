import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InvalidValue, invalidSchemaValues } from '../../contract/cases/invalid-schema-values.js';
import { Random } from '../../contract/cases/random.js';
import { ValueSource } from '../../contract/cases/value-source.js';
import type { SchemaSource } from '../../contract/contract.js';
import { DocumentSet } from '../../contract/document-set.js';
import type { Json } from '../../contract/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { createSchemaSource } from '../../contract/schema-source.js';
import { SchemaReferences } from '../../contract/schema-source-references.js';
import { probeValues } from './probe-values.js';
import type { SchemaGroup } from './schema-groups.js';
import { type SchemaJudge, schemaJudge } from './schema-judge.js';

/** Values that are asked of each side of a schema. */
const WANTED = 100;

/** One side of a schema. */
export interface Side {
  /** Whether the schema has it, by the source or by the judge; not by what we made. */
  readonly exists: boolean;
  readonly values: number;
  /** Values on the other side, or with a label that the judge does not confirm; one is shown. */
  readonly wrong: number;
  readonly wrongValue?: string;
  readonly microseconds: number;
  /** Why it is not served; absent where it is. */
  readonly reason?: string;
}

export interface MeasuredGroup {
  readonly kind: 'group';
  readonly set: string;
  readonly name: string;
  /** The judge is wrong about this schema by the source's own tests. */
  readonly doubtful: boolean;
  readonly valid: Side;
  readonly invalid: Side & { readonly keywords: readonly string[] };
}

/** Makes both sides of one schema and has them judged. */
export function measureGroup(group: SchemaGroup, remotes: Readonly<Record<string, string>>): MeasuredGroup {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    return measured(group, remotes, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const URI = 'schema.json#' as SchemaUri;

function measured(group: SchemaGroup, remotes: Readonly<Record<string, string>>, folder: string): MeasuredGroup {
  const judge = orReason(() => schemaJudge(group, remotes));
  const schemas = orReason(() => schemasOf(group, remotes, folder));
  const { set, name } = group;
  const doubtful = judge.kind === 'value' && judge.value.departures > 0;
  const probes = judge.kind === 'value' ? probeValues().map((value) => accepted(judge.value, value)) : [];
  const hasValid = group.satisfiable ?? probes.includes(true);
  const hasInvalid = group.tests.some((one) => !one.valid) || probes.includes(false);
  const reason = judge.kind === 'reason' ? judge.reason : schemas.kind === 'reason' ? schemas.reason : undefined;
  if (judge.kind === 'reason' || schemas.kind === 'reason') {
    const side = { values: 0, wrong: 0, microseconds: 0, ...(reason === undefined ? {} : { reason }) };
    return {
      kind: 'group',
      set,
      name,
      doubtful,
      valid: { ...side, exists: hasValid },
      invalid: { ...side, exists: hasInvalid, keywords: [] },
    };
  }
  const valid = validSide(schemas.value, judge.value, hasValid);
  return { kind: 'group', set, name, doubtful, valid, invalid: invalidSide(schemas.value, judge.value, hasInvalid) };
}

function schemasOf({ schema, draft }: SchemaGroup, remotes: Readonly<Record<string, string>>, folder: string): SchemaSource {
  const declared =
    draft === 'draft-07' && typeof schema === 'object' ? { $schema: 'http://json-schema.org/draft-07/schema#', ...schema } : schema;
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(declared));
  const documents = new DocumentSet(folder, remotes);
  const reading = documents.openFile('schema.json');
  if (reading.kind === 'faults') throw new Error(reading.faults[0]?.message ?? 'not read');
  const schemas = createSchemaSource(new SchemaReferences(documents));
  schemas.accepts(URI, null);
  return schemas;
}

function validSide(schemas: SchemaSource, judge: SchemaJudge, exists: boolean): Side {
  const started = performance.now();
  const made = orReason(() => {
    const source = new ValueSource(schemas, 'request');
    return Array.from({ length: WANTED }, (_, index) =>
      source.valid(URI, Random.of('corpus', index), (value) => schemas.accepts(URI, value)),
    );
  });
  const spent = performance.now() - started;
  if (made.kind === 'reason') return { exists, values: 0, wrong: 0, microseconds: 0, reason: made.reason };
  const values = made.value.filter((value) => value !== undefined);
  const wrong = values.filter((value) => !accepted(judge, value));
  const reason = values.length < WANTED ? { reason: `${values.length} of ${WANTED} values made` } : {};
  return { exists, values: values.length, wrong: wrong.length, ...shown(wrong), microseconds: (1000 * spent) / WANTED, ...reason };
}

function invalidSide(schemas: SchemaSource, judge: SchemaJudge, exists: boolean): MeasuredGroup['invalid'] {
  const started = performance.now();
  const made = orReason(() => invalidSchemaValues(schemas, new ValueSource(schemas, 'request'), URI, 1, WANTED));
  const spent = performance.now() - started;
  if (made.kind === 'reason') return { exists, values: 0, wrong: 0, microseconds: 0, keywords: [], reason: made.reason };
  const found = made.value;
  const wrong = found.filter((one) => !confirmed(judge, one));
  const keywords = [...new Set(found.map(({ violation }) => violation.keyword))];
  const microseconds = (1000 * spent) / Math.max(1, found.length);
  const reason = found.length === 0 ? { reason: 'no value made' } : {};
  const showing = shown(wrong.map(({ value, violation }): Json => [value, violation.keyword, violation.pointer]));
  return { exists: exists || found.length > 0, values: found.length, wrong: wrong.length, ...showing, microseconds, keywords, ...reason };
}

function shown([value]: readonly Json[]): { readonly wrongValue?: string } {
  return value === undefined ? {} : { wrongValue: JSON.stringify(value).slice(0, 300) };
}

/** The judge refuses the value, and names the labelled keyword at the labelled place. */
function confirmed(judge: SchemaJudge, { value, violation }: InvalidValue): boolean {
  return judge.errors(value).some(({ keyword, instancePath }) => {
    return instancePath === violation.pointer && (KEYWORDS[keyword] ?? keyword) === violation.keyword;
  });
}

/** Ajv's names for what we name otherwise. */
const KEYWORDS: Readonly<Record<string, string>> = { 'false schema': 'false' };

function accepted(judge: SchemaJudge, value: Json): boolean {
  const verdict = orReason(() => judge.accepts(value));
  return verdict.kind === 'value' && verdict.value;
}

type OrReason<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'reason'; readonly reason: string };

function orReason<T>(make: () => T): OrReason<T> {
  try {
    return { kind: 'value', value: make() };
  } catch (error) {
    return { kind: 'reason', reason: (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? '' };
  }
}
