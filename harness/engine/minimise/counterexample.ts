import { BODY_WAYS } from '../../../contract/body-way.js';
import { MISUSES, TOKEN_CHOICES } from '../../../contract/case.js';
import { GATE_WAYS } from '../../../contract/gate-way.js';
import { mkdir, readFile, rm, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OWN_SCHEMA } from '../../../contract/schema/own-schema.js';
import { MOST_PAUSE_MS } from '../drive/lane/sequence-steps.js';
import type { Case } from '../../../contract/case.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Proof } from '../../../rules/proof.js';
import type { FindingEntry, Report } from '../../../reports/report.js';
import { currentCase } from '../../../reports/stream/earlier-names.js';

const COUNTEREXAMPLE_FORMAT = 'contract-parity-counterexample';

/** A file with one case. The case can be replayed on any surface and any implementation of the contract. */
export interface Counterexample {
  readonly format: typeof COUNTEREXAMPLE_FORMAT;
  readonly version: 2;
  readonly finding: string;
  readonly rule: string;
  readonly kind: string;
  readonly pointer: string;
  readonly message: string;
  readonly surfaces: readonly string[];
  readonly backend: string;
  readonly seed: number;
  readonly case: Case;
  /** The traffic that shows the finding. It is only for readers of the file; a replay does not use it. */
  readonly proof?: Proof;
}

/**
 * Writes a file for each finding to `counterexamples/`. The files of earlier runs are removed first, because their
 * findings may be obsolete.
 */
export async function writeCounterexamples(report: Report, folder: string): Promise<void> {
  const target = join(folder, 'counterexamples');
  const old = await readdir(target).catch(() => []);
  await Promise.all(old.filter((name) => /^[0-9a-f]{8}\.json$/.test(name)).map((name) => rm(join(target, name))));
  const examples = report.findings.flatMap((entry) => counterexample(entry, report.header.seed));
  if (examples.length > 0) await mkdir(target, { recursive: true });
  await Promise.all(
    examples.map((example) =>
      writeFile(join(target, `${example.finding}.json`), `${JSON.stringify(example, null, 2)}\n`),
    ),
  );
}

/**
 * The file that a project keeps for a finding: the counterexample without the recorded traffic. `undefined` if the
 * report does not contain the whole case.
 */
export function counterexampleText(entry: FindingEntry, seed: number): string | undefined {
  const [example] = counterexample(entry, seed);
  if (example === undefined) return undefined;
  const { proof: _, ...kept } = example;
  return `${JSON.stringify(kept, null, 2)}\n`;
}

function counterexample({ finding, cut }: FindingEntry, seed: number): readonly Counterexample[] {
  // A replay runs only the working tree. For a finding of a comparison with a released version, the report names
  // another command.
  if (isBetweenVersions(finding)) return [];
  // If the case was shortened for the report, the rest would be a different case.
  if (finding.counterexample === undefined || cut?.some((pointer) => pointer.startsWith('/counterexample')) === true)
    return [];
  const { id, rule, kind, pointer, message, surfaces, backends, proof } = finding;
  return [
    {
      format: COUNTEREXAMPLE_FORMAT,
      version: 2,
      finding: id,
      rule,
      kind,
      pointer,
      message,
      surfaces,
      backend: backends[0] ?? 'reference',
      seed,
      case: finding.counterexample,
      ...(proof && { proof }),
    },
  ];
}

/**
 * Whether a surface or backend of the finding is a released version. Only names of released versions contain an `@`.
 */
function isBetweenVersions({ surfaces, backends }: FindingEntry['finding']): boolean {
  return backends.length > 0 && [...surfaces, ...backends.slice(0, 1)].some((name) => name.includes('@'));
}

/** Reads a counterexample file and validates it. Throws a `ParityError` if it cannot be read or is not valid. */
export async function readCounterexample(file: string): Promise<Counterexample> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ParityError(
      'counterexample-missing',
      `${file} cannot be read: ${(error as Error).message}`,
      'Name a file that `parity check` wrote below counterexamples/.',
      { cause: error },
    );
  });
  const value = currentCounterexample(parsed(text, file));
  const ajv = new Ajv2020(OWN_SCHEMA);
  if (ajv.validate<Counterexample>(COUNTEREXAMPLE_SCHEMA, value)) return value;
  throw new ParityError(
    'counterexample-invalid',
    `${file}: ${ajv.errorsText(ajv.errors, { dataVar: 'the file' })}`,
    'Use the file as `parity check` wrote it.',
  );
}

