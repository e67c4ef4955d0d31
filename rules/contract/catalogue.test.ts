import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CONTRACT_RULES } from './catalogue.js';
import type { LintResult } from './lint/lint-result.js';
import { lintContract } from './lint/lint.js';
import type { LintOptions } from './document/lint-options.js';

const root = mkdtempSync(join(tmpdir(), 'parity-lint-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const OPTIONS: LintOptions = {
  prefix: 'svc',
  needs: { tool: true, command: true },
  root,
  forbiddenWords: ['acme', 'svc'],
};

/** A contract that breaks no rule. Each row of `FAULTS` changes a copy of this contract so that it breaks one rule. */
const SOUND = `
openapi: 3.1.0
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
info: { title: Notes, version: 1.0.0, description: Keeps notes., contact: { name: Keepers } }
servers: [{ url: http://127.0.0.1 }]
security: [{ bearer: [] }]
tags: [{ name: notes }]
paths:
  /notes:
    post:
      operationId: addNote
      description: Adds a note.
      tags: [notes]
      x-svc-mcp-tool: { name: add_note, description: Add a note }
      x-svc-cli: { command: add-note, description: Add a note }
      x-svc-hitl-gate: add_note_review
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' }, examples: { priced: { value: { price: 19.99 } } } } }
      responses:
        '200':
          description: Added.
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' }, example: { price: null } } }
        '401':
          description: Who are you?
          headers: { WWW-Authenticate: { schema: { type: string }, example: Bearer } }
          content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' }, example: { type: a, title: b } } }
        '405': { description: No such method., headers: { allow: { schema: { type: string } } } }
        4XX:
          description: Wrong.
          content:
            application/problem+json: { schema: { allOf: [{ $ref: '#/components/schemas/Problem' }] }, example: { type: a, title: b } }
  /notes/events:
    get:
      operationId: streamNotes
      description: Reports new notes. No call with one result, so it is neither tool nor command.
      tags: [notes]
      responses:
        '200': { description: Events., content: { text/event-stream: { schema: { type: string } } } }
        '401': { description: Who are you?, headers: { WWW-Authenticate: { schema: { type: string } } } }
  /notes/{note_id}:
    get:
      operationId: getNote
      description: One note, for anyone.
      tags: [notes]
      security: []
      x-svc-mcp-tool: { name: get_note, description: Fetch a note }
      x-svc-cli: { command: get-note, description: Fetch a note }
      x-svc-hitl-gate: get_note_review
      parameters: [{ name: note_id, in: path, required: true, schema: { type: integer }, examples: { first: { value: 1 } } }]
      responses:
        '200':
          description: A note.
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' }, example: { price: 1 } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Note: { type: object, properties: { price: { type: [number, 'null'], multipleOf: 0.01, default: 0.29 }, nullable: { type: boolean } } }
    Problem: { type: object, required: [type, title], properties: { type: { type: string }, title: { type: string } } }
`;

type Edit = readonly [pointer: string, value: unknown];

interface Spoilt {
  readonly edits: readonly Edit[];
  readonly at: string;
  /** Other rules that must report the changed contract too. */
  readonly also?: readonly string[];
}

const ADD = '/paths/~1notes/post';
const SENT = `${ADD}/requestBody/content/application~1json`;
const ADD_401 = `${ADD}/responses/401`;
const PROBLEM_401 = `${ADD_401}/content/application~1problem+json`;
const PROBLEM_4XX = `${ADD}/responses/4XX/content/application~1problem+json`;
const GET = '/paths/~1notes~1{note_id}/get';
const PARAMETER_EXAMPLE = `${GET}/parameters/0/examples/first/value`;
const NOTE = '/components/schemas/Note';
const MISSING = Symbol('taken out');

const TOOL_NAME = `${ADD}/x-svc-mcp-tool/name`;
const COMMAND_NAME = `${GET}/x-svc-cli/command`;
const PLAIN_JSON = {
  'application/json': { schema: { $ref: '#/components/schemas/Problem' }, example: { type: 'a', title: 'b' } },
};
const PRICE = `${NOTE}/properties/price`;
/** Edits that turn `SOUND` into a contract of OpenAPI 3.0. */
const OLDER: readonly Edit[] = [
  ['/openapi', '3.0.4'],
  ['/jsonSchemaDialect', MISSING],
  [PRICE, { type: 'number', nullable: true, multipleOf: 0.01, default: 0.29 }],
];
const SELF_REFERENCE = { allOf: [{ $ref: '#/components/schemas/acme_Thing' }] };

const FAULTS: readonly (readonly [rule: string, Spoilt])[] = [
  ['contract/dialect-named', { edits: [['/jsonSchemaDialect', MISSING]], at: '' }],
  [
    'contract/dialect',
    { edits: [['/jsonSchemaDialect', 'http://json-schema.org/draft-07/schema#']], at: '/jsonSchemaDialect' },
  ],
  ['contract/operation-id-convention', { edits: [[`${ADD}/operationId`, 'add_note']], at: `${ADD}/operationId` }],
  ['contract/operation-id', { edits: [[`${ADD}/operationId`, MISSING]], at: ADD }],
  ['contract/tool-present', { edits: [[`${ADD}/x-svc-mcp-tool`, MISSING]], at: ADD }],
  ['contract/tool-present', { edits: [[`${ADD}/x-svc-mcp-tool/description`, '']], at: `${ADD}/x-svc-mcp-tool` }],
  ['contract/tool-name', { edits: [[TOOL_NAME, 'addNote']], at: TOOL_NAME }],
  [
    'contract/tool-name',
    { edits: [[TOOL_NAME, 'a'.repeat(65)]], at: TOOL_NAME, also: ['contract/tool-name-convention'] },
  ],
  ['contract/tool-name-convention', { edits: [[TOOL_NAME, 'create_note']], at: TOOL_NAME }],
  ['contract/command-present', { edits: [[`${GET}/x-svc-cli`, MISSING]], at: GET }],
  ['contract/command-present', { edits: [[COMMAND_NAME, 7]], at: `${GET}/x-svc-cli` }],
  ['contract/command-name', { edits: [[COMMAND_NAME, 'get_note']], at: COMMAND_NAME }],
  ['contract/command-name-convention', { edits: [[COMMAND_NAME, 'show-note']], at: COMMAND_NAME }],
  ['contract/gate-named', { edits: [[`${GET}/x-svc-hitl-gate`, MISSING]], at: GET }],
  ['contract/gate-named', { edits: [[`${GET}/x-svc-hitl-gate`, 'get-note']], at: `${GET}/x-svc-hitl-gate` }],
  [
    'contract/names-unique',
    {
      edits: [[`${GET}/x-svc-mcp-tool/name`, 'add_note']],
      at: `${GET}/x-svc-mcp-tool/name`,
      also: ['contract/tool-name-convention'],
    },
  ],
  [
    'contract/names-unique',
    { edits: [[COMMAND_NAME, 'add-note']], at: COMMAND_NAME, also: ['contract/command-name-convention'] },
  ],
  ['contract/names-unique', { edits: [[`${GET}/x-svc-hitl-gate`, 'add_note_review']], at: `${GET}/x-svc-hitl-gate` }],
  ['contract/examples-present', { edits: [[`${SENT}/examples`, {}]], at: SENT }],
  ['contract/examples-present', { edits: [[`${PROBLEM_401}/example`, MISSING]], at: PROBLEM_401 }],
  [
    'contract/examples-valid',
    { edits: [[`${SENT}/examples/priced/value/price`, 19.999]], at: `${SENT}/examples/priced/value/price` },
  ],
  ['contract/examples-valid', { edits: [[`${PROBLEM_401}/example/title`, 1]], at: `${PROBLEM_401}/example/title` }],
  [
    'contract/examples-valid',
    {
      edits: [[`${ADD_401}/headers/WWW-Authenticate/example`, 1]],
      at: `${ADD_401}/headers/WWW-Authenticate/example`,
    },
  ],
  ['contract/examples-valid', { edits: [[PARAMETER_EXAMPLE, 'a']], at: PARAMETER_EXAMPLE }],
  [
    'contract/examples-valid',
    { edits: [[`${NOTE}/properties/price/default`, 0.295]], at: `${NOTE}/properties/price/default` },
  ],
  ['contract/examples-valid', { edits: [[`${NOTE}/examples`, [{}, { price: 'x' }]]], at: `${NOTE}/examples/1/price` }],
  [
    'contract/problem-format',
    {
      edits: [[`${ADD}/responses/405/content`, PLAIN_JSON]],
      at: `${ADD}/responses/405/content/application~1json`,
    },
  ],
  ['contract/problem-format', { edits: [[`${PROBLEM_4XX}/schema`, { type: 'object' }]], at: PROBLEM_4XX }],
  ['contract/unauthenticated-documented', { edits: [[`${GET}/security`, [{ bearer: [] }]]], at: `${GET}/responses` }],
  ['contract/challenge-documented', { edits: [[`${ADD_401}/headers`, MISSING]], at: ADD_401 }],
  ['contract/body-failures-documented', { edits: [[`${ADD}/responses/4XX`, MISSING]], at: `${ADD}/responses` }],
  ['contract/allow-documented', { edits: [[`${ADD}/responses/405/headers`, {}]], at: `${ADD}/responses/405` }],
  [
    'contract/no-nullable',
    { edits: [[`${NOTE}/properties/price/nullable`, true]], at: `${NOTE}/properties/price/nullable` },
  ],
  [
    'contract/portable-pattern',
    { edits: [[`${NOTE}/properties/price/pattern`, '^\\-?\\d+$']], at: `${NOTE}/properties/price/pattern` },
  ],
  [
    'contract/carried-over',
    { edits: [...OLDER, [PRICE, { type: 'number', nullable: true, enum: [0.29, 1, 19.99] }]], at: `${PRICE}/nullable` },
  ],
  ['contract/carried-over', { edits: [...OLDER, [PRICE, { nullable: true, allOf: [] }]], at: `${PRICE}/nullable` }],
  [
    'contract/carried-over',
    {
      edits: [...OLDER, [`${GET}/requestBody`, {}]],
      at: `${GET}/requestBody`,
      also: ['contract/body-failures-documented'],
    },
  ],
  ['contract/newer-keyword', { edits: [...OLDER, [`${PRICE}/exclusiveMaximum`, 99]], at: `${PRICE}/exclusiveMaximum` }],
  ['contract/brand-free', { edits: [['/info/title', 'SVC notes']], at: '/info/title' }],
  ['contract/brand-free', { edits: [[`${GET}/description`, 'As ACME has it.']], at: `${GET}/description` }],
  [
    'contract/brand-free',
    { edits: [['/components/schemas/acme_Thing', SELF_REFERENCE]], at: '/components/schemas/acme_Thing' },
  ],
];

describe('the rules about contracts', () => {
  test('a correct contract breaks no rule', async () => {
    expect(await lint([])).toEqual([]);
  });

  test('a correct contract of OpenAPI 3.0 breaks no rule', async () => {
    expect(await lint(OLDER)).toEqual([]);
  });

  test.each([
    [{ type: 'null' }, ['contract/newer-keyword type']],
    [{ type: ['string', 'null'], const: null }, ['contract/newer-keyword const', 'contract/newer-keyword type']],
    [{ if: {}, then: {} }, ['contract/newer-keyword if', 'contract/newer-keyword then']],
    [{ type: 'text' }, ['oas/oas3-schema type']],
    [{ exclusiveMinimum: 'a' }, ['oas/oas3-schema exclusiveMinimum']],
  ])('a contract of OpenAPI 3.0 with the schema %o breaks a rule', async (schema, want) => {
    const at = `${GET}/parameters/0/schema`;
    const results = await lint([...OLDER, [at, schema], [PARAMETER_EXAMPLE, null]]);
    const found = results.filter(({ location }) => location.pointer.startsWith(at));
    expect(found.map(({ rule, location }) => `${rule} ${location.pointer.slice(at.length + 1)}`).toSorted()).toEqual(
      want,
    );
  });

  test('a default below a nullable schema of OpenAPI 3.0 is validated, and its fault has a line number', async () => {
    const wrapped = {
      nullable: true,
      type: 'number',
      allOf: [{ type: 'number', default: 'a', minimum: 1, exclusiveMinimum: true }],
    };
    const results = await lint([...OLDER, [PRICE, wrapped]]);
    const at = `${PRICE}/allOf/0/default`;
    const [fault] = results.filter(({ location }) => location.pointer === at);
    expect(fault).toMatchObject({
      message: expect.stringMatching(/^must be number/) as unknown,
      location: { line: lineOf('"default": "a"') },
    });
    expect(results.every(({ rule }) => rule === 'contract/examples-valid')).toBe(true);
  });

  test('the dialect of OpenAPI 3.1 is permitted', async () => {
    expect(await lint([['/jsonSchemaDialect', 'https://spec.openapis.org/oas/3.1/dialect/base']])).toEqual([]);
  });

  test.each(FAULTS.map(([rule, fault]) => [rule, fault.at, fault] as const))(
    'a contract that breaks the rule %s has a result of this rule at %j',
    async (rule, at, { edits, also = [] }) => {
      const results = await lint(edits);
      const own = results.filter((result) => result.rule.startsWith('contract/'));
      expect(own.find((result) => result.rule === rule)?.location.pointer).toBe(at);
      expect(new Set(own.map((result) => result.rule))).toEqual(new Set([rule, ...also]));
      const statement = CONTRACT_RULES.find(({ id }) => id === rule);
      for (const result of own.filter((one) => one.rule === rule)) {
        const severity = HINTS.has(rule) ? 'info' : statement?.severity === 'must' ? 'error' : 'warning';
        expect(result).toMatchObject({ severity, repair: statement?.repair });
      }
    },
  );

  test('the table FAULTS of this test has a contract that breaks it for every rule', () => {
    const ruled = CONTRACT_RULES.map(({ id }) => id).filter(
      (id) => !['contract/readable', 'contract/read-around'].includes(id),
    );
    expect(new Set(FAULTS.map(([rule]) => rule))).toEqual(new Set(ruled));
  });

  test('a contract without problem documents may have one schema of its own for all failures', async () => {
    const content = (name: string): object => ({
      'application/json': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } },
    });
    const found = async (names: readonly [string, string]): Promise<number> => {
      const results = await lint(
        names.map((name, at) => [`${ADD}/responses/${['401', '4XX'][at]}/content`, content(name)]),
      );
      return results.filter(({ rule }) => rule === 'contract/problem-format').length;
    };
    expect([await found(['error', 'error']), await found(['error', 'fault'])]).toEqual([0, 2]);
  });

  test.each([
    [['400', '413', '415'], []],
    [['413', '415', '422'], ['400']],
    [['413', '415'], ['400, 422']],
  ])(
    'an operation with a request body documents the statuses %j, and the rule reports these as missing: %j',
    async (statuses, want) => {
      const added = statuses.map((status): Edit => [`${ADD}/responses/${status}`, { description: 'No.' }]);
      const results = await lint([[`${ADD}/responses/4XX`, MISSING], ...added]);
      const messages = results.filter(({ rule }) => rule === 'contract/body-failures-documented');
      expect(messages.map(({ message }) => message.split('document ')[1]?.replace(/\.$/, ''))).toEqual(want);
    },
  );

  test('extensions are required only for configured surfaces', async () => {
    const none: LintOptions = { ...OPTIONS, needs: { tool: false, command: false } };
    const edits: readonly Edit[] = ['mcp-tool', 'cli', 'hitl-gate'].map((suffix) => [
      `${ADD}/x-svc-${suffix}`,
      MISSING,
    ]);
    expect(await lint(edits, none)).toEqual([]);
  });

  test('the prefix of extensions is configurable', async () => {
    const results = await lint([], { ...OPTIONS, prefix: 'own', forbiddenWords: [] });
    const missing = ['contract/tool-present', 'contract/command-present', 'contract/gate-named'];
    expect(new Set(results.map(({ rule }) => rule))).toEqual(new Set(missing));
    const summaries = results.filter(({ message }) => message.startsWith('no operation has x-own-'));
    expect(summaries.map(({ rule }) => rule).toSorted()).toEqual(['contract/command-present', 'contract/tool-present']);
    expect(results.filter(({ rule }) => rule !== 'contract/gate-named')).toEqual(summaries);
  });
});

const HINTS: ReadonlySet<string> = new Set(['contract/tool-name-convention', 'contract/command-name-convention']);

function lint(edits: readonly Edit[], options: LintOptions = OPTIONS): Promise<readonly LintResult[]> {
  const document: unknown = parse(SOUND);
  for (const [pointer, value] of edits) edit(document, pointer, value);
  writeFileSync(join(root, 'openapi.json'), JSON.stringify(document, null, 1));
  return lintContract('openapi.json', options);
}

function lineOf(text: string): number {
  const lines = readFileSync(join(root, 'openapi.json'), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

function edit(document: unknown, pointer: string, value: unknown): void {
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/'));
  const last = tokens.pop() ?? '';
  const holder = tokens.reduce((inner, token) => Reflect.get(Object(inner), token) as unknown, document);
  if (value === MISSING) Reflect.deleteProperty(Object(holder), last);
  else Reflect.set(Object(holder), last, value);
}
