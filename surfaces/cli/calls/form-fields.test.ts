import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../contract/fixtures/any-character.js';
import type { Case } from '../../../contract/case.js';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import type { Json } from '../../../contract/json/json.js';
import { encodeBody } from '../../../contract/wire/body/encode-body.js';
import { readFields } from '../../../contract/wire/body/form-field.js';
import { boundaryOf, readMultipart } from '../../../contract/wire/body/read-multipart.js';
import type { Command } from '../runtime/command.js';
import { readInvocation } from '../runtime/invocation.js';
import { projectCommand } from '../commands/project-command.js';
import { type ArgumentVector, argumentVector } from './argument-vector.js';
import type { CommandMapping } from './command-mapping.js';

const root = mkdtempSync(join(tmpdir(), 'cli-form-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    at: { type: 'object' },
    places: { type: 'array', items: { type: 'object' } },
    file: { type: 'string', format: 'binary' },
    png: { type: 'string', contentMediaType: 'image/png' },
  },
};

function post(operationId: string, mediaType: string): Json {
  return {
    operationId,
    'x-svc-cli': { command: operationId, description: 'Sends it.' },
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { 204: { description: 'Sent.' } },
  };
}

const forms = await contractOf({
  paths: {
    '/form': { post: post('sendForm', 'application/x-www-form-urlencoded') },
    '/parts': { post: post('sendParts', 'multipart/form-data') },
    '/text': { post: post('sendText', 'text/plain') },
  },
});

function vectorOf(id: string, body: Json, bodyWay?: Case['bodyWay'], mapping?: CommandMapping): ArgumentVector {
  const call = { operation: operationOf(forms, id), input: { body }, token: undefined, gate: 'approved' as const };
  return argumentVector({ ...call, ...(bodyWay && { bodyWay }) }, forms.schemas, mapping, root);
}

const CURL: CommandMapping = {
  command: ['send'],
  arguments: { body: '--data' },
  bodyFile: ['--data', '@{file}'],
  field: ['-F', '{name}={value}'],
  fieldFile: ['-F', '{name}=@{file}'],
};
const HTTPIE: CommandMapping = { command: ['send'], field: ['{name}={value}'], fieldFile: ['{name}@{file}'] };
const NO_FILES: CommandMapping = { command: ['send'], field: ['--set', '{name}={value}'] };
const INPUT: CommandMapping = { command: ['send'], bodyFile: ['--input={file}'] };