function currentCounterexample(written: Json): Json {
  return isJsonObject(written) && written['case'] !== undefined
    ? { ...written, version: 2, case: currentCase(written['case']) }
    : written;
}

function parsed(text: string, file: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ParityError(
      'counterexample-invalid',
      `${file} is not JSON: ${(error as Error).message}`,
      'Use the file as `parity check` wrote it.',
      { cause: error },
    );
  }
}

/**
 * The maximum number of preceding calls of a case in a file. A run never writes more, but files may come from other
 * sources.
 */
const MAX_PRECEDING = 200;

const text = { type: 'string' } as const;
const parameters = { type: 'object' } as const;
const places = { enum: ['path', 'query'] } as const;

const feeds = {
  type: 'array',
  items: {
    type: 'object',
    required: ['in', 'name', 'pointer', 'step'],
    properties: {
      in: { enum: [...places.enum, 'header', 'body'] },
      name: text,
      within: text,
      pointer: text,
      step: text,
      location: {
        type: 'object',
        required: ['path', 'type'],
        properties: { path: text, type: { enum: ['string', 'integer'] } },
      },
    },
  },
} as const;

export const COUNTEREXAMPLE_SCHEMA = {
  type: 'object',
  required: ['format', 'version', 'finding', 'rule', 'kind', 'surfaces', 'backend', 'case'],
  properties: {
    format: { const: COUNTEREXAMPLE_FORMAT },
    version: { enum: [1, 2] },
    finding: text,
    rule: text,
    kind: text,
    pointer: text,
    message: text,
    surfaces: { type: 'array', items: text },
    backend: { enum: ['reference', 'live', 'mock', 'scripted'] },
    seed: { type: 'integer' },
    case: { $ref: '#/$defs/case' },
    proof: { type: 'object' },
  },
  $defs: {
    case: {
      type: 'object',
      required: ['id', 'operation', 'input', 'provenance', 'expect', 'token', 'gate'],
      properties: {
        id: text,
        operation: text,
        input: { $ref: '#/$defs/input' },
        provenance: { type: 'object', required: ['kind', 'name'] },
        expect: { type: 'object', required: ['kind'] },
        token: { enum: TOKEN_CHOICES },
        gate: { enum: ['approved', 'denied', 'unanswered', 'other'] },
        gateWay: { enum: GATE_WAYS },
        misuse: { enum: MISUSES },
        raw: { type: 'object', required: ['fault', 'words'] },
        bodyWay: { enum: BODY_WAYS },
        setup: {
          type: 'array',
          items: {
            type: 'object',
            required: ['operation', 'input'],
            properties: { operation: text, input: { $ref: '#/$defs/input' } },
          },
        },
        precedingCalls: { type: 'array', items: { $ref: '#/$defs/case' }, maxItems: MAX_PRECEDING },
        reply: {
          type: 'object',
          required: ['status', 'headers'],
          properties: {
            status: { type: 'integer', minimum: 200, maximum: 599 },
            headers: { type: 'array', items: { type: 'array', items: text, minItems: 2, maxItems: 2 } },
            body: text,
            fault: text,
          },
        },
        sequence: { const: true },
        surface: text,
        lane: { type: 'integer', minimum: 0 },
        schedule: { type: 'array', items: { type: 'integer' }, maxItems: MAX_PRECEDING },
        pauseMs: { type: 'integer', minimum: 0, maximum: MOST_PAUSE_MS },
        feeds,
        within: feeds,
        follow: {
          oneOf: [
            {
              type: 'object',
              required: ['in', 'name', 'pointer'],
              properties: { in: places, name: text, within: text, pointer: text },
            },
            {
              type: 'object',
              required: ['by', 'name', 'first', 'elements'],
              properties: {
                by: { enum: ['page', 'offset'] },
                name: text,
                within: text,
                first: { type: 'integer' },
                elements: text,
              },
            },
            {
              type: 'object',
              required: ['by'],
              properties: {
                by: { const: 'link' },
                pointer: text,
                inList: {
                  type: 'object',
                  required: ['relation', 'target'],
                  properties: { relation: text, target: text },
                },
              },
            },
            {
              type: 'object',
              required: ['by', 'name', 'elements', 'id'],
              properties: {
                by: { const: 'last' },
                name: text,
                within: text,
                elements: text,
                id: text,
                more: {
                  type: 'object',
                  required: ['pointer', 'last'],
                  properties: { pointer: text, last: { type: 'boolean' } },
                },
              },
            },
          ],
        },
      },
    },
    input: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: parameters,
        query: parameters,
        header: parameters,
        cookie: parameters,
        body: true,
        mediaType: text,
      },
    },
  },
} as const;