describe('the arguments for a body', () => {
  test.each<readonly [string, string, Json, CommandMapping | undefined, readonly string[] | RegExp, readonly string[]]>(
    [
      [
        'each member of a form is a field',
        'sendForm',
        { name: 'a=b &', tags: ['x', ''] },
        undefined,
        ['--field=name=a=b &', '--field=tags=x', '--field=tags='],
        [],
      ],
      [
        'a member that is an object is passed as JSON',
        'sendParts',
        { at: { x: 1 } },
        undefined,
        ['--field=at={"x":1}'],
        [],
      ],
      [
        'a value that begins with @ is passed in a file',
        'sendForm',
        { name: '@home' },
        undefined,
        ['--field=name=@FOLDER/field-0'],
        ['@home'],
      ],
      [
        'a file and a value with NUL are passed in files',
        'sendParts',
        { file: 'a', name: 'b\0' },
        undefined,
        ['--field=file=@FOLDER/field-0', '--field=name=@FOLDER/field-1'],
        ['a', 'b\0'],
      ],
      [
        'a part whose name contains an equals sign is refused',
        'sendParts',
        { 'a=b': '' },
        undefined,
        /cannot be a field name/,
        [],
      ],
      [
        'a URL-encoded form with an equals sign in a name is passed as a whole',
        'sendForm',
        { 'a=b': '' },
        undefined,
        ['--body=a%3Db='],
        [],
      ],
      ['an empty URL-encoded form is an empty body', 'sendForm', {}, undefined, ['--body='], []],
      ['an empty multipart form is refused', 'sendParts', {}, undefined, /at least one part/, []],
      ['a part with the value null is refused', 'sendParts', { name: null }, undefined, /null cannot be written/, []],
      ['a form that is not an object is refused', 'sendParts', 1, undefined, /only an object/, []],
      [
        'a text body that begins with @ is passed on standard input',
        'sendText',
        '@home',
        undefined,
        ['--body-file=-'],
        [],
      ],
      [
        'fields and files are passed in the syntax of curl',
        'sendParts',
        { name: 'a', file: 'b' },
        CURL,
        ['-F', 'name=a', '-F', 'file=@FOLDER/field-0'],
        ['b'],
      ],
      ['a text body is passed in the syntax of curl', 'sendText', 'home', CURL, ['--data=home'], []],
      [
        'a text body that begins with @ is passed in a file, in the syntax of curl',
        'sendText',
        '@home',
        CURL,
        ['--data', '@FOLDER/body'],
        ['@home'],
      ],
      [
        'fields and files are passed in the syntax of httpie',
        'sendForm',
        { name: '$&', tags: ['@'] },
        HTTPIE,
        ['name=$&', 'tags@FOLDER/field-0'],
        ['@'],
      ],
      [
        'a field name that contains @ is refused in the syntax of httpie',
        'sendForm',
        { 'a@b': '' },
        HTTPIE,
        /cannot be a field name/,
        [],
      ],
      [
        'a value that begins with @ is passed to a program that takes no files',
        'sendForm',
        { name: '@home' },
        NO_FILES,
        ['--set', 'name=@home'],
        [],
      ],
      [
        'bytes are refused for a program that takes no files',
        'sendParts',
        { file: 'a' },
        NO_FILES,
        /cannot read this field from a file/,
        [],
      ],
      [
        'a body is passed in a file at a position',
        'sendText',
        'a',
        { command: ['send'], arguments: { body: 1 }, bodyFile: ['{file}'] },
        ['--', 'FOLDER/body'],
        ['a'],
      ],
      [
        'a body is passed in a file to a program that takes bodies only from files',
        'sendText',
        'a',
        INPUT,
        ['--input=FOLDER/body'],
        ['a'],
      ],
    ],
  )('a form or a text becomes arguments, or is refused: %s', (_, id, body, mapping, want, files) => {
    const vector = vectorOf(id, body, undefined, mapping);
    if (vector.kind === 'inexpressible') expect(vector.reason).toMatch(want instanceof RegExp ? want : /^$/);
    else {
      expect(vector.args.map((word) => word.replace(root, 'FOLDER'))).toEqual(want);
      expect((vector.files ?? []).map((file) => Buffer.from(file.bytes).toString())).toEqual(files);
    }
  });

  test('if the case has a `bodyWay`, a form is passed as one body and not as fields', () => {
    expect(vectorOf('sendForm', { name: 'a' }, 'file')).toMatchObject({ args: ['--body=name=a'] });
    expect(vectorOf('sendText', 'a', 'file', CURL)).toMatchObject({ args: ['--data', `@${join(root, 'body')}`] });
  });
});

const text = fc.oneof(
  fc.constantFrom('', '@', 'a=b', '\0', 'é🧰', '-1', '\r\n', '"'),
  fc.string({ unit: anyCharacter }),
);
const binary = fc.uint8Array({ maxLength: 8 }).map((content) => Buffer.from(content).toString('latin1'));
const body = fc.record(
  {
    name: text,
    tags: fc.array(text, { maxLength: 3 }),
    at: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
    places: fc.array(fc.constant({ x: 1 }), { maxLength: 2 }),
    file: binary,
    png: binary,
    'other"': text,
  },
  { requiredKeys: [] },
);

/**
 * The content of a form, decoded from its bytes: the fields, or the parts of a multipart form. The boundary and the
 * file names are left out, because the contract does not define them.
 */
function written(contentType: string, bytes: Uint8Array = new Uint8Array(0)): unknown {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readMultipart(bytes, boundary);
  return (
    parts?.map(({ fileName, ...part }) => ({ ...part, isFile: fileName !== undefined })) ??
    readFields(contentType, bytes)
  );
}

test.each(['sendForm', 'sendParts'])('%s: the command sends the same fields as the contract encoder', (id) => {
  const operation = operationOf(forms, id);
  const [command] = projectCommand(operation, forms) as readonly Command[];
  const [content] = operation.requestBody?.content ?? [];
  if (command === undefined || content === undefined) throw new Error('no command');
  const program = { name: 'p', service: { prefix: 'svc', title: '', version: '' }, commands: [command] };
  fc.assert(
    fc.property(body, (value) => {
      const vector = vectorOf(id, value);
      const wanted = encodeBody(content, value);
      expect(vector.kind).toBe(typeof wanted === 'string' ? 'inexpressible' : 'arguments');
      if (vector.kind === 'inexpressible' || typeof wanted === 'string') return;
      for (const file of vector.files ?? []) writeFileSync(file.path, file.bytes);
      const sent = readInvocation(program, command, vector.args, { SVC_BASE_URL: 'http://host' });
      expect(written(sent.bodyType ?? '', sent.body)).toEqual(written(wanted.contentType, wanted.bytes));
    }),
    { numRuns: lawRuns(200, 5000) },
  );
});
